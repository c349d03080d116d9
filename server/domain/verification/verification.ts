import { type Secrets, usualSecrets } from '../request/secrets.ts';
import { compare, type ReceivedRequest } from './comparison.ts';
import type { Expectation } from './expectation.ts';
import { type ExpectationResult, resultOf } from './result.ts';
import { type ComparedRequest, Tally } from './tally.ts';

/** The requests that count for an expectation. */
export interface Beginning {
  /** Id of the first request that counts. */
  readonly first: number;
  /** Number of earlier requests that may have matched, but that the log no longer holds. */
  readonly lost: number;
}

interface Declared {
  readonly expectation: Expectation;
  readonly first: number;
  /** The expectation that must be met before. */
  readonly after: Declared | undefined;
}

/** A finished request and its comparisons with the expectations declared at its end. */
interface Ended {
  readonly request: ComparedRequest['request'];
  readonly comparisons: ReadonlyMap<Declared, ComparedRequest['comparison']>;
}

/** The limit of finished requests that wait for an earlier, unfinished one. */
const longestQueue = 1000;

/**
 * Expectations and their tallies. Compares each request when it ends and keeps only counts and a few ids. Requests count in
 * the order of their arrival: a finished request waits until all earlier ones have finished, or until the queue has a
 * thousand others.
 */
export class Verification {
  readonly #tallies = new Map<Declared, Tally>();
  readonly #unfinished = new Set<number>();
  /** In the order of arrival. */
  readonly #ended: Ended[] = [];
  readonly #secrets: () => Secrets;

  /** `secrets` are the values that no result names. */
  constructor(secrets: () => Secrets = () => usualSecrets) {
    this.#secrets = secrets;
  }

  get expectations(): readonly Expectation[] {
    return Array.from(this.#tallies.keys(), ({ expectation }) => expectation);
  }

  /** Adds an expectation; `past` are the requests since its beginning, in the order of arrival. */
  declare(expectation: Expectation, { first, lost }: Beginning, past: Iterable<ReceivedRequest>): void {
    this.#settle(0);
    const after = this.#find(({ name, session }) => name === expectation.after && session === expectation.session);
    const declared: Declared = { expectation, first, after };
    this.#tallies.set(declared, new Tally(expectation, lost));
    for (const request of past) {
      if (request.id < first) continue;
      const { id, method, path, status } = request;
      const comparisons = new Map([[declared, compare(expectation, request, this.#secrets())]]);
      settle(this.#tallies, { request: { id, method, path, status }, comparisons });
    }
  }

  /** Removes expectations, and those that depend on them with `after`; gives all that it has removed. */
  remove(isRemoved: (expectation: Expectation) => boolean): readonly Expectation[] {
    const removed: Expectation[] = [];
    for (const declared of this.#tallies.keys()) {
      const { after, expectation } = declared;
      const isOrphan = after !== undefined && !this.#tallies.has(after);
      if (!isRemoved(expectation) && !isOrphan) continue;
      this.#tallies.delete(declared);
      removed.push(expectation);
    }
    return removed;
  }

  /** Puts the expectations into an order, in which each one still follows the one that must be met before it. */
  arrange(order: readonly Pick<Expectation, 'name' | 'session'>[]): void {
    const tallies = new Map(this.#tallies);
    this.#tallies.clear();
    const place = (declared: Declared | undefined) => {
      const tally = declared && tallies.get(declared);
      if (!tally || this.#tallies.has(declared)) return;
      place(declared.after);
      this.#tallies.set(declared, tally);
    };
    const known = [...tallies.keys()];
    for (const { name, session } of order) {
      place(known.find(({ expectation }) => expectation.name === name && expectation.session === session));
    }
    for (const declared of known) place(declared);
  }

  /** Records the arrival of a request. */
  began(id: number): void {
    this.#unfinished.add(id);
  }

  /** Compares a finished request, also one without a response. */
  ended(request: ReceivedRequest): void {
    const { id, method, path, status } = request;
    this.#unfinished.delete(id);
    const comparisons = new Map<Declared, ComparedRequest['comparison']>();
    for (const declared of this.#tallies.keys()) {
      if (id >= declared.first) comparisons.set(declared, compare(declared.expectation, request, this.#secrets()));
    }
    let place = this.#ended.length;
    while (place > 0 && (this.#ended[place - 1]?.request.id ?? 0) > id) place -= 1;
    this.#ended.splice(place, 0, { request: { id, method, path, status }, comparisons });
    this.#settle(longestQueue);
  }

  /** Counts requests that may have matched, but of which nothing is known. `id` is that of the next request. */
  lose(requests: number, id: number): void {
    for (const tally of this.#tallies.values()) tally.lose(requests, id);
  }

  /** The results of all expectations in the order of their declaration. They include the finished requests that wait. */
  results(): readonly ExpectationResult[] {
    const tallies = new Map(
      Array.from(this.#tallies, ([declared, tally]) => [declared, tally.copy(declared.expectation)]),
    );
    for (const ended of this.#ended) settle(tallies, ended);
    return Array.from(tallies, ([{ expectation }, tally]) => resultOf(expectation, tally));
  }

  #find(matches: (expectation: Expectation) => boolean): Declared | undefined {
    for (const declared of this.#tallies.keys()) if (matches(declared.expectation)) return declared;
    return undefined;
  }

  /** Counts finished requests with no unfinished one before them; at most `maxWaiting` others go on waiting. */
  #settle(maxWaiting: number): void {
    // A set iterates in the order of insertion: the first id is the oldest.
    const [oldest = Number.POSITIVE_INFINITY] = this.#unfinished;
    let settled = 0;
    for (const ended of this.#ended) {
      if (ended.request.id > oldest && this.#ended.length - settled <= maxWaiting) break;
      settle(this.#tallies, ended);
      settled += 1;
    }
    this.#ended.splice(0, settled);
  }
}

function settle(tallies: ReadonlyMap<Declared, Tally>, { request, comparisons }: Ended): void {
  for (const [declared, comparison] of comparisons) {
    const { after } = declared;
    const tally = after && tallies.get(after);
    tallies.get(declared)?.add({ request, comparison }, after && tally && { name: after.expectation.name, tally });
  }
}
