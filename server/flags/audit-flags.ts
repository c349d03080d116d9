import { selectRules } from '../domain/audit/audit.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { type ReportFormat, reportEndings, reportFormats } from '../domain/report/report.ts';
import type { FlagName, FlagValues } from './flag-table.ts';

/** Checks the flags of the audit; `named` gives the flag or the variable that has set a value. A refusal is a sentence. */
export function checkAuditFlags(
  { audit, report, scenes }: Pick<FlagValues, 'audit' | 'report' | 'scenes'>,
  named: (name: FlagName) => string,
): Result<null, string> {
  if (report !== undefined && audit === undefined) {
    return refuse(`${named('report')} needs --audit, which names the rules.`);
  }
  if (scenes !== undefined && audit === undefined) {
    return refuse(`${named('scenes')} needs --audit, which names the rules.`);
  }
  if (report !== undefined && !formatOf(report)) {
    return refuse(`${named('report')} takes a file that ends with .xml, .md, .html or .json, not "${report}".`);
  }
  const rules = selectRules(audit ?? 'all');
  return rules.ok ? accept(null) : refuse(`${named('audit')}: ${rules.problem}`);
}

/** The format of a report, by the ending of its file. */
export function formatOf(file: string): ReportFormat | undefined {
  return reportFormats.find((format) => file.toLowerCase().endsWith(`.${reportEndings[format]}`));
}
