import { decodeSegment } from '../request/path-segment.ts';
import type { RouteExplanation } from './explanation.ts';

/** How an address reads a path that is its own: what it is about. */
export type RouteOf = (path: string) => RouteExplanation;

/** For an address that is about no record; null for what is at no address. */
export function plainRoute(pattern: string | null): RouteOf {
  const route = { pattern, collection: null, id: null };
  return () => route;
}

/** The name in a segment of a path, counted from 0; null for one that cannot be read. */
export function nameIn(path: string, segment: number): string | null {
  const name = decodeSegment(path.split('/')[segment + 1] ?? '');
  return name.ok ? name.value : null;
}
