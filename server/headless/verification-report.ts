import { count } from '../domain/json/wording.ts';
import { completeExpectation, type DeclaredExpectation, type Expectation } from '../domain/verification/expectation.ts';
import { countOutcomes, type ExpectationResult, nearMissLines } from '../domain/verification/result.ts';
import type { Host } from '../host.ts';
import { printLines } from './terminal-lines.ts';
import { writeReport } from './write-report.ts';

/**
 * Declares the expectations of this run. Instances that share their live state count together: one that joins others with the
 * same expectations leaves them as they are.
 */
export async function declareExpectations(host: Host, declared: readonly DeclaredExpectation[]): Promise<void> {
  if ((host.share()?.instances ?? 1) > 1) {
    const listed = await host.perform('expectations.list', {});
    const known = listed.ok ? listed.value.results.map(({ expectation }) => expectation) : [];
    if (JSON.stringify(known) === JSON.stringify(completeExpectations(declared))) return;
  }
  await host.perform('expectations.set', { expectations: declared });
}

/** The valid ones with their names and counts. */
function completeExpectations(declared: readonly DeclaredExpectation[]): readonly Expectation[] {
  const complete: Expectation[] = [];
  for (const one of declared) {
    const completed = completeExpectation(one, complete);
    if (completed.ok) complete.push(completed.value);
  }
  return complete;
}

/**
 * Prints the results of the expectations to stderr and writes the JUnit file if `junit` names one. Returns the exit code of
 * the program: 0 if all expectations are met and the file is written, else 1.
 */
export async function reportVerification(host: Host, junit: string | undefined): Promise<number> {
  const listed = await host.perform('expectations.list', {});
  if (!listed.ok) throw new Error(listed.problem.detail);
  const { results } = listed.value;
  printLines(verificationLines(results));
  const isWritten =
    junit === undefined || (await writeReport(junit, await host.perform('verification.report', { format: 'junit' })));
  return isWritten && countOutcomes(results).met === results.length ? 0 : 1;
}

/** One line for all expectations, and a few for each that is not met. */
export function verificationLines(results: readonly ExpectationResult[]): readonly string[] {
  const { met } = countOutcomes(results);
  const missed = results.filter(({ outcome }) => outcome !== 'met');
  return [
    `${met} of ${count(results.length, 'expectation')} met.`,
    ...missed.flatMap(({ expectation: { name, session }, outcome, verdict, nearMisses }) => [
      `${outcome === 'not-met' ? 'Not met' : 'Not known'}: ${name}${session === undefined ? '' : ` (session ${session})`}`,
      `  ${verdict}`,
      ...nearMisses.flatMap((miss) => nearMissLines(miss).map((line) => `  ${line}`)),
    ]),
  ];
}
