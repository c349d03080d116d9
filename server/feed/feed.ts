import type { ConsoleEvent, ConsoleEventBody } from '../contract/event.ts';
import type { ConsoleState } from '../contract/schema/state.ts';

export type FeedListener = (events: readonly ConsoleEvent[]) => void;

/** One function per slice of the state: the feed asks when it sends, so no second copy can be stale. */
export type Slices = { readonly [Key in keyof ConsoleState]: () => ConsoleState[Key] };

/** Records that one event names at most; beyond, the console reads its pages anew. */
const namedRecords = 200;

/** Milliseconds between two batches while changes go on. */
const interval = 50;

/** Batches that may follow each other at once after a pause. */
const burst = 4;

/** Milliseconds in which the changes of one request meet in one batch. */
const gathering = 2;

/**
 * The numbered events that every console follows. Changes are only marked; they are sent in one batch, after a command at
 * once. A change after a pause goes out at once as well, so that it is seen at once; a thousand requests a second cost twenty
 * batches.
 */
export class Feed {
  readonly #listeners = new Set<FeedListener>();
  readonly #dirty = new Set<keyof ConsoleState>();
  /** Changed ids by collection; null when they are too many to name. */
  readonly #records = new Map<string, Set<string> | null>();
  readonly #sources: (() => readonly ConsoleEventBody[])[] = [];
  #slices: Slices | undefined;
  #timer: NodeJS.Timeout | undefined;
  #seq = 0;
  /** The earliest time of the next batch, by `performance.now()`. It lies in the past by the batches that may follow at once. */
  #due = 0;

  /** Sets where the state comes from. The parts that mark their slices are made before it, so it comes last. */
  provide(slices: Slices): void {
    this.#slices = slices;
  }

  /** Adds a function that is asked for its events at every batch. */
  addSource(source: () => readonly ConsoleEventBody[]): void {
    this.#sources.push(source);
  }

  /** Follows the events; returns how to stop. */
  subscribe(listener: FeedListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** False while no listener is there. */
  get isFollowed(): boolean {
    return this.#listeners.size > 0;
  }

  /** The whole state and the number of the last event that it contains. */
  snapshot(): ConsoleState & { readonly seq: number } {
    const names = Object.keys(this.#slices ?? {}) as (keyof ConsoleState)[];
    return { ...(this.#collect(names) as ConsoleState), seq: this.#seq };
  }

  /** Marks slices that have a new value. */
  markDirty(...names: readonly (keyof ConsoleState)[]): void {
    for (const name of names) this.#dirty.add(name);
    this.#schedule();
  }

  /** Marks a record that changed. */
  markRecordDirty(collection: string, id: string): void {
    const named = this.#records.get(collection);
    if (named === undefined) this.#records.set(collection, new Set([id]));
    else if (named && named.size < namedRecords) named.add(id);
    else this.#records.set(collection, null);
    this.markDirty('collections');
  }

  /** Marks all records of collections that were added or removed. Sessions may have changed some of them. */
  markCollectionsDirty(collections: readonly string[]): void {
    for (const collection of collections) this.#records.set(collection, null);
    this.markDirty('collections', 'sessions');
  }

  /** Sends every change marked so far, now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const bodies: ConsoleEventBody[] = this.#sources.flatMap((source) => source());
    for (const [collection, ids] of this.#records) bodies.push({ type: 'records', collection, ids: ids && [...ids] });
    if (this.#dirty.size > 0) bodies.push({ type: 'state', state: this.#collect([...this.#dirty]) });
    this.#records.clear();
    this.#dirty.clear();
    this.#send(bodies);
  }

  /** Sends events that have no slice, after the changes marked so far. */
  emit(...bodies: readonly ConsoleEventBody[]): void {
    this.flush();
    this.#send(bodies);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  #schedule(): void {
    if (this.#timer !== undefined) return;
    const wait = Math.max(gathering, this.#due - performance.now());
    this.#timer = setTimeout(() => {
      this.#due = Math.max(this.#due, performance.now() - (burst - 1) * interval) + interval;
      this.flush();
    }, wait);
    this.#timer.unref();
  }

  #send(bodies: readonly ConsoleEventBody[]): void {
    if (bodies.length === 0) return;
    const events = bodies.map((body) => ({ ...body, seq: ++this.#seq }));
    for (const listener of this.#listeners) listener(events);
  }

  #collect(names: readonly (keyof ConsoleState)[]): Partial<ConsoleState> {
    return Object.fromEntries(names.map((name) => [name, this.#slices?.[name]()]));
  }
}
