import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandOutput } from '../../../server/contract/command.ts';
import type { MomentState, ReplaySummary, TimelineState } from '../../../server/contract/schema/timeline.ts';
import type { Problem } from '../../../server/domain/basics/problem.ts';
import type { Client } from '../../console/client.ts';
import { Latest } from '../../console/latest.ts';
import { offerUndo } from '../../console/undo.ts';
import { plural } from '../../ui/base/format.ts';
import type { Toaster } from '../../ui/overlay/toaster.ts';

export type Part = 'records' | 'changes' | 'replay';
export type Outcome = 'all' | 'same' | 'different' | 'skipped';

/** A request with the moments right before and after it. */
export interface RequestMoments {
  readonly id: number;
  readonly before: number;
  readonly after: number;
}

export interface TimeMachineState {
  /** Null before the first read. */
  readonly timeline: TimelineState | null;
  /** The chosen moment; null for the present one. */
  readonly moment: number | null;
  /** The request around which the moment was chosen. */
  readonly request: RequestMoments | null;
  /** The moment shown, which follows the chosen one. */
  readonly state: MomentState | null;
  readonly collection: string;
  readonly search: string;
  readonly offset: number;
  readonly page: CommandOutput<'timeline.page'> | null;
  readonly changes: CommandOutput<'state.compare'> | null;
  readonly changesOffset: number;
  readonly part: Part;
  readonly isReplaying: boolean;
  readonly replay: ReplaySummary | null;
  readonly outcome: Outcome;
  readonly replayOffset: number;
  readonly replayed: CommandOutput<'timeline.replayed'> | null;
  readonly problem: Problem | null;
}

/** Records, changes and requests on a page. */
const pageLength = 50;

/** Where the page before begins. */
export function previousOffset(offset: number): number {
  return Math.max(0, offset - pageLength);
}

/** Least milliseconds between two reads of the timeline while clients change records. */
const leastPause = 500;

const nothing: TimeMachineState = {
  ...{ timeline: null, moment: null, request: null, state: null, collection: '', search: '', offset: 0, page: null },
  ...{ changes: null, changesOffset: 0, part: 'records', isReplaying: false, replay: null, outcome: 'all' },
  ...{ replayOffset: 0, replayed: null, problem: null },
};

/** True while the chosen moment is the present one. */
export function showsPresent({ timeline, moment }: TimeMachineState): boolean {
  return moment === null || (timeline !== null && moment >= timeline.last);
}

/** The number of the chosen moment; null before the first read of the run. */
export function chosenMoment({ timeline, moment }: TimeMachineState): number | null {
  return timeline && Math.max(timeline.first, moment ?? timeline.last);
}

/** The run with the chosen moment, its records, and the latest replay. It outlives the view. */
export class TimeMachine {
  readonly store: StoreApi<TimeMachineState> = createStore<TimeMachineState>(() => nothing);
  readonly #client: Client;
  readonly #toaster: Toaster;
  readonly #open: (request: number) => boolean;
  readonly #reads = new Latest();
  readonly #outcomes = new Latest();
  #pause: ReturnType<typeof setTimeout> | undefined;

  /** `open` shows a request in the log, or returns false if the log no longer holds it. */
  constructor(client: Client, toaster: Toaster, open: (request: number) => boolean) {
    this.#client = client;
    this.#toaster = toaster;
    this.#open = open;
  }

