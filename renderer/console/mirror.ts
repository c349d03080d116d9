import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ConsoleEvent } from '../../server/contract/event.ts';
import type { ConsoleState } from '../../server/contract/schema/state.ts';
import type { Problem } from '../../server/domain/basics/problem.ts';
import { assertNever } from '../../server/domain/basics/result.ts';
import type { Client } from './client.ts';
import { RequestLog } from './requests.ts';
import type { Link, Transport } from './transport.ts';

export interface MirrorState {
  readonly link: Link;
  /** The host's state as last heard; null until the first snapshot. Stays readable when the link is lost. */
  readonly state: ConsoleState | null;
  /** Why the last snapshot could not be had, or null. */
  readonly problem: Problem | null;
  /** True once the host has opened another workspace: whatever was built on this one has to begin anew. */
  readonly isLeft: boolean;
}

/** Told which collection's records may differ from what was read before; null stands for all of them. */
export type RecordsListener = (collection: string | null) => void;

export interface Mirror {
  readonly store: StoreApi<MirrorState>;
  readonly log: RequestLog;
  readonly onRecords: (listener: RecordsListener) => () => void;
  readonly close: () => void;
}

/** Milliseconds before a snapshot that was refused is asked for again. */
const retryAfter = 1000;

/**
 * Follows the host: a snapshot, then numbered events. The feed is opened before the snapshot is asked for, so nothing
 * falls between the two; what the snapshot already contains is dropped by its number, and a number that is missing
 * means a new snapshot. Events that arrive together change the store once.
 */
export function createMirror(client: Client, transport: Transport, log = new RequestLog()): Mirror {
  const store = createStore<MirrorState>(() => ({ link: 'connecting', state: null, problem: null, isLeft: false }));
  const listeners = new Set<RecordsListener>();
  /** Events that the store does not contain yet. */
  let waiting: readonly ConsoleEvent[] = [];
  /** Number of the last event that the store contains; null while a snapshot is on its way. */
  let seq: number | null = null;
  /** Counts the snapshots asked for: the answer to any but the last is of no use. */
  let round = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  async function takeSnapshot(): Promise<void> {
    clearTimeout(retry);
    seq = null;
    round += 1;
    const asked = round;
    // One after the other: a request between the two is then in the list or in an event that follows. Asked for together,
    // the list could be the older one, and a request that only the snapshot's number knows of would be lost.
    const snapshot = await client.call('workspace.get', {});
    if (asked !== round) return;
    const requests = snapshot.ok ? await client.call('requests.list', { limit: log.capacity }) : snapshot;
    if (asked !== round) return;
    if (!snapshot.ok || !requests.ok) {
      store.setState({ problem: requests.ok ? null : requests.problem });
      if (store.getState().link === 'live') retry = setTimeout(() => void takeSnapshot(), retryAfter);
      return;
    }
    const { seq: contained, ...state } = snapshot.value;
    seq = contained;
    log.clear();
    const { entries, switches, kept } = requests.value;
    log.fill(entries.toReversed(), switches, kept.toReversed());
    log.publish();
    store.setState({ state, problem: null });
    for (const listener of listeners) listener(null);
    applyWaiting();
  }

  function applyWaiting(): void {
    if (seq === null || waiting.length === 0) return;
    const events = waiting;
    waiting = [];
    const before = store.getState().state;
    let state = before;
    let logChanged = false;
    const collections = new Set<string>();
    for (const [index, event] of events.entries()) {
      if (event.seq <= seq) continue;
      if (event.seq !== seq + 1 || event.type === 'requests-restored') {
        waiting = events.slice(index);
        void takeSnapshot();
        break;
      }
      seq = event.seq;
      switch (event.type) {
        case 'state':
          if (state) state = { ...state, ...event.state };
          break;
        case 'records':
          collections.add(event.collection);
          break;
        case 'requests':
          log.add(event.entries);
          logChanged = true;
          break;
        case 'requests-cleared':
          log.clear();
          logChanged = true;
          break;
        case 'workspace-opened':
          store.setState({ isLeft: true });
          break;
        case 'scenario-switched':
          log.mark(event);
          logChanged = true;
          break;
        default:
          assertNever(event);
      }
    }
    if (state !== before) store.setState({ state });
    if (logChanged) log.publish();
    for (const collection of collections) for (const listener of listeners) listener(collection);
  }

  const closeFeed = transport.events(
    (events) => {
      waiting = waiting.concat(events);
      applyWaiting();
    },
    (link) => {
      store.setState({ link });
      if (link === 'live') void takeSnapshot();
    },
  );

  return {
    store,
    log,
    onRecords: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      clearTimeout(retry);
      round += 1;
      closeFeed();
    },
  };
}
