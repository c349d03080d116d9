import { z } from 'zod';
import { reportFormats } from '../../domain/report/report.ts';
import type { ExpectationResult, RemovedExpectations } from '../../domain/verification/result.ts';
import { expectation, session, since, text } from '../schema/input.ts';
import { output } from '../schema/output.ts';

const expectationName = z.strictObject({ name: text, session: session.optional() });

/** The requests that clients are expected to send, and the report on them. */
export const expectationCommands = {
  /**
   * Declares a request that clients should send. Requests count from then on, or from `since`; those of the console
   * count too. Refused with `invalid-expectation` when the name is taken in its session, or `after` names no
   * expectation declared before. `replaces` edits an expectation: it keeps its name unless it gets another, and those that
   * come after it count again with it. `base` is the expectation that the edit began from. If it has changed since, the
   * edit is refused with `edit-conflict`, and `theirs` is the present one.
   */
  'expectations.add': {
    input: z.strictObject({
      expectation,
      since,
      replaces: expectationName.optional(),
      base: expectation.optional(),
    }),
    output: output<{ readonly name: string }>(),
  },
  /** Replaces all expectations, or those of one session; refused as a whole or not at all. */
  'expectations.set': {
    input: z.strictObject({ expectations: z.array(expectation).readonly(), session: session.optional(), since }),
    output: output<null>(),
  },
  /** The results of the expectations, of one session or all. */
  'expectations.list': {
    input: z.strictObject({ session: session.optional() }),
    output: output<{ readonly results: readonly ExpectationResult[] }>(),
  },
  /** Deletes an expectation, with those that come after it. `removed` has them as they were. */
  'expectations.remove': {
    input: expectationName,
    output: output<RemovedExpectations>(),
  },
  /** Deletes all expectations, or those of one session. `removed` has them as they were. */
  'expectations.clear': {
    input: z.strictObject({ session: session.optional() }),
    output: output<RemovedExpectations>(),
  },

  /** The results of the expectations as a file: JUnit XML with a test case for each, Markdown, HTML or JSON. */
  'verification.report': {
    input: z.strictObject({ format: z.enum(reportFormats), session: session.optional() }),
    output: output<{ readonly file: string; readonly text: string }>(),
  },
} as const;
