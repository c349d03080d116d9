import type { Problem } from '../domain/basics/problem.ts';
import { type ExpectationResult, nearMissLines } from '../domain/verification/result.ts';

/** A command that was refused, or could not be given: `code` is stable, the message is a sentence. */
export class MockConsoleError extends Error {
  override readonly name = 'MockConsoleError';
  /** The last part of the problem's type, such as `unknown-scenario`; `unreachable` where no console answered. */
  readonly code: string;
  /** What the console answered (RFC 9457); null where none did. */
  readonly problem: Problem | null;

  constructor(code: string, message: string, problem: Problem | null = null, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.problem = problem;
  }
}

/** Expectations that are not met, or of which it cannot be known; the message says for each what was expected and what came. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError';
  readonly results: readonly ExpectationResult[];

  constructor(results: readonly ExpectationResult[]) {
    super(messageFor(results));
    this.results = results;
  }
}

function messageFor(results: readonly ExpectationResult[]): string {
  const missed = results.filter(({ outcome }) => outcome !== 'met');
  return [
    `${missed.length} of ${results.length} expectations not met:`,
    ...missed.flatMap(({ expectation, verdict, nearMisses }) => [
      `- ${expectation.name}`,
      `    ${verdict}`,
      ...nearMisses.flatMap(nearMissLines).map((line) => `    ${line}`),
    ]),
  ].join('\n');
}
