import { accept } from '../basics/result.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import { type CollectionPath, type PathSegment, parsePath, pathKind, pathShape } from '../model/collection-path.ts';
import type { Settings } from '../model/settings.ts';
import { decodeSegment } from './path-segment.ts';
import { paths } from './paths.ts';

/** A path of a collection that a request matches. Values are as they were sent, undecoded. */
export interface PathMatch {
  /** Such as `/users/{userId}/orders/{id}`. */
  readonly pattern: string;
  readonly collection: string;
  /** The id of the record; null for a list. */
  readonly id: { readonly text: string; readonly from: 'request' | 'workspace' } | null;
  /** The members whose values the path names. */
  readonly members: readonly { readonly name: string; readonly text: string }[];
  /** True if each record of this list has a path below it. */
  readonly hasRecords: boolean;
  /** A path of the collection's records elsewhere, such as `/orders/{id}`; null without one. */
  readonly recordPath: string | null;
}

/** The meaning of a path: one of a collection, one that nothing has, or one that the mock API has itself or nothing has. */
export type PathMeaning = PathMatch | 'unserved' | 'other';

interface Entry {
  readonly pattern: string;
  readonly segments: readonly PathSegment[];
  readonly serves: 'unserved' | 'other' | Served;
}

interface Served extends Pick<PathMatch, 'collection' | 'hasRecords' | 'recordPath'> {
  readonly record: string | null;
}

/** The paths that the collections of a workspace have beside those below `/api`. */
export class PathTable {
  /** By number of segments, in the order of precedence. Empty if the mock API has its own paths only. */
  readonly #entries = new Map<number, readonly Entry[]>();

  constructor(
    collections: Iterable<Pick<CollectionDefinition, 'name' | 'paths'>>,
    { userService }: Pick<Settings, 'userService'>,
  ) {
    const own = [...collections].flatMap(({ name, paths: all = [] }) => all.map((path) => entryOf(name, path, all)));
    if (own.length === 0 && userService) return;
    const { user, ...others } = paths;
    const fixed = Object.values(others).map((path) => fixedEntry(path, 'other'));
    for (const entry of [...own, ...fixed, fixedEntry(user, userService ? 'other' : 'unserved')]) {
      const { length } = entry.segments;
      this.#entries.set(length, [...(this.#entries.get(length) ?? []), entry].sort(byPrecedence));
    }
  }

  /** The meaning of a path as it was sent. A fixed text goes before a parameter, from the left. */
  find(path: string): PathMeaning {
    if (this.#entries.size === 0) return 'other';
    const sent = path.slice(1).split('/');
    for (const entry of this.#entries.get(sent.length) ?? []) {
      if (!matches(entry.segments, sent)) continue;
      return typeof entry.serves === 'string' ? entry.serves : matchOf(entry, entry.serves, sent);
    }
    return 'other';
  }

  /** The path's pattern, collection and record; each null if the path is not one of a collection. */
  readonly routeOf = (path: string): PathRoute => {
    const found = this.find(path);
    if (typeof found === 'string') return { pattern: null, collection: null, id: null };
    const { pattern, collection, id } = found;
    const decoded = id?.from === 'request' ? decodeSegment(id.text) : id && accept(id.text);
    return { pattern, collection, id: decoded?.ok ? decoded.value : null };
  };
}

export interface PathRoute {
  readonly pattern: string | null;
  readonly collection: string | null;
  readonly id: string | null;
}

function entryOf(collection: string, { path, record }: CollectionPath, all: readonly CollectionPath[]): Entry {
  const below = pathShape(`${path}/{id}`);
  const hasRecords = record === null && all.some((other) => pathShape(other.path) === below);
  const elsewhere = all.find((one) => pathKind(one) === 'records' && one.path.split('{').length === 2);
  const recordPath = elsewhere?.path ?? null;
  return { pattern: path, segments: segmentsOf(path), serves: { collection, record, hasRecords, recordPath } };
}

function fixedEntry(pattern: string, serves: 'unserved' | 'other'): Entry {
  return { pattern, segments: segmentsOf(pattern), serves };
}

/** The index `/` has no segment that another path could have. */
function segmentsOf(path: string): readonly PathSegment[] {
  const parsed = parsePath(path);
  return parsed.ok ? parsed.value : [];
}

/** Compares entries of one number of segments. */
function byPrecedence(a: Entry, b: Entry): number {
  for (const [index, { kind }] of a.segments.entries()) {
    const other = b.segments[index]?.kind;
    if (kind !== other) return kind === 'fixed' ? -1 : 1;
  }
  return 0;
}

function matches(segments: readonly PathSegment[], sent: readonly string[]): boolean {
  return segments.every((one, index) => (one.kind === 'fixed' ? sent[index] === one.text : sent[index] !== ''));
}

function matchOf(
  { pattern, segments }: Entry,
  { collection, record, hasRecords, recordPath }: Served,
  sent: readonly string[],
): PathMatch {
  const members = segments.flatMap((segment, index) =>
    segment.kind === 'parameter' ? { name: segment.name, text: sent[index] ?? '' } : [],
  );
  const key = pattern.endsWith('}') ? members.pop() : undefined;
  const ofRequest = key ? ({ text: key.text, from: 'request' } as const) : null;
  const id = record === null ? ofRequest : ({ text: record, from: 'workspace' } as const);
  return { pattern, collection, id, members, hasRecords, recordPath };
}
