import type { ExpectationResult } from '../domain/verification/result.ts';
import type { Call } from './call.ts';
import type { Commands } from './commands.ts';
import { VerificationError } from './errors.ts';
import { type Patience, poll } from './poll.ts';

/** An expected request: what it must match, how often it must come, and after which other expectation. */
export type ExpectedRequest = Commands['expectations.add']['input']['expectation'];

/** Declares and verifies the requests that clients must send. */
export interface Expectations {
  /** Declares an expectation and resolves with its name. Only requests that arrive from now on count. */
  readonly expect: (expected: ExpectedRequest) => Promise<string>;
  /**
   * Resolves with all results if every declared expectation is met; otherwise rejects with a {@link VerificationError}.
   * With a description of requests, verifies it alone, and over all requests in the log. Waits for `timeout` milliseconds
   * until they are met, by default not at all.
   */
  readonly verify: (expected?: ExpectedRequest & Patience) => Promise<readonly ExpectationResult[]>;
  /** Removes all expectations. */
  readonly clearExpectations: () => Promise<void>;
}

/** The expectations of a session; without a session, those for all clients. */
export function expectationsOf(call: Call, session?: string): Expectations {
  const scope = session === undefined ? {} : { session };

  async function verifyAll(timeout: number, isMeant: (result: ExpectationResult) => boolean) {
    let results: readonly ExpectationResult[] = [];
    const met = await poll(timeout, async () => {
      results = (await call('expectations.list', scope)).results.filter(isMeant);
      return results.every(({ outcome }) => outcome === 'met') ? results : undefined;
    });
    if (!met) throw new VerificationError(results);
    return met;
  }

  return {
    expect: async (expected) => {
      const { name } = await call('expectations.add', { expectation: { ...expected, ...scope } });
      return name;
    },
    verify: async ({ timeout = 0, ...expected } = {}) => {
      if (Object.keys(expected).length === 0) return verifyAll(timeout, () => true);
      const one = { expectation: { ...expected, ...scope } };
      const { name } = await call('expectations.add', { ...one, since: 0 });
      try {
        return await verifyAll(timeout, ({ expectation }) => expectation.name === name);
      } finally {
        await call('expectations.remove', { name, ...scope });
      }
    },
    clearExpectations: async () => {
      await call('expectations.clear', scope);
    },
  };
}
