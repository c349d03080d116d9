import {
  ArrowLeftRight,
  FlaskConical,
  History,
  Layers,
  type LucideIcon,
  Microscope,
  Settings,
  ShieldCheck,
  Shuffle,
  Table2,
} from 'lucide-react';
import { useSyncExternalStore } from 'react';

export type ViewId =
  | 'fixtures'
  | 'scenarios'
  | 'live-state'
  | 'time-machine'
  | 'requests'
  | 'try-it'
  | 'labs'
  | 'audit'
  | 'settings';

export interface View {
  readonly id: ViewId;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly shortcut: string;
  /** The purpose of the view and how it works, a line each. */
  readonly help: readonly string[];
}

const help: Readonly<Record<ViewId, readonly string[]>> = {
  fixtures: [
    'The records that the mock starts from. Every edit is saved in the workspace file.',
    'F2 or a double click edits a cell, E the whole record as JSON.',
    'A mark beside a record says that clients have changed it; the detail shows how.',
    'Revert goes back to the fixture, Keep writes the change into it.',
    'Everything can be undone with Ctrl+Z.',
  ],
  scenarios: [
    'A scenario is a list of rules laid over the data: delays, errors, broken connections.',
    'Activate one here, in the bar, or with the keys 1 to 9. It takes effect on the next request.',
    'A rule has conditions (When) and an effect (Then). The first rule that answers wins.',
    'Counting rules apply to only some requests, such as the third. They count from the activation.',
    'The dry run shows what the rules would do to a request. Nothing is sent or counted.',
  ],
  'live-state': [
    'What clients have changed on top of the fixtures, for all clients or in a session, record by record.',
    'Revert goes back to the fixture, Keep writes the change into it: one record, the selected ones, or all.',
    'A snapshot keeps a live state under a name; click it to compare it with now, or restore it.',
    'A session is the live state of one client, which sends X-Mock-Session.',
    'Snapshots survive a restart; the live state and the sessions end with the program.',
  ],
  'time-machine': [
    'The records at any moment of the run: move the slider, or step with the arrow keys, Page Up, Page Down, Home and End.',
    'A step is a request or an edit that changed records. Values that differ now are marked.',
    'Restore makes the live state equal the moment; Ctrl+Z takes it back.',
    'Replay answers the requests since the moment again and compares the responses. It changes nothing.',
    'It goes back as far as the memory for the log allows, and does not cover sessions.',
  ],
  requests: [
    'Every request to the mock, with its response and the reason for it.',
    'Search by words and fields, such as status:4xx path:/users. A minus excludes; #12 finds request 12.',
    'Drag over the picture for a span of time; click a status or a latency to filter.',
    'B copies a request as a bug report, Y a link to it. P pauses the list.',
    'Expectations count the requests that a client must send.',
  ],
  'try-it': [
    'Compose a request by hand and send it to the mock.',
    'The path, its filters and its page are fields; the address follows them.',
    'Conditions such as If-Match take tags that the log has seen.',
    'A 412 offers ways to resolve the conflict.',
    'Saved requests are in the workspace file.',
  ],
  labs: [
    'Experiments that show how clients lose data, and what prevents it. Press Play.',
    'Lost update: Ann and Ben edit one record; the field that is lost turns red. Then try If-Match.',
    'Its requests are real, and in the log; its session is its own and ends when you leave.',
    'Pagination: five clients crawl one list while records change, each in its own style.',
    'A seed gives the same crawl again. Quirks and clients that compute the next page find more faults.',
  ],
  audit: [
    'Checks the requests in the log against rules for clients.',
    'A rule that is broken lists the requests that break it.',
    'Each finding says what was sent and what is expected instead.',
    'Headless, the flag --audit does the same when the program ends.',
    'Clear the log before a test to check that test alone. Requests from the console are not judged.',
    'Upstream compares the mock with the real service. Apply makes the mock do the same.',
  ],
  settings: [
    'The workspace, its settings and your shortcuts.',
    'A change takes effect at once and is saved in the workspace file.',
    'A changed setting has a button that restores its default.',
    'Theme, shortcuts and column layouts belong to this browser or window.',
    'Search finds a setting by its name or by what it does.',
  ],
};

/** In the order of the rail. */
export const views: readonly View[] = [
  { id: 'fixtures', title: 'Fixtures', icon: Table2, shortcut: 'g f', help: help.fixtures },
  { id: 'scenarios', title: 'Scenarios', icon: Shuffle, shortcut: 'g s', help: help.scenarios },
  { id: 'live-state', title: 'Live state', icon: Layers, shortcut: 'g l', help: help['live-state'] },
  { id: 'time-machine', title: 'Time machine', icon: History, shortcut: 'g m', help: help['time-machine'] },
  { id: 'requests', title: 'Requests', icon: ArrowLeftRight, shortcut: 'g r', help: help.requests },
  { id: 'try-it', title: 'Try it', icon: FlaskConical, shortcut: 'g t', help: help['try-it'] },
  { id: 'labs', title: 'Labs', icon: Microscope, shortcut: 'g b', help: help.labs },
  { id: 'audit', title: 'Audit', icon: ShieldCheck, shortcut: 'g a', help: help.audit },
  { id: 'settings', title: 'Settings', icon: Settings, shortcut: 'g ,', help: help.settings },
];

/** The target of a link: a view, and in it a collection and a record, a scenario, a request or a lab. */
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

/** Shows a view before it returns: the browser tells of a new hash only later, and a key in between would mean the old view. */
export function go(view: ViewId): void {
  const address = addressOf(view);
  if (address === window.location.hash) return;
  window.history.pushState(null, '', address);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Remembers the place. The returned function is true until the person goes to another view, or to something else in it. */
export function rememberPlace(): () => boolean {
  const { hash } = window.location;
  return () => window.location.hash === hash;
}

function onAddress(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}
