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
  /** When the link got this state, in milliseconds since 1970. */
  readonly linkSince: number;
  /** The host's last known state; null until the first snapshot. Stays when the link is lost. */
  readonly state: ConsoleState | null;
  /** Why the last snapshot failed, or null. */
  readonly problem: Problem | null;
  /** True once the host has opened another workspace; this mirror no longer follows it. */
  readonly isLeft: boolean;
}

/** Receives the collection whose records may have changed; null for all of them. */
export type RecordsListener = (collection: string | null) => void;

export interface Mirror {
  readonly store: StoreApi<MirrorState>;
  readonly log: RequestLog;
  readonly onRecords: (listener: RecordsListener) => () => void;
  readonly close: () => void;
}

/** Milliseconds before another attempt after a failed snapshot. */
const retryAfter = 1000;

/**
 * Follows the host: a snapshot, then numbered events. The feed opens before the snapshot is requested, so no event falls
 * between the two. Events that the snapshot contains are dropped by their number; a gap in the numbers causes a new
 * snapshot. Events that arrive together update the store once.
 */
export function createMirror(client: Client, transport: Transport, log = new RequestLog()): Mirror {
  const store = createStore<MirrorState>(() => ({
    link: 'connecting',
    linkSince: Date.now(),
    state: null,
    problem: null,
    isLeft: false,
  }));
  const listeners = new Set<RecordsListener>();
  /** Events not yet applied. */
  let waiting: readonly ConsoleEvent[] = [];
  /** Number of the last applied event; null while a snapshot is pending. */
  let seq: number | null = null;
  /** Counts the snapshots requested; only the reply to the last one counts. */
  let round = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  async function takeSnapshot(): Promise<void> {
    clearTimeout(retry);
    seq = null;
    round += 1;
    const asked = round;
    // In sequence: a request between the two calls is then in the list or in a later event. In parallel, the list could be
    // older than the snapshot and miss a request that the snapshot's number already counts.
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
    // The host has started again with another workspace.
    const before = store.getState().state?.workspace.file;
    if (before !== undefined && before !== state.workspace.file) return store.setState({ isLeft: true });
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
      if (link !== store.getState().link) store.setState({ link, linkSince: Date.now() });
      if (link !== 'live') return;
      // A host that has started again counts anew: the numbers of earlier events mean nothing to it.
      waiting = [];
      void takeSnapshot();
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
