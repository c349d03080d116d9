import type { ExpectationResult } from '../domain/verification/result.ts';
import type { Call } from './call.ts';
import type { Commands } from './commands.ts';
import { VerificationError } from './errors.ts';

/** An expected request: what it must match, how often it must come, and after which other expectation. */
export type ExpectedRequest = Commands['expectations.add']['input']['expectation'];

/** Declares and verifies the requests that clients must send. */
export interface Expectations {
  /** Declares an expectation and resolves with its name. Only requests that arrive from now on count. */
  readonly expect: (expected: ExpectedRequest) => Promise<string>;
  /** Resolves with all results if every expectation is met; otherwise rejects with a {@link VerificationError}. */
  readonly verify: () => Promise<readonly ExpectationResult[]>;
  /** Removes all expectations. */
  readonly clearExpectations: () => Promise<void>;
}

/** The expectations of a session; without a session, those for all clients. */
export function expectationsOf(call: Call, session?: string): Expectations {
  const scope = session === undefined ? {} : { session };
  return {
    expect: async (expected) => {
      const { name } = await call('expectations.add', { expectation: { ...expected, ...scope } });
      return name;
    },
    verify: async () => {
      const { results } = await call('expectations.list', scope);
      if (results.some(({ outcome }) => outcome !== 'met')) throw new VerificationError(results);
      return results;
    },
    clearExpectations: async () => {
      await call('expectations.clear', scope);
    },
  };
}
