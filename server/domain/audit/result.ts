import type { Report } from '../report/report.ts';
import type { AuditRule, Finding } from './rule.ts';
import { isScene } from './scenes.ts';

export type AuditOutcome = 'pass' | 'fail' | 'not-exercised';

/** How the audited clients kept a rule. */
export interface RuleResult extends Pick<AuditRule, 'id' | 'title' | 'severity' | 'source' | 'mend'> {
  readonly outcome: AuditOutcome;
  /** Number of situations in which the rule applied. */
  readonly exercised: number;
  /** Number of findings; `findings` has the first ones. */
  readonly failures: number;
  /** The scenarios that were active for the findings. */
  readonly failedIn: readonly string[];
  readonly findings: readonly Finding[];
}

/** True if a rule fails that is more than information. */
export function hasFailed(results: readonly RuleResult[]): boolean {
  return results.some(({ outcome, severity }) => outcome === 'fail' && severity !== 'information');
}

const outcomes = { pass: 'passed', fail: 'failed', 'not-exercised': 'skipped' } as const;

/** The results as a report. */
export function auditReport(results: readonly RuleResult[], title: string, time: number): Report {
  const cases = results.map(({ title: name, severity, source, mend, outcome, failures, findings }) => ({
    name,
    group: severity,
    outcome: outcomes[outcome],
    type: severity,
    source,
    message: outcome === 'fail' ? mend : 'No request was in this situation.',
    lines: [
      ...findings.map(({ detail, requests, scenario }) => {
        const ids = requests.map((id) => `request ${id}`).join(', ');
        return `${detail} (${ids}${isScene(scenario) ? `; ${scenario}` : ''})`;
      }),
      ...(failures > findings.length ? [`${failures - findings.length} more.`] : []),
    ],
  }));
  return { title: `Client audit of ${title}`, time, cases };
}
