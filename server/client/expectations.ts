import type { ExpectationResult } from '../domain/verification/result.ts';
import type { Call } from './call.ts';
import type { Commands } from './commands.ts';
import { VerificationError } from './errors.ts';

/** What a request must be like, how many of them are expected, and in which order. */
export type ExpectedRequest = Commands['expectations.add']['input']['expectation'];

/** What clients are expected to send, declared and asserted. */
export interface Expectations {
  /** Declares an expectation; the requests that come from now on count for it. Gives its name. */
  readonly expect: (expected: ExpectedRequest) => Promise<string>;
  /** Throws a {@link VerificationError} unless every expectation is met; else gives how each one stands. */
  readonly verify: () => Promise<readonly ExpectationResult[]>;
  /** Forgets what was expected. */
  readonly clearExpectations: () => Promise<void>;
}

/** Those of a session; those of everybody where none is named. */
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
