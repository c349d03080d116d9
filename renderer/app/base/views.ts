import { ArrowLeftRight, FlaskConical, Layers, type LucideIcon, Settings, Shuffle, Table2 } from 'lucide-react';
import { useSyncExternalStore } from 'react';

export type ViewId = 'fixtures' | 'scenarios' | 'live-state' | 'requests' | 'try-it' | 'settings';

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
  { id: 'settings', title: 'Settings', icon: Settings, shortcut: 'g ,' },
];

export function addressOf(view: ViewId): string {
  return `#/${view}`;
}

/** The view named by the URL's hash; Fixtures if it names none. */
export function useView(): ViewId {
  return useSyncExternalStore(onAddress, () => {
    const named = views.find(({ id }) => addressOf(id) === window.location.hash);
    return named?.id ?? 'fixtures';
  });
}

export function go(view: ViewId): void {
  window.location.hash = addressOf(view);
}

function onAddress(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}
