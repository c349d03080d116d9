import type { SharingInstance, SharingState } from '../contract/schema/state.ts';
import { writePatience } from './engine/patience.ts';
import { Waiters } from './engine/waiters.ts';
import type { LoadedState } from './entries/loaded-state.ts';
import type { LogEntry } from './entries/log-entry.ts';

/** `live`: connected and following. `away`: the engine cannot be reached. `loading`: reading everything anew. */
export type ReplicaCondition = 'live' | 'away' | 'loading';

/** Where an instance stands in the log of all instances, for those who wait for it. */
export class ReplicaStatus {
  condition: ReplicaCondition = 'loading';
  epoch = 0;
  /** The number of the latest entry that is applied here. */
  revision = 0;
  /** The revision of the latest change of the scenarios themselves, zero before the first. */
  scenariosAt = 0;
  /** The revision of the latest change of each part of the workspace. */
  partsAt: Map<string, number> = new Map();
  /** The highest version that a record has had in this epoch, as far as this instance knows. */
  highest = 0;
  /** The revision of the latest step of the history of edits, zero before the first. */
  historyAt = 0;
  /** Changes that the engine has lost since the start. */
  lost = 0;
  /** Requests that the log of this instance has missed since the start. */
  lostRequests = 0;
  /** The instances that take part, this one among them, as of the latest second. */
  #instances: readonly SharingInstance[] = [];
  /** Is called when what consoles show has changed. */
  onChange: () => void = () => {};
  /** Why the latest connection ended, as a phrase. */
  reason = '';
  readonly #waiters = new Waiters();
  #isPreparing = false;
  #isClosed = false;

  /** Whether reads are current, and how many instances take part. Anybody may read it, so it names no host. */
  get report() {
    const { condition: state, epoch, revision, lost: lostChanges } = this;
    return { state, epoch, revision, lostChanges, instances: this.#instances.length };
  }

  /** The state that consoles show. */
  get shown(): Omit<SharingState, 'engine'> {
    const { condition: state, epoch, lost: lostChanges, lostRequests } = this;
    return { state, epoch, lostChanges, lostRequests, instances: this.#instances };
  }

  /** The position that every decision depends on. */
  get position(): { readonly epoch: number; readonly collectionsAt: number } {
    return { epoch: this.epoch, collectionsAt: this.collectionsAt };
  }

  /** The revision of the latest change of the collections themselves, zero before the first. */
  get collectionsAt(): number {
    return this.partsAt.get('collections') ?? 0;
  }

  /** Takes over what the engine knows of the instances. */
  meet(instances: readonly SharingInstance[]): void {
    const isNews = JSON.stringify(instances) !== JSON.stringify(this.#instances);
    this.#instances = instances;
    if (isNews) this.onChange();
  }

  /** Resolves to false if the instance is not live within so many milliseconds. */
  live(milliseconds: number): Promise<boolean> {
    return this.#waiters.until(() => this.condition === 'live', milliseconds);
  }

  /**
   * Resolves to false if it is not so within the time. A large change that is being prepared, or a state that is read whole,
   * takes the time that it takes.
   */
  async reached(epoch: number, revision: number): Promise<boolean> {
    const isMet = () => this.epoch > epoch || (this.epoch === epoch && this.revision >= revision);
    do if (await this.#waiters.until(isMet, writePatience)) return true;
    while (this.#isPreparing && !this.#isClosed);
    return false;
  }

  /** Prepares a large change, or reads a state whole. */
  async whilePreparing<T>(prepare: () => Promise<T>): Promise<T> {
    this.#isPreparing = true;
    try {
      return await prepare();
    } finally {
      this.#isPreparing = false;
    }
  }

  /** Stands behind an entry that was applied. */
  advance({ scenarios, history, parts = {} }: LogEntry, revision: number): void {
    for (const name of Object.keys(parts)) this.partsAt.set(name, revision);
    if (history) this.historyAt = revision;
    if (scenarios) this.scenariosAt = revision;
    this.revision = revision;
    this.#waiters.wake();
  }

  /** Stands where a state was read whole. Those who wait are told with the next {@link enter}. */
  load({ epoch, revision, scenariosAt, historyAt, partsAt }: LoadedState): void {
    this.epoch = epoch;
    this.scenariosAt = scenariosAt;
    this.historyAt = historyAt;
    this.partsAt = new Map(partsAt);
    this.revision = revision;
  }

  enter(condition: ReplicaCondition): void {
    this.condition = condition;
    this.#waiters.wake();
    this.onChange();
  }

  /** Why there is no engine, as a sentence. */
  away(): string {
    return `The engine of the shared state cannot be reached: ${this.reason === '' ? 'it does not answer' : this.reason}.`;
  }

  /** Ends all waiting, now and later. */
  close(): void {
    this.#isClosed = true;
    this.#waiters.close();
  }
}
