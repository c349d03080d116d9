import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandInput } from '../../../../server/contract/command.ts';
import type { CollectionFields } from '../../../../server/contract/schema/output.ts';
import { listChanges, type PaginationRun } from '../../../../server/domain/labs/pagination-run.ts';
import type { Client } from '../../../console/client.ts';
import { Latest } from '../../../console/latest.ts';
import type { Mirror } from '../../../console/mirror.ts';

/** The settings of the lab; every member is shown and sent. */
export type PaginationSettings = Required<CommandInput<'labs.pagination'>>;

export const speeds = { slow: 900, normal: 400, fast: 100 } as const;
export type Speed = keyof typeof speeds;

export interface PaginationState {
  readonly settings: PaginationSettings;
  readonly fields: CollectionFields | null;
  /** Null before the first run, and after a refused one. */
  readonly run: PaginationRun | null;
  /** Steps of the run that are shown. */
  readonly step: number;
  readonly isPlaying: boolean;
  readonly speed: Speed;
  /** Why the run is refused, or null. */
  readonly refusal: string | null;
}

/** In the sample workspace, this seed gives both duplicates and gaps. */
const firstSeed = 15;

const firstSettings: PaginationSettings = {
  ...{ collection: '', records: 30, pageSize: 5, sort: '', rate: 2, changes: [...listChanges], seed: firstSeed },
  ...{ client: 'follows', quirks: [] },
};

/** Plays the run of the host step by step. The state outlives the view. */
export class PaginationLab {
  readonly store: StoreApi<PaginationState>;
  readonly #client: Client;
  readonly #mirror: Mirror;
  readonly #choices = new Latest();
  readonly #runs = new Latest();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: Client, mirror: Mirror) {
    this.#client = client;
    this.#mirror = mirror;
    this.store = createStore<PaginationState>(() => ({
      settings: firstSettings,
      ...{ fields: null, run: null, step: 0, isPlaying: false, speed: 'normal', refusal: null },
    }));
  }

  get state(): PaginationState {
    return this.store.getState();
  }

  /** Chooses the users, or else the first collection with some records, unless one is chosen. */
  async open(): Promise<void> {
    if (this.state.settings.collection !== '') return;
    const { collections = [] } = this.#mirror.store.getState().state ?? {};
    const filled = collections.filter(({ count }) => count > 1);
    const chosen = filled.find(({ name }) => name === 'users') ?? filled[0];
    if (chosen) await this.choose(chosen.name);
  }

  /** Chooses a collection, in the order that has the newest records first. */
  async choose(collection: string): Promise<void> {
    const isLatest = this.#choices.begin();
    const known = await this.#client.call('collections.fields', { collection });
    if (!isLatest()) return;
    if (!known.ok) return this.store.setState({ refusal: known.problem.detail });
    const { time, sort, key } = known.value.definition;
    this.store.setState({ fields: known.value });
    await this.set({ collection, sort: time === null ? (sort ?? key) : `-${time}` });
  }

  /** Changes settings and runs again. A finished run is replaced by a finished one. */
  async set(change: Partial<PaginationSettings>): Promise<void> {
    this.pause();
    this.store.setState(({ settings }) => ({ settings: { ...settings, ...change } }));
    const isLatest = this.#runs.begin();
    const reply = await this.#client.call('labs.pagination', this.state.settings);
    if (!isLatest()) return;
    if (!reply.ok) {
      this.pause();
      return this.store.setState({ run: null, step: 0, refusal: reply.problem.detail });
    }
    // It may be played meanwhile, and then goes on from the start.
    const { run, step } = this.state;
    const isAtEnd = run !== null && step === run.steps.length;
    this.store.setState({ run: reply.value, step: isAtEnd ? reply.value.steps.length : 0, refusal: null });
  }

  async anotherSeed(): Promise<void> {
    await this.set({ seed: this.state.settings.seed + 1 });
  }

  setSpeed(speed: Speed): void {
    this.store.setState({ speed });
  }

  /** Plays on, from the start if all steps are shown. */
  play(): void {
    const { run, step } = this.state;
    if (!run) return;
    this.store.setState({ isPlaying: true, step: step === run.steps.length ? 0 : step });
    this.#tick();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.store.setState({ isPlaying: false });
  }

  /** Shows one step more, or the first one after the last. */
  next(): void {
    const { run, step } = this.state;
    this.pause();
    if (run) this.store.setState({ step: step === run.steps.length ? 1 : step + 1 });
  }

  /** Shows this number of steps. */
  show(step: number): void {
    this.pause();
    this.store.setState({ step });
  }

  finish(): void {
    this.show(this.state.run?.steps.length ?? 0);
  }

  #tick(): void {
    const { run, step, isPlaying, speed } = this.state;
    if (!run || !isPlaying) return;
    this.store.setState({ step: step + 1 });
    if (step + 1 >= run.steps.length) this.pause();
    else this.#timer = setTimeout(() => this.#tick(), speeds[speed]);
  }
}
