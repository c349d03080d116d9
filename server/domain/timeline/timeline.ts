import { Queue } from '../basics/queue.ts';
import type { ObservedChange, RecordChange } from '../records/record-source.ts';
import type { SharedCollection } from '../records/shared-collection.ts';
import type { CollectionCounters } from './past-collection.ts';

/** A change of a live record, with the counters of its collection afterwards. The records are shared, not copied. */
export interface TimelineChange extends RecordChange, CollectionCounters {
  readonly collection: SharedCollection;
}

/** Consecutive changes with one cause. */
interface Step {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Id of the request that made them; 0 for an edit. */
  request: number;
  label: string | null;
  /** The number of the change after its last one. */
  end: number;
  /** Estimated bytes of its changes. */
  bytes: number;
}

/** A step of the run. Its moment is the state right after it. */
export interface TimelineStep {
  readonly moment: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Id of the request that changed the records, or null for an edit. */
  readonly request: number | null;
  /** The description of an edit, such as "delete of 42"; null for a request and for an edit under way. */
  readonly label: string | null;
  /** Records changed. */
  readonly changes: number;
}

/** The collections of an open workspace, as a timeline follows them. */
export interface TimelineSource {
  readonly byName: ReadonlyMap<string, SharedCollection>;
  observe(observer: (name: string, change: ObservedChange, collection: SharedCollection) => void): () => void;
  /** Calls back after a collection was added, with true, or removed. */
  observeMembers(observer: (collection: SharedCollection, isPresent: boolean) => void): () => void;
}

export interface TimelineOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The bytes that the changes may take; the oldest steps beyond them are dropped. */
  readonly limit: () => number;
}

/** Bytes in memory of a change with its step, and of a record without its value; measured, and rather too many. */
const changeBytes = 450;

/**
 * Every change of the shared live state since the workspace was opened, as far as the limit allows. A moment is a number
 * that grows with every step; it never stands for another state, also not after another workspace was opened.
 */
export class Timeline {
  /** Id of the request that is being answered; 0 for none. It is the cause of the changes made meanwhile. */
  request = 0;
  /** Moments and their steps. */
  #steps = new Queue<Step>(1);
  #changes = new Queue<TimelineChange>();
  #bytes = 0;
  /** Edits that have no label yet. */
  #unlabelled: Step[] = [];
  #members: { readonly moment: number; readonly collection: SharedCollection; readonly isPresent: boolean }[] = [];
  /** The counters of each collection before its first change in {@link #changes}. */
  readonly #counters = new Map<SharedCollection, CollectionCounters>();
  /** When the first moment began. */
  #since: number;
  #isComplete = true;
  #stop: () => void = () => {};
  #source: TimelineSource | undefined;
  readonly #now: () => number;
  readonly #limit: () => number;

  constructor({ now, limit }: TimelineOptions) {
    this.#now = now;
    this.#limit = limit;
    this.#since = now();
  }

