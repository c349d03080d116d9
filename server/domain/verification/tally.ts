import type { Comparison, Difference } from './comparison.ts';
import { type Expectation, rangeOf } from './expectation.ts';

/** A request that almost matched. */
export interface NearMiss {
  /** Id in the request log, which may have dropped the entry. */
  readonly id: number;
  readonly method: string;
  readonly path: string;
  readonly differences: readonly Difference[];
}

/** A request that matched. */
export interface MatchingRequest {
  /** Id in the request log, which may have dropped the entry. */
  readonly id: number;
  readonly method: string;
  readonly path: string;
  /** Of the response; null without one. */
  readonly status: number | null;
}

const maxRequests = 100;
const maxNearMisses = 5;

/** A finished request and its comparison with one expectation. */
export interface ComparedRequest {
  readonly request: MatchingRequest;
  readonly comparison: Comparison;
}

/**
 * The requests of an expectation so far: counts, and the latest ones. Requests with an uncertain match count in `high`, but
 * not in `low`.
 */
export class Tally {
  low = 0;
  high = 0;
  /** Id of the request that met the expectation, by either count; null until then. */
  metLow: number | null;
  metHigh: number | null;
  /** Matching requests that got a response with 4xx or 5xx. */
  failed = 0;
  matching: MatchingRequest[] = [];
  nearMisses: { readonly miss: NearMiss; readonly distance: number }[] = [];
  readonly #least: number;

  /** `lost` is the number of earlier requests that the log no longer holds. */
  constructor(expectation: Expectation, lost: number) {
    [this.#least] = rangeOf(expectation.count);
    this.high = lost;
    this.metLow = this.#least === 0 ? 0 : null;
    this.metHigh = this.#least <= lost ? 0 : null;
  }

  copy(expectation: Expectation): Tally {
    const copy = new Tally(expectation, 0);
    const { low, high, metLow, metHigh, failed } = this;
    return Object.assign(copy, {
      low,
      high,
      metLow,
      metHigh,
      failed,
      matching: [...this.matching],
      nearMisses: [...this.nearMisses],
    });
  }

  /** Counts requests that may have matched before the request with this id. */
  lose(requests: number, id: number): void {
    this.high += requests;
    if (this.high >= this.#least) this.metHigh ??= id - 1;
  }

  /** Adds the next request in the order of arrival. `after` is the tally of the expectation that must be met before. */
  add(
    { request, comparison }: ComparedRequest,
    after: { readonly name: string; readonly tally: Tally } | undefined,
  ): void {
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
    if (request.status !== null && request.status >= 400) this.failed += 1;
    this.matching.push(request);
    if (this.matching.length > maxRequests) this.matching.shift();
  }

  /** Keeps the closest ones; of two equally close ones, the later. */
  #addNearMiss(
    { id, method, path }: ComparedRequest['request'],
    differences: readonly Difference[],
    distance: number,
  ): void {
    const place = this.nearMisses.findIndex((other) => distance <= other.distance);
    if (place < 0 && this.nearMisses.length === maxNearMisses) return;
    const added = { miss: { id, method, path, differences }, distance };
    this.nearMisses.splice(place < 0 ? this.nearMisses.length : place, 0, added);
    if (this.nearMisses.length > maxNearMisses) this.nearMisses.pop();
  }
}

function isBefore(met: number | null, id: number): boolean {
  return met !== null && met < id;
}
