import { z } from 'zod';
import type { RuleResult } from '../../domain/audit/result.ts';
import { reportFormats } from '../../domain/report/report.ts';
import { auditSelection } from '../schema/audit.ts';
import { text } from '../schema/input.ts';
import { type AuditedClient, output } from '../schema/output.ts';

/** Which rules to apply: `all`, severities or ids of rules, separated by commas. */
const rules = text.optional();

/** The audit of clients: what they do wrong, as their requests in the log show. */
export const auditCommands = {
  /** The clients in the log, the latest first. `clientHeader` names them instead of User-Agent. */
  'audit.clients': {
    input: z.strictObject({ clientHeader: auditSelection.clientHeader }),
    output: output<{ readonly clients: readonly AuditedClient[] }>(),
  },
  /**
   * Judges the selected requests by the rules of HTTP: each rule passes, fails or was not exercised. Requests that the
   * console sent are not judged. Refused with `bad-request` for an unknown rule.
   */
  'audit.run': {
    input: z.strictObject({ ...auditSelection, rules }),
    output: output<{ readonly requests: number; readonly results: readonly RuleResult[] }>(),
  },
  /** The results of `audit.run` as a file: JUnit XML with a test case for each rule, Markdown, HTML or JSON. */
  'audit.report': {
    input: z.strictObject({ ...auditSelection, rules, format: z.enum(reportFormats) }),
    output: output<{ readonly file: string; readonly text: string }>(),
  },
} as const;
