import { count } from '../json/wording.ts';
import type { Report } from '../report/report.ts';
import { countName, type Expectation, rangeOf } from './expectation.ts';
import type { MatchingRequest, NearMiss, Tally } from './tally.ts';

/** `unknown` if the log no longer holds what the comparison needs: whole bodies, or old requests. */
export type Outcome = 'met' | 'not-met' | 'unknown';

/** The state of an expectation. */
export interface ExpectationResult {
  readonly expectation: Expectation;
  readonly outcome: Outcome;
  /** A sentence about the expected and the received requests. */
  readonly verdict: string;
  /** Number of requests that certainly matched. */
  readonly matched: number;
  /** Number of requests that certainly matched and got a response with 4xx or 5xx. */
  readonly failed: number;
  /** Number of requests that may have matched. */
  readonly unknown: number;
  /** Ids of the latest 100 matching requests, oldest first. */
  readonly requests: readonly number[];
  /** The same requests with their responses' statuses. */
  readonly matching: readonly MatchingRequest[];
  /** If too few requests matched: at most five that came close, the closest first. */
  readonly nearMisses: readonly NearMiss[];
}

export function resultOf(expectation: Expectation, tally: Tally): ExpectationResult {
  const { low, high, failed, matching, nearMisses } = tally;
  const [least, most] = rangeOf(expectation.count);
  const outcome = low >= least && high <= most ? 'met' : high < least || low > most ? 'not-met' : 'unknown';
  return {
    expectation,
    outcome,
    verdict: verdictOf(expectation, tally),
    matched: low,
    failed,
    unknown: high - low,
    requests: matching.map(({ id }) => id),
    matching,
    nearMisses: low < least ? nearMisses.map(({ miss }) => miss) : [],
  };
}

function verdictOf({ count: expected, after }: Expectation, { low: matched, high, failed }: Tally): string {
  const unknown = high - matched;
  const order = after === undefined ? '' : ` after "${after}" was met`;
  const some = matched > failed ? `${failed} of them ` : failed > 1 ? 'all ' : '';
  const errors = failed === 0 ? '' : `, ${some}with an error response`;
  const doubt =
    unknown === 0 ? '' : `; ${unknown} more may have matched, but the log no longer holds all of their data`;
  return `Expected ${countName(expected)}${order}; ${matched === 0 ? 'none' : matched} matched${errors}${doubt}.`;
}

/** Describes a near miss in lines: the request, then its differences. */
export function nearMissLines({ id, method, path, differences }: NearMiss): readonly string[] {
  return [
    `request ${id}, ${method} ${path}, differs in ${count(differences.length, 'place')}:`,
    ...differences.map(({ pointer, expected, got }) => `  ${pointer}: expected ${expected}, got ${got}`),
  ];
}

/** What a command has deleted: it may be other expectations than the caller last read. */
export interface RemovedExpectations {
  readonly removed: readonly Expectation[];
}

/** The number of results for each outcome. */
export function countOutcomes(results: readonly ExpectationResult[]): Readonly<Record<Outcome, number>> {
  const number = (one: Outcome) => results.filter(({ outcome }) => outcome === one).length;
  return { met: number('met'), 'not-met': number('not-met'), unknown: number('unknown') };
}

const reported = { met: 'passed', 'not-met': 'failed', unknown: 'error' } as const;

/** The results as a report. */
export function verificationReport(results: readonly ExpectationResult[], title: string, time: number): Report {
  const cases = results.map(({ expectation: { name, session }, outcome, verdict, nearMisses }) => ({
    name,
    group: session === undefined ? 'expectations' : `expectations of ${session}`,
    outcome: reported[outcome],
    type: outcome,
    message: verdict,
    lines: nearMisses.flatMap(nearMissLines),
  }));
  return { title, time, cases };
}
