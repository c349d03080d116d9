import { z } from 'zod';
import type { ExpectationResult } from '../../domain/verification/result.ts';
import { expectation, session, since, text } from '../schema/input.ts';
import { output } from '../schema/output.ts';

/** What clients are expected to send, and the report on it. */
export const expectationCommands = {
  /**
   * Declares what clients are expected to send; the requests that come from then on are counted, those that the console
   * sends too. Refused with `invalid-expectation` when the name is taken in its session, or `after` names none that was
   * declared before.
   */
  'expectations.add': { input: z.strictObject({ expectation, since }), output: output<{ readonly name: string }>() },
  /** Declares these in place of all others, of the session when one is named; refused as a whole or not at all. */
  'expectations.set': {
    input: z.strictObject({ expectations: z.array(expectation).readonly(), session: session.optional(), since }),
    output: output<null>(),
  },
  /** How the expectations stand, of one session or all of them. */
  'expectations.list': {
    input: z.strictObject({ session: session.optional() }),
    output: output<{ readonly results: readonly ExpectationResult[] }>(),
  },
  /** Takes one away, with those that are to be met after it. */
  'expectations.remove': {
    input: z.strictObject({ name: text, session: session.optional() }),
    output: output<null>(),
  },
  /** Takes all away, or those of one session. */
  'expectations.clear': { input: z.strictObject({ session: session.optional() }), output: output<null>() },

  /** How the expectations stand as a file: the results as JSON, or JUnit XML with a test case for each. */
  'verification.report': {
    input: z.strictObject({ format: z.enum(['junit', 'json']), session: session.optional() }),
    output: output<{ readonly file: string; readonly text: string }>(),
  },
} as const;
