import {
  ArrowLeftRight,
  FlaskConical,
  Layers,
  type LucideIcon,
  Settings,
  ShieldCheck,
  Shuffle,
  Table2,
} from 'lucide-react';
import { useSyncExternalStore } from 'react';

export type ViewId = 'fixtures' | 'scenarios' | 'live-state' | 'requests' | 'try-it' | 'audit' | 'settings';

export interface View {
  readonly id: ViewId;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly shortcut: string;
}

/** In the order of the rail. */
export const views: readonly View[] = [
  { id: 'fixtures', title: 'Fixtures', icon: Table2, shortcut: 'g f' },
  { id: 'scenarios', title: 'Scenarios', icon: Shuffle, shortcut: 'g s' },
  { id: 'live-state', title: 'Live state', icon: Layers, shortcut: 'g l' },
  { id: 'requests', title: 'Requests', icon: ArrowLeftRight, shortcut: 'g r' },
  { id: 'try-it', title: 'Try it', icon: FlaskConical, shortcut: 'g t' },
  { id: 'audit', title: 'Audit', icon: ShieldCheck, shortcut: 'g a' },
  { id: 'settings', title: 'Settings', icon: Settings, shortcut: 'g ,' },
];

/** What a link names: a view, and in it a collection and a record, a scenario or a request. */
export interface Place {
  readonly view: ViewId;
  readonly parts: readonly string[];
}

/** The URL's hash for a place, such as `#/fixtures/orders/1001`. */
export function addressOf(view: ViewId, parts: readonly string[] = []): string {
  return `#/${[view, ...parts].map(encodeURIComponent).join('/')}`;
}

/** The place that a hash names; Fixtures if it names none. */
export function placeIn(hash: string): Place {
  const [name, ...parts] = hash.replace(/^#\//, '').split('/').map(decoded);
  const view = views.find(({ id }) => id === name);
  return view ? { view: view.id, parts: parts.filter((part) => part !== '') } : { view: 'fixtures', parts: [] };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The view named by the URL's hash; Fixtures if it names none. */
export function useView(): ViewId {
  return useSyncExternalStore(onAddress, () => placeIn(window.location.hash).view);
}

export function go(view: ViewId): void {
  window.location.hash = addressOf(view);
}

function onAddress(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}
