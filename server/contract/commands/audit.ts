import { z } from 'zod';
import { reportFormats } from '../../domain/report/report.ts';
import { auditScenes, auditSelection } from '../schema/audit.ts';
import { nothing, text } from '../schema/input.ts';
import { type AuditedClient, type AuditRun, output, type SceneSummary } from '../schema/output.ts';
import type { AuditRunState } from '../schema/state.ts';

/** Which rules to apply: `all`, severities or ids of rules, separated by commas. */
const rules = text.optional();

const { from, to, ...client } = auditSelection;

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
    output: output<AuditRun>(),
  },
  /** The results of `audit.run` as a file: JUnit XML with a test case for each rule, Markdown, HTML or JSON. */
  'audit.report': {
    input: z.strictObject({ ...auditSelection, rules, format: z.enum(reportFormats) }),
    output: output<{ readonly file: string; readonly text: string }>(),
  },
  /** The scenes that can be played: the built-in ones, then the scenarios of the workspace. */
  'audit.scenes': { input: nothing, output: output<{ readonly scenes: readonly SceneSummary[] }>() },
  /**
   * Plays scenes against a client: the first one begins at once, `audit.step` begins the next. With `seconds`, a scene also
   * ends so long after its first request. A scene is the name of a built-in one or of a scenario, or a scenario itself. The
   * client's requests then have a live state of their own, which begins as a copy of theirs, so nothing of the run is left
   * after its end. Without `session`, clients outside sessions are meant. Refused with `conflict` while other scenes play,
   * with `unknown-scenario`, `invalid-scenario`, and `bad-request` for an unknown rule.
   */
  'audit.begin': {
    input: z.strictObject({ ...client, rules, scenes: auditScenes, seconds: z.number().min(1).max(3600).optional() }),
    output: output<AuditRunState>(),
  },
  /** Ends the scene that plays, judges it and begins the next one; after the last one the run is over. */
  'audit.step': { input: nothing, output: output<AuditRunState>() },
  /** Ends the run, if it still plays, and judges all of its requests. Refused with `conflict` without a run. */
  'audit.end': { input: nothing, output: output<AuditRunState & AuditRun>() },
  /** Ends the run and forgets it. */
  'audit.cancel': { input: nothing, output: output<null>() },
} as const;
