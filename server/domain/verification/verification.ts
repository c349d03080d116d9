import { compare, type ReceivedRequest } from './comparison.ts';
import type { Expectation } from './expectation.ts';
import { type ExpectationResult, resultOf } from './result.ts';
import { type Compared, Tally } from './tally.ts';

/** From when on requests count for an expectation. */
export interface Beginning {
  /** Id of the first request that counts. */
  readonly first: number;
  /** Requests before that one that count as well, if they match, but that nothing is known of any more. */
  readonly lost: number;
}

interface Declared {
  readonly expectation: Expectation;
  readonly first: number;
  /** What its requests have to come after. */
  readonly after: Declared | undefined;
}

/** A request that has ended, compared with what was declared then. */
interface Ended {
  readonly request: Compared['request'];
  readonly comparisons: ReadonlyMap<Declared, Compared['comparison']>;
}

/** Requests that have ended may wait for so many others at the most. */
const longestQueue = 1000;

/**
 * Expectations, and what came of them. Requests are compared as they end, and nothing of them is kept but numbers and the
 * latest and closest few. The order of requests is that in which they arrived: what has ended waits until all that came
 * before has ended too, except that a request which is still under way when a thousand others have ended is not waited for.
 */
export class Verification {
  readonly #tallies = new Map<Declared, Tally>();
  readonly #underWay = new Set<number>();
  /** In the order of arrival. */
  readonly #ended: Ended[] = [];

  get expectations(): readonly Expectation[] {
    return Array.from(this.#tallies.keys(), ({ expectation }) => expectation);
  }

  /** Adds an expectation, complete and fit to stand behind the others; `past` are the requests since its beginning, in order. */
  declare(expectation: Expectation, { first, lost }: Beginning, past: Iterable<ReceivedRequest>): void {
    this.#settle(0);
    const after = this.#find(({ name, session }) => name === expectation.after && session === expectation.session);
    const declared: Declared = { expectation, first, after };
    this.#tallies.set(declared, new Tally(expectation, lost));
    for (const request of past) {
      if (request.id < first) continue;
      const { id, method, path } = request;
      const comparisons = new Map([[declared, compare(expectation, request)]]);
      settle(this.#tallies, { request: { id, method, path }, comparisons });
    }
  }

  /** Takes expectations away. Those that are to come after one of them are taken along. */
  remove(isMeant: (expectation: Expectation) => boolean): void {
    for (const declared of this.#tallies.keys()) {
      const { after, expectation } = declared;
      const isLeft = after === undefined || this.#tallies.has(after);
      if (isMeant(expectation) || !isLeft) this.#tallies.delete(declared);
    }
  }

  /** A request has arrived. */
  began(id: number): void {
    this.#underWay.add(id);
  }

  /** A request is over, answered or not. */
  ended(request: ReceivedRequest): void {
    const { id, method, path } = request;
    this.#underWay.delete(id);
    const comparisons = new Map<Declared, Compared['comparison']>();
    for (const declared of this.#tallies.keys()) {
      if (id >= declared.first) comparisons.set(declared, compare(declared.expectation, request));
    }
    let place = this.#ended.length;
    while (place > 0 && (this.#ended[place - 1]?.request.id ?? 0) > id) place -= 1;
    this.#ended.splice(place, 0, { request: { id, method, path }, comparisons });
    this.#settle(longestQueue);
  }

  /** How every expectation stands, with all requests that have ended, in the order in which they were declared. */
  results(): readonly ExpectationResult[] {
    const tallies = new Map(
      Array.from(this.#tallies, ([declared, tally]) => [declared, tally.copy(declared.expectation)]),
    );
    for (const ended of this.#ended) settle(tallies, ended);
    return Array.from(tallies, ([{ expectation }, tally]) => resultOf(expectation, tally));
  }

  #find(isMeant: (expectation: Expectation) => boolean): Declared | undefined {
    for (const declared of this.#tallies.keys()) if (isMeant(declared.expectation)) return declared;
    return undefined;
  }

  /** Counts what has ended and has nothing under way before it; of the rest, so many may go on waiting. */
  #settle(mayWait: number): void {
    // The ids of a set stand in the order in which they were added: the first one is the oldest.
    const [oldest = Number.POSITIVE_INFINITY] = this.#underWay;
    let settled = 0;
    for (const ended of this.#ended) {
      if (ended.request.id > oldest && this.#ended.length - settled <= mayWait) break;
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
