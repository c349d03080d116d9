import type { Comparison, Difference, ReceivedRequest } from './comparison.ts';
import { type Expectation, rangeOf } from './expectation.ts';

/** A request that came close. */
export interface NearMiss {
  /** Id of its entry in the request log, which may no longer hold it. */
  readonly id: number;
  readonly method: string;
  readonly path: string;
  readonly differences: readonly Difference[];
}

/** Matching requests that are named, the latest ones. */
const namedRequests = 100;
const keptNearMisses = 5;

/** What there is to compare a request with that has ended. */
export interface Compared {
  readonly request: Pick<ReceivedRequest, 'id' | 'method' | 'path'>;
  readonly comparison: Comparison;
}

/**
 * What is remembered for an expectation of the requests that have come: numbers, and a few of them by name. Where it cannot
 * be said whether a request matched there are two numbers: `low` as if none of these did, `high` as if all of them did.
 */
export class Tally {
  low = 0;
  high = 0;
  /** Ids of the requests that had it met, in both of these cases; null while it is not. */
  metLow: number | null;
  metHigh: number | null;
  requests: number[] = [];
  nearMisses: { readonly miss: NearMiss; readonly distance: number }[] = [];
  readonly #least: number;

  /** `lost` requests, about which nothing is known, came before all others. */
  constructor(expectation: Expectation, lost: number) {
    [this.#least] = rangeOf(expectation.count);
    this.high = lost;
    this.metLow = this.#least === 0 ? 0 : null;
    this.metHigh = this.#least <= lost ? 0 : null;
  }

  copy(expectation: Expectation): Tally {
    const copy = new Tally(expectation, 0);
    const { low, high, metLow, metHigh } = this;
    return Object.assign(copy, {
      low,
      high,
      metLow,
      metHigh,
      requests: [...this.requests],
      nearMisses: [...this.nearMisses],
    });
  }

  /** Takes in the next request in the order of arrival. `after` is the tally of the expectation that has to be met before. */
  add({ request, comparison }: Compared, after: { readonly name: string; readonly tally: Tally } | undefined): void {
    const { id } = request;
    if (comparison.distance > 0) {
      if (!comparison.isForeign) this.#addNearMiss(request, comparison.differences, comparison.distance);
      return;
    }
    const surelyAfter = after === undefined || isBefore(after.tally.metLow, id);
    if (after === undefined || isBefore(after.tally.metHigh, id)) {
      this.high += 1;
      if (this.high === this.#least) this.metHigh = id;
    }
    if (comparison.isUncertain) return;
    if (after !== undefined && !surelyAfter) {
      this.#addNearMiss(request, [{ pointer: '/after', expected: `after "${after.name}" was met`, got: 'before' }], 1);
      return;
    }
    this.low += 1;
    if (this.low === this.#least) this.metLow = id;
    this.requests.push(id);
    if (this.requests.length > namedRequests) this.requests.shift();
  }

  /** The closest ones stay; of two that are equally close, the later one. */
  #addNearMiss({ id, method, path }: Compared['request'], differences: readonly Difference[], distance: number): void {
    const place = this.nearMisses.findIndex((kept) => distance <= kept.distance);
    if (place < 0 && this.nearMisses.length === keptNearMisses) return;
    const kept = { miss: { id, method, path, differences }, distance };
    this.nearMisses.splice(place < 0 ? this.nearMisses.length : place, 0, kept);
    if (this.nearMisses.length > keptNearMisses) this.nearMisses.pop();
  }
}

function isBefore(met: number | null, id: number): boolean {
  return met !== null && met < id;
}
