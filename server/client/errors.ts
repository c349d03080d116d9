import type { RuleResult } from '../domain/audit/result.ts';
import type { Problem, ProblemCode } from '../domain/basics/problem.ts';
import { type ExpectationResult, nearMissLines } from '../domain/verification/result.ts';

/**
 * A code of the console's problems, or one of the client itself: `unreachable` (no console listens at the address),
 * `not-started` (the program ended before it listened) and `not-saved` (it ended, and an edit was not saved).
 */
export type ErrorCode = ProblemCode | 'unreachable' | 'not-started' | 'not-saved';

/** A command that the console refused or never received. The code is stable; the message is for people. */
export class MockConsoleError extends Error {
  override readonly name = 'MockConsoleError';
  readonly code: ErrorCode;
  /** The problem details that the console sent (RFC 9457); null without a response. */
  readonly problem: Problem | null;

  constructor(code: ErrorCode, message: string, problem: Problem | null = null, options?: ErrorOptions) {
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
  const items = missed.map(({ expectation, verdict, nearMisses }) => [
    expectation.name,
    verdict,
    ...nearMisses.flatMap(nearMissLines),
  ]);
  return listed(`${missed.length} of ${results.length} expectations not met`, items);
}

/** Rules that a client broke. The message lists each one with its findings and the sentence that says how to mend it. */
export class AuditError extends Error {
  override readonly name = 'AuditError';
  /** The results of all rules, also of those that passed. */
  readonly results: readonly RuleResult[];

  constructor(results: readonly RuleResult[]) {
    super(auditMessage(results));
    this.results = results;
  }
}

function auditMessage(results: readonly RuleResult[]): string {
  const failed = results.filter(({ outcome, severity }) => outcome === 'fail' && severity !== 'information');
  const items = failed.map(({ id, title, mend, findings }) => [
    `${id}: ${title}`,
    ...findings.map(({ detail, requests }) => `${detail} (request ${requests.join(', ')})`),
    mend,
  ]);
  return listed(`${failed.length} of ${results.length} rules broken`, items);
}

/** A heading and a list, in which the lines below an item's first one are indented. */
function listed(heading: string, items: readonly (readonly string[])[]): string {
  const lines = items.flatMap(([first, ...more]) => [`- ${first}`, ...more.map((line) => `    ${line}`)]);
  return [`${heading}:`, ...lines].join('\n');
}
