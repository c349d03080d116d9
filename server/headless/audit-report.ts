import type { Reply } from '../contract/decode.ts';
import type { AuditRunState } from '../contract/schema/state.ts';
import { hasFailed, type RuleResult } from '../domain/audit/result.ts';
import { count } from '../domain/json/wording.ts';
import { formatOf } from '../flags/audit-flags.ts';
import type { Host } from '../host.ts';
import { printLines } from './terminal-lines.ts';
import { writeReport } from './write-report.ts';

/** Seconds of a scene after its first request. */
const sceneSeconds = 10;

/** Begins to play scenes against all clients outside sessions; `names` is empty for every built-in one. */
export function beginScenes(host: Host, names: readonly string[], rules = 'all'): Promise<Reply<AuditRunState>> {
  const scenes = names.length === 0 ? {} : { scenes: [...names] };
  return host.perform('audit.begin', { ...scenes, rules, seconds: sceneSeconds });
}

/**
 * Audits all clients, prints the broken rules to stderr and writes the report if `file` names one. Returns the exit code of
 * the program: 0 if no rule fails that is more than information and the file is written, else 1.
 */
export async function reportAudit(host: Host, rules: string, file: string | undefined): Promise<number> {
  const audited = await host.perform('audit.run', { rules });
  if (!audited.ok) throw new Error(audited.problem.detail);
  const { requests, results } = audited.value;
  printLines(auditLines(requests, results));
  const played = await host.perform('audit.end', {});
  if (played.ok) printLines(sceneLines(played.value));
  const format = file === undefined ? undefined : (formatOf(file) ?? 'junit');
  const isWritten =
    file === undefined || !format || (await writeReport(file, await host.perform('audit.report', { rules, format })));
  return isWritten && !hasFailed(results) ? 0 : 1;
}

/** A line for each scene: how many requests met it, and which rules were broken. */
function sceneLines({ scenes }: AuditRunState): readonly string[] {
  return scenes.map(({ name, requests, failed }) => {
    if (requests === 0) return `Scene ${name}: no request met it.`;
    const broken = failed === null || failed.length === 0 ? 'no rule broken' : `broken: ${failed.join(', ')}`;
    return `Scene ${name}: ${count(requests, 'request')}, ${broken}.`;
  });
}

/** One line for all rules, and a few for each that is broken. */
function auditLines(requests: number, results: readonly RuleResult[]): readonly string[] {
  const broken = results.filter(({ outcome }) => outcome === 'fail');
  const exercised = results.filter(({ outcome }) => outcome !== 'not-exercised');
  return [
    `Audit of ${count(requests, 'request')}: ${broken.length} of ${count(exercised.length, 'exercised rule')} broken.`,
    ...broken.flatMap(({ id, severity, mend, findings, failures }) => [
      `${severity} ${id} (${count(failures, 'finding')})`,
      ...findings.slice(0, 3).map(({ detail, requests: ids }) => `  request ${ids.join(', ')}: ${detail}`),
      `  ${mend}`,
    ]),
  ];
}
