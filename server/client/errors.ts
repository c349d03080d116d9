import type { Problem } from '../domain/basics/problem.ts';
import { type ExpectationResult, nearMissLines } from '../domain/verification/result.ts';

/** A command that the console refused or never received. The code is stable; the message is for people. */
export class MockConsoleError extends Error {
  override readonly name = 'MockConsoleError';
  /**
   * The last segment of the problem's type, such as `unknown-scenario`. Two codes come from the client itself:
   * `unreachable` (no console listens at the address) and `not-started` (see {@link serve}).
   */
  readonly code: string;
  /** The problem details that the console sent (RFC 9457); null without a response. */
  readonly problem: Problem | null;

  constructor(code: string, message: string, problem: Problem | null = null, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.problem = problem;
  }
}

/** Expectations that are not met or undecided. The message lists each one with its verdict and its nearest requests. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError';
  /** The results of all expectations, the met ones too. */
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
