import type { RequestOrigin } from '../contract/schema/state.ts';
import type { Captured } from './captured-body.ts';
import type { DelayedResponse, LogEntry, LoggedResponse, RequestAnnotation } from './log-entry.ts';

/** Requests in a block: one is made when the log comes to need it. */
const blockLength = 1024;

/** Where in {@link Block.numbers} each number of a request stands; NaN is null, and as id no request at all. */
const numbers = {
  id: 0,
  time: 1,
  started: 2,
  requestBytes: 3,
  bodyMicros: 4,
  durationMicros: 5,
  weight: 6,
  status: 7,
  length: 8,
  bytes: 9,
} as const;

const width = Object.keys(numbers).length;

/** What requests have that is no number: one column for each. */
class Block {
  readonly numbers = new Float64Array(blockLength * width).fill(Number.NaN);
  readonly methods = column('');
  readonly targets = column('');
  readonly headers = column<readonly string[]>(noLines);
  readonly scenarios = column('');
  readonly sessions = column<string | null>(null);
  readonly origins = column<RequestOrigin>('client');
  readonly requestBodies = column<Captured | null>(null);
  readonly held = column<DelayedResponse | null>(null);
  /** Null for a request without an answer. */
  readonly answerHeaders = column<readonly string[] | null>(null);
  readonly bodies = column<Captured | null>(null);
  readonly explained = column<LoggedResponse['explained']>(null);
}

const noLines: readonly string[] = [];

function column<T>(nothing: T): T[] {
  return new Array<T>(blockLength).fill(nothing);
}

/** What the log has to give back when a request goes. */
export interface PackedHolding {
  readonly weight: number;
  readonly requestBody: Captured | null;
  readonly body: Captured | null;
}

/**
 * Requests that are over, each in a slot: their parts stand in columns, and an entry is made of them when somebody asks.
 * Thousands of entries that come and go with the requests would be carried by the garbage collector from one generation
 * to the next, and be most of what it finds there.
 */
export class PackedEntries {
  readonly #blocks: Block[] = [];

  /** Puts in the place of what is in the slot a request that is over, and has no mark. */
  put(slot: number, entry: LogEntry): void {
    const block = this.#blockOf(slot);
    const row = slot % blockLength;
    const { answer } = entry;
    const from = row * width;
    const own = block.numbers;
    own[from + numbers.id] = entry.id;
    own[from + numbers.time] = entry.time;
    own[from + numbers.started] = entry.started;
    own[from + numbers.requestBytes] = entry.requestBytes;
    own[from + numbers.bodyMicros] = entry.bodyMicros ?? Number.NaN;
    own[from + numbers.durationMicros] = entry.durationMicros ?? Number.NaN;
    own[from + numbers.weight] = entry.weight;
    own[from + numbers.status] = answer?.status ?? Number.NaN;
    own[from + numbers.length] = answer?.length ?? Number.NaN;
    own[from + numbers.bytes] = answer?.bytes ?? 0;
    block.methods[row] = entry.method;
    block.targets[row] = entry.target;
    block.headers[row] = entry.headers;
    block.scenarios[row] = entry.scenario;
    block.sessions[row] = entry.session;
    block.origins[row] = entry.origin;
    block.requestBodies[row] = entry.requestBody;
    block.held[row] = entry.held;
    block.answerHeaders[row] = answer?.headers ?? null;
    block.bodies[row] = answer?.body ?? null;
    block.explained[row] = answer?.explained ?? null;
  }

  /** The request with that id, if it is the one in the slot. */
  get(slot: number, id: number): LogEntry | undefined {
    const block = this.#blocks[Math.floor(slot / blockLength)];
    const row = slot % blockLength;
    if (!block || block.numbers[row * width + numbers.id] !== id) return undefined;
    return new UnpackedEntry(block, row);
  }

  /** What the request in the slot counts for, and what is held of bodies; nothing for an empty slot. */
  heldIn(slot: number): PackedHolding {
    const block = this.#blockOf(slot);
    const row = slot % blockLength;
    return {
      weight: block.numbers[row * width + numbers.weight] || 0,
      requestBody: block.requestBodies[row] ?? null,
      body: block.bodies[row] ?? null,
    };
  }

  /** Lets go of what is in the slot. */
  clear(slot: number): void {
    const block = this.#blockOf(slot);
    const row = slot % blockLength;
    block.numbers[row * width + numbers.id] = Number.NaN;
    block.numbers[row * width + numbers.weight] = 0;
    block.targets[row] = '';
    block.headers[row] = noLines;
    block.requestBodies[row] = null;
    block.answerHeaders[row] = null;
    block.bodies[row] = null;
    block.explained[row] = null;
  }

  #blockOf(slot: number): Block {
    const place = Math.floor(slot / blockLength);
    let block = this.#blocks[place];
    if (!block) {
      block = new Block();
      this.#blocks[place] = block;
    }
    return block;
  }
}

/**
 * An entry made of what was packed. It is of a class because V8 would take an object with the same members for one like
 * those of requests that are under way, and forget what it knows of these: here every number comes as a double.
 */
class UnpackedEntry implements LogEntry {
  readonly id: number;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly string[];
  readonly scenario: string;
  readonly session: string | null;
  readonly time: number;
  readonly started: number;
  readonly origin: RequestOrigin;
  requestBody: Captured | null;
  requestBytes: number;
  bodyMicros: number | null;
  held: DelayedResponse | null;
  answer: LoggedResponse | null;
  durationMicros: number | null;
  weight: number;
  mark: RequestAnnotation | null = null;

  constructor(block: Block, row: number) {
    const number = (place: number) => block.numbers[row * width + place] ?? 0;
    const orNull = (place: number) => (Number.isNaN(number(place)) ? null : number(place));
    this.id = number(numbers.id);
    this.method = block.methods[row] ?? '';
    this.target = block.targets[row] ?? '';
    this.headers = block.headers[row] ?? noLines;
    this.scenario = block.scenarios[row] ?? '';
    this.session = block.sessions[row] ?? null;
    this.time = number(numbers.time);
    this.started = number(numbers.started);
    this.origin = block.origins[row] ?? 'client';
    this.requestBody = block.requestBodies[row] ?? null;
    this.requestBytes = number(numbers.requestBytes);
    this.bodyMicros = orNull(numbers.bodyMicros);
    this.held = block.held[row] ?? null;
    this.durationMicros = orNull(numbers.durationMicros);
    this.weight = number(numbers.weight);
    const headers = block.answerHeaders[row] ?? null;
    this.answer = headers && {
      explained: block.explained[row] ?? null,
      body: block.bodies[row] ?? null,
      headers,
      status: orNull(numbers.status),
      length: orNull(numbers.length),
      bytes: number(numbers.bytes),
    };
  }
}
