import { parseArgs } from 'node:util';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { type DriftCheck, hasDrift } from '../domain/drift/drift.ts';
import { describeChange } from '../domain/drift/drift-report.ts';
import { count } from '../domain/json/wording.ts';
import { formatOf } from '../flags/audit-flags.ts';
import { createHost, type Host } from '../host.ts';
import { writeText } from './command-files.ts';
import { printLines } from './terminal-lines.ts';

interface DriftArguments {
  readonly workspace: string;
  readonly url: string;
  readonly headers: readonly [string, string][];
  readonly collections: readonly string[];
  readonly writes: boolean;
  readonly rate: number | undefined;
  readonly report: string | undefined;
  readonly force: boolean;
}

/**
 * Compares a workspace, of which a copy is opened in memory, with the real service. The exit code is 0 if both do the same, 1
 * if they differ, and 2 if they could not be compared. SIGINT and SIGTERM first delete what was made.
 */
export async function runDrift(words: readonly string[], usage: string): Promise<number> {
  const given = argumentsOf(words);
  if (!given.ok) return fail(`${given.problem} Usage: mock-api-console ${usage}`);
  const { workspace, report, force, headers, collections, url, writes, rate } = given.value;
  const onFault = (fault: unknown) => printLines([`A bug in the program: ${String(fault)}`]);
  const created = await createHost({ workspace, storage: 'memory', onFault });
  if (!created.ok) return fail(created.problem.detail);
  const host = created.value;
  const cancel = () => void host.perform('jobs.cancel', { kind: 'drift' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, cancel);
  try {
    const some = collections.length > 0 && { collections };
    const speed = rate !== undefined && { rate };
    const run = await host.call('drift.run', { url, headers, writes, ...some, ...speed });
    if (!run.ok) return fail(run.problem.detail);
    return await printResult(host, run.value as { readonly checks: readonly DriftCheck[] }, report, force);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, cancel);
    await host.close();
  }
}

async function printResult(
  host: Host,
  { checks }: { readonly checks: readonly DriftCheck[] },
  file: string | undefined,
  isForced: boolean,
): Promise<number> {
  printLines(driftLines(checks));
  const code = hasDrift(checks) ? 1 : 0;
  if (file === undefined) return code;
  const report = await host.perform('drift.report', { format: formatOf(file) ?? 'junit' });
  if (!report.ok) return fail(report.problem.detail);
  const written = await writeText(file, report.value.text, isForced);
  return written.ok ? code : fail(written.problem.detail);
}

/** One line for all checks, and a few for each that is not the same. */
function driftLines(checks: readonly DriftCheck[]): readonly string[] {
  const isReal = ({ outcome, severity }: DriftCheck) => outcome === 'different' && severity === 'difference';
  const different = checks.filter(isReal);
  return [
    `${different.length} of ${count(checks.length, 'check')} different.`,
    ...different.flatMap(({ id, title, detail, change }) => [
      `Different: ${title} (${id})`,
      `  ${detail}`,
      ...(change ? [`  Change that makes them equal: ${describeChange(change)}.`] : []),
    ]),
    ...checks
      .filter((one) => one.outcome !== 'same' && !isReal(one))
      .map(({ id, title, detail, outcome }) => {
        return `${outcome === 'unknown' ? 'Not known' : 'Information'}: ${title} (${id}). ${detail}`;
      }),
  ];
}

const options = {
  upstream: { type: 'string' },
  header: { type: 'string', multiple: true },
  collection: { type: 'string', multiple: true },
  writes: { type: 'boolean' },
  rate: { type: 'string' },
  report: { type: 'string' },
  force: { type: 'boolean' },
} as const;

function argumentsOf(words: readonly string[]): Result<DriftArguments, string> {
  let parsed: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>;
  try {
    parsed = parseArgs({ args: [...words], options, strict: true, allowPositionals: true });
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(/\.\s|\n/)[0] ?? '') : '';
    return refuse(`${reason.replace(/\.$/, '')}.`);
  }
  const { positionals, values } = parsed;
  const [workspace] = positionals;
  const { upstream, header = [], collection = [], writes = false, rate, report, force = false } = values;
  if (!workspace || positionals.length > 1) return refuse('Name one workspace.');
  if (upstream === undefined) return refuse('--upstream names the service.');
  const headers = header.map((line): [string, string] => {
    const [name = '', value = ''] = line.split(/:(.*)/s);
    return [name.trim(), value.trim()];
  });
  if (headers.some(([name, value]) => name === '' || value === '')) {
    return refuse('--header takes a line such as "Authorization: Bearer …".');
  }
  if (report !== undefined && !formatOf(report)) {
    return refuse(`--report takes a file that ends with .xml, .md, .html or .json, not "${report}".`);
  }
  const speed = rate === undefined ? undefined : Number(rate);
  if (speed !== undefined && !(speed >= 0.1 && speed <= 1000)) return refuse('--rate takes a number from 0.1 to 1000.');
  return accept({ workspace, url: upstream, headers, collections: collection, writes, rate: speed, report, force });
}

function fail(sentence: string): 2 {
  printLines([sentence]);
  return 2;
}