  /** Reads the run and the moment again, soon: clients may change records all the time. */
  refresh(): void {
    this.#pause ??= setTimeout(() => {
      this.#pause = undefined;
      void this.read();
    }, leastPause);
  }

  async read(): Promise<void> {
    const timeline = await this.#client.call('timeline.get', {});
    if (!timeline.ok) return this.#toaster.fail(timeline.problem.detail);
    this.store.setState({ timeline: timeline.value });
    await this.#show();
  }

  /** Shows a moment; null follows the present one. */
  choose(moment: number | null): void {
    const { timeline, request } = this.store.getState();
    const around = request && moment !== null && (moment === request.before || moment === request.after);
    this.store.setState({
      moment: timeline && moment !== null && moment >= timeline.last && !around ? null : moment,
      ...{ request: around ? request : null, offset: 0, changesOffset: 0 },
    });
    void this.#show();
  }

  /** The moments around a request. Null if they are not known; a message says why. */
  async momentsAround(id: number): Promise<RequestMoments | null> {
    const around = await this.#client.call('timeline.request', { id });
    if (around.ok) return { id, ...around.value };
    this.#toaster.fail(around.problem.detail);
    return null;
  }

  /** Shows the records right before a request. */
  showBefore(request: RequestMoments): void {
    this.store.setState({ request, moment: request.before, part: 'records', offset: 0, changesOffset: 0 });
    void this.read();
  }

  show(shown: Partial<Pick<TimeMachineState, 'collection' | 'search' | 'offset' | 'changesOffset' | 'part'>>): void {
    this.store.setState(shown);
    void this.#show();
  }

  /** Restores the chosen moment, also while its records are being read. */
  async restore(): Promise<void> {
    const chosen = this.store.getState();
    const moment = chosenMoment(chosen);
    if (moment === null) return;
    const step = moment - (chosen.timeline?.first ?? 0);
    const reply = await this.#client.call('timeline.restore', { moment });
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    const { records } = reply.value;
    if (records === 0) return this.#toaster.say('The live state already equals this moment.');
    // A person who has gone on to another moment stays there.
    if (this.store.getState().moment === chosen.moment) this.choose(null);
    offerUndo(this.#client, this.#toaster, `Restored step ${step}: ${plural(records, 'record')} changed.`);
  }

  /** Repeats the requests since the chosen moment, also while its records are being read. */
  async replayFromHere(): Promise<void> {
    const moment = chosenMoment(this.store.getState());
    if (moment === null || this.store.getState().isReplaying) return;
    this.store.setState({ part: 'replay', isReplaying: true, replay: null, replayed: null });
    const reply = await this.#client.call('timeline.replay', { moment });
    this.store.setState({ isReplaying: false });
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    const { different } = reply.value;
    this.store.setState({ replay: reply.value });
    await this.showOutcome(different > 0 ? 'different' : 'all');
  }

  cancelReplay(): void {
    void this.#client.call('jobs.cancel', { kind: 'replay' });
  }

  async showOutcome(outcome: Outcome, replayOffset = 0): Promise<void> {
    const isLatest = this.#outcomes.begin();
    this.store.setState({ outcome, replayOffset });
    const outcomes = outcome === 'all' ? {} : { outcomes: [outcome] };
    const reply = await this.#client.call('timeline.replayed', {
      ...outcomes,
      offset: replayOffset,
      limit: pageLength,
    });
    if (!isLatest()) return;
    if (!reply.ok) return this.store.setState({ replay: null, replayed: null });
    // The list before may have had more pages.
    const isBeyond = reply.value.requests.length === 0 && replayOffset > 0;
    if (isBeyond) return this.showOutcome(outcome, previousOffset(replayOffset));
    this.store.setState({ replayed: reply.value });
  }

  openInLog(id: number): void {
    if (!this.#open(id)) this.#toaster.say(`The log no longer holds request ${id}.`);
  }

  /** Reads what is shown of the chosen moment. Only the latest read counts. */
  async #show(): Promise<void> {
    const isLatest = this.#reads.begin();
    const moment = chosenMoment(this.store.getState());
    if (moment === null) return;
    const state = await this.#client.call('timeline.moment', { moment });
    if (!isLatest()) return;
    if (!state.ok) return this.store.setState({ problem: state.problem });
    const { collection: wanted, search, offset, changesOffset } = this.store.getState();
    const { collections } = state.value;
    const collection = collections.some(({ name }) => name === wanted) ? wanted : (collections[0]?.name ?? '');
    const of = { moment, collection, offset, limit: pageLength, ...(search !== '' && { search }) };
    const [page, changes] = await Promise.all([
      collection === '' ? null : this.#client.call('timeline.page', of),
      this.#client.call('state.compare', { moment, offset: changesOffset, limit: pageLength }),
    ]);
    if (!isLatest()) return;
    // The search or the moment before may have had more pages.
    const isBeyond = page?.ok && page.value.rows.length === 0 && offset > 0;
    if (isBeyond) return this.show({ offset: previousOffset(offset) });
    this.store.setState({
      ...{ state: state.value, collection, problem: null },
      page: page?.ok ? page.value : null,
      changes: changes.ok ? changes.value : null,
    });
  }
}
