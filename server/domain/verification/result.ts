import { count } from '../json/wording.ts';
import { countName, type Expectation, rangeOf } from './expectation.ts';
import type { NearMiss, Tally } from './tally.ts';

/**
 * `unknown` where it cannot be said whether an expectation is met: the log does not keep the whole of a long body, and it
 * lets go of old requests.
 */
export type Outcome = 'met' | 'not-met' | 'unknown';

/** How an expectation stands. */
export interface ExpectationResult {
  readonly expectation: Expectation;
  readonly outcome: Outcome;
  /** A sentence that says what was expected and what came. */
  readonly verdict: string;
  /** Requests that surely matched. */
  readonly matched: number;
  /** Requests of which it cannot be said. */
  readonly unknown: number;
  /** Ids of the requests that matched, oldest first: the latest 100. */
  readonly requests: readonly number[];
  /** Where too few matched: the requests that came closest, the closest first, at most five. */
  readonly nearMisses: readonly NearMiss[];
}

export function resultOf(expectation: Expectation, { low, high, requests, nearMisses }: Tally): ExpectationResult {
  const [least, most] = rangeOf(expectation.count);
  const outcome = low >= least && high <= most ? 'met' : high < least || low > most ? 'not-met' : 'unknown';
  return {
    expectation,
    outcome,
    verdict: verdictOf(expectation, low, high - low),
    matched: low,
    unknown: high - low,
    requests,
    nearMisses: low < least ? nearMisses.map(({ miss }) => miss) : [],
  };
}

function verdictOf({ count: expected, after }: Expectation, matched: number, unknown: number): string {
  const order = after === undefined ? '' : ` after "${after}" was met`;
  const doubt =
    unknown === 0
      ? ''
      : `; of ${unknown} more it cannot be said, because the log does not hold all that would have to be compared`;
  return `Expected ${countName(expected)}${order}; ${matched === 0 ? 'none' : matched} matched${doubt}.`;
}

/** A near miss in lines: the request, then what differs. */
export function nearMissLines({ id, method, path, differences }: NearMiss): readonly string[] {
  return [
    `request ${id}, ${method} ${path}, differs in ${count(differences.length, 'place')}:`,
    ...differences.map(({ pointer, expected, got }) => `  ${pointer}: expected ${expected}, got ${got}`),
  ];
}

/** How many of the results have each outcome. */
export function countOutcomes(results: readonly ExpectationResult[]): Readonly<Record<Outcome, number>> {
  const number = (wanted: Outcome) => results.filter(({ outcome }) => outcome === wanted).length;
  return { met: number('met'), 'not-met': number('not-met'), unknown: number('unknown') };
}