  /** Begins anew with the collections of a workspace. */
  follow(source: TimelineSource): void {
    this.#stop();
    this.#steps = new Queue(this.#steps.next + 1);
    this.#changes = new Queue(this.#changes.next);
    this.#bytes = 0;
    this.#unlabelled = [];
    this.#members = [];
    this.#counters.clear();
    this.#since = this.#now();
    this.#isComplete = true;
    this.#source = source;
    for (const collection of source.byName.values()) this.#counters.set(collection, countersOf(collection));
    const stops = [
      source.observe((_, change, collection) => this.#record(change, collection)),
      source.observeMembers((collection, isPresent) => this.#memberChanged(collection, isPresent)),
    ];
    this.#stop = () => {
      for (const stop of stops) stop();
    };
  }

  /** The first moment that can still be shown. */
  get first(): number {
    return this.#steps.first - 1;
  }

  /** The present moment. */
  get last(): number {
    return this.#steps.next - 1;
  }

  /** When the first moment began, in milliseconds since 1970. */
  get since(): number {
    return this.#since;
  }

  /** True if the first moment is the start of the run. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Estimated bytes of all changes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The step that led to a moment; undefined for the first one, and for one that was dropped or is to come. */
  step(moment: number): TimelineStep | undefined {
    const step = this.#steps.at(moment);
    if (!step) return undefined;
    const { time, request, label, end } = step;
    const changes = end - (this.endOf(moment - 1) ?? this.#changes.first);
    return { moment, time, request: request === 0 ? null : request, label, changes };
  }

  /** The number of the first change after a moment; undefined for a moment that was dropped or is to come. */
  endOf(moment: number): number | undefined {
    return moment === this.first ? this.#changes.first : this.#steps.at(moment)?.end;
  }

  /** A change by its number; undefined for one that was dropped or is to come. */
  change(number: number): TimelineChange | undefined {
    return this.#changes.at(number);
  }

  /** The moments right before and right after a request that was answered at that moment. */
  around(request: number, answered: number): { readonly before: number; readonly after: number } {
    const isWrite = this.#steps.at(answered)?.request === request;
    return { before: isWrite ? answered - 1 : answered, after: answered };
  }

  /** The collections that the workspace had at a moment. */
  collectionsAt(moment: number): readonly SharedCollection[] {
    const later = this.#members.filter((one) => one.moment > moment);
    const present = [...(this.#source?.byName.values() ?? [])];
    const known = new Set([...present, ...later.map(({ collection }) => collection)]);
    return [...known].filter((collection) => {
      const next = later.find((one) => one.collection === collection);
      return next ? !next.isPresent : present.includes(collection);
    });
  }

  /** The counters of a collection before the change of that number. */
  countersAt(collection: SharedCollection, end: number): CollectionCounters {
    for (let number = end - 1; number >= this.#changes.first; number -= 1) {
      const change = this.#changes.at(number);
      if (change?.collection === collection) return change;
    }
    return this.#counters.get(collection) ?? countersOf(collection);
  }

  /** Names the edit that has just been made. */
  label(text: string): void {
    for (const step of this.#unlabelled) step.label = text;
    this.#unlabelled = [];
  }

  /** Gives the request that led to a moment the number under which the log has it. */
  renumber(moment: number, request: number, to: number): void {
    const step = this.#steps.at(moment);
    if (step?.request === request) step.request = to;
  }

  #record({ id, before, after }: ObservedChange, collection: SharedCollection): void {
    if (before === after) return;
    const step = this.#stepUnderWay();
    const { floor, revision, base } = collection;
    const { fieldsDropped, knownFields } = base;
    // Not a spread of countersOf: each write would allocate its counters twice.
    this.#changes.push({ collection, id, before, after, floor, revision, fieldsDropped, knownFields });
    step.end = this.#changes.next;
    // The timeline alone keeps the earlier record; the later one is live.
    const bytes = changeBytes + (before?.valueBytes ?? 0);
    before?.forgetText();
    step.bytes += bytes;
    this.#bytes += bytes;
    while (this.#bytes > this.#limit() && this.first + 1 < this.last) this.#dropFirst();
  }

  #memberChanged(collection: SharedCollection, isPresent: boolean): void {
    this.#stepUnderWay();
    this.#members.push({ moment: this.last, collection, isPresent });
    if (!this.#counters.has(collection)) this.#counters.set(collection, countersOf(collection));
  }

  #stepUnderWay(): Step {
    const { request } = this;
    const last = this.#steps.last();
    if (last?.request === request && (request !== 0 || this.#unlabelled.at(-1) === last)) return last;
    const step = { time: this.#now(), request, label: null, end: this.#changes.next, bytes: 0 };
    this.#steps.push(step);
    if (request === 0) this.#unlabelled.push(step);
    return step;
  }

  #dropFirst(): void {
    const step = this.#steps.shift();
    if (!step) return;
    while (this.#changes.first < step.end) {
      const change = this.#changes.shift();
      if (!change) break;
      this.#counters.set(change.collection, change);
    }
    this.#bytes -= step.bytes;
    this.#since = step.time;
    this.#isComplete = false;
    const [first] = this.#members;
    if (first && first.moment <= this.first) {
      this.#members = this.#members.filter(({ moment }) => moment > this.first);
    }
  }
}

function countersOf({ floor, revision, base }: SharedCollection): CollectionCounters {
  return { floor, revision, fieldsDropped: base.fieldsDropped, knownFields: base.knownFields };
}
