import { revealRecord } from '../../features/fixtures/model/reveal-record.ts';
import { isLab } from '../../features/labs/labs.ts';
import { addressOf, type Place, placeIn, type ViewId } from '../base/views.ts';
import type { Workbench } from './workbench.ts';

type Shown = Pick<
  Workbench,
  'fixtures' | 'scenarios' | 'requests' | 'expectations' | 'timeMachine' | 'labs' | 'comparison'
>;

/** The address of what a view shows. */
export function shownAddress(
  view: ViewId,
  { fixtures, scenarios, requests, timeMachine, labs, comparison }: Shown,
): string {
  switch (view) {
    case 'fixtures': {
      const { collection, record } = fixtures.store.getState();
      return addressOf(view, collection === '' ? [] : record === null ? [collection] : [collection, record]);
    }
    case 'scenarios':
      return addressOf(view, scenarios.shown ? [scenarios.shown.name] : []);
    case 'requests': {
      const id = requests.chosenId;
      return addressOf(view, id === null ? [] : [String(id)]);
    }
    case 'time-machine': {
      const { moment } = timeMachine.store.getState();
      return addressOf(view, moment === null ? [] : [String(moment)]);
    }
    case 'labs':
      return addressOf(view, [labs.store.getState().shown]);
    case 'live-state': {
      const { session, snapshot } = comparison.store.getState();
      const state = session === null ? ['shared'] : ['session', session];
      return addressOf(view, snapshot === null ? state : [...state, 'snapshot', snapshot]);
    }
    default:
      return addressOf(view);
  }
}

/** Shows what an address names. An address of a view alone leaves what the view shows. */
export function openPlace(
  { view, parts }: Place,
  { fixtures, scenarios, requests, expectations, timeMachine, labs, comparison }: Shown,
): void {
  const [first, second] = parts;
  if (first === undefined) return;
  if (view === 'fixtures') {
    fixtures.open(first);
    const { record } = fixtures.store.getState();
    if (second === undefined && record !== null) fixtures.store.setState({ record: null, selection: null });
    else if (second !== undefined && second !== record) void revealRecord(fixtures, second);
  } else if (view === 'scenarios') scenarios.choose(first);
  else if (view === 'live-state') {
    const session = first === 'session' && second !== undefined ? second : null;
    const [word, snapshot = null] = parts.slice(session === null ? 1 : 2);
    comparison.choose({ session, snapshot: word === 'snapshot' ? snapshot : null });
  } else if (view === 'requests' && /^\d+$/.test(first)) {
    expectations.show(false);
    requests.open(Number(first));
  } else if (view === 'time-machine' && /^\d+$/.test(first)) timeMachine.choose(Number(first));
  else if (view === 'labs' && isLab(first)) labs.show(first);
}

/** Milliseconds that something must be shown to become an entry of the browser's history. */
const stay = 1000;

/**
 * Keeps the address bar and the view in step until the returned function is called: an address that somebody opens or goes
 * back to is shown, and what is shown has its address.
 */
export function followLinks(bench: Shown): () => void {
  let since = Date.now();
  const write = () => {
    const { view, parts } = placeIn(window.location.hash);
    const address = shownAddress(view, bench);
    if (address === window.location.hash) return;
    // Going back to a view alone would show the same again.
    const isBrief = parts.length === 0 || Date.now() - since < stay;
    since = Date.now();
    if (isBrief) window.history.replaceState(null, '', address);
    else window.history.pushState(null, '', address);
  };
  const read = () => {
    since = Date.now();
    openPlace(placeIn(window.location.hash), bench);
    // A view alone gets the address of what it shows, in place of its own.
    write();
  };
  read();
  window.addEventListener('hashchange', read);
  const stores = [bench.fixtures, bench.scenarios, bench.requests, bench.timeMachine, bench.labs, bench.comparison];
  const stops = stores.map(({ store }) => store.subscribe(() => write()));
  return () => {
    window.removeEventListener('hashchange', read);
    for (const stop of stops) stop();
  };
}
