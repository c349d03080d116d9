/** `error` if the outcome is unknown, `skipped` if nothing was checked. */
export type CaseOutcome = 'passed' | 'failed' | 'error' | 'skipped';

/** One checked point of a report. */
export interface ReportCase {
  readonly name: string;
  readonly group: string;
  readonly outcome: CaseOutcome;
  /** The word of the outcome, such as `not-met`. */
  readonly type: string;
  /** One sentence. */
  readonly message: string;
  /** Plain lines of detail. */
  readonly lines: readonly string[];
  /** The document that states the rule. */
  readonly source?: { readonly name: string; readonly url: string };
}

/** The result of a verification or an audit, for every format of a report. */
export interface Report {
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly cases: readonly ReportCase[];
}

export const reportFormats = ['junit', 'markdown', 'html', 'json'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** The ending of a report's file. */
export const reportEndings = { junit: 'xml', markdown: 'md', html: 'html', json: 'json' } as const satisfies Record<
  ReportFormat,
  string
>;

/** The number of cases for each outcome. */
export function countCases(cases: readonly ReportCase[]): Readonly<Record<CaseOutcome, number>> {
  const number = (one: CaseOutcome) => cases.filter(({ outcome }) => outcome === one).length;
  return { passed: number('passed'), failed: number('failed'), error: number('error'), skipped: number('skipped') };
}

const labels: readonly (readonly [CaseOutcome, string])[] = [
  ['failed', 'failed'],
  ['error', 'not known'],
  ['passed', 'passed'],
  ['skipped', 'not exercised'],
];

/** Such as `2 failed, 5 passed, 30 not exercised`. */
export function summaryOf({ cases }: Report): string {
  const counts = countCases(cases);
  const parts = labels
    .filter(([outcome]) => counts[outcome] > 0)
    .map(([outcome, label]) => `${counts[outcome]} ${label}`);
  return parts.join(', ') || 'nothing was checked';
}

/** The cases in the order in which people read them, with a heading for each outcome. */
export function sections({ cases }: Report): readonly (readonly [heading: string, cases: readonly ReportCase[]])[] {
  return labels
    .map(([outcome, label]) => [label, cases.filter((one) => one.outcome === outcome)] as const)
    .filter(([, found]) => found.length > 0)
    .map(([label, found]) => [label.charAt(0).toUpperCase() + label.slice(1), found]);
}
