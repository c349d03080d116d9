import { z } from 'zod';
import type { ImportPreview } from '../schema/import.ts';
import { importChoice, nothing, session, text } from '../schema/input.ts';
import { output } from '../schema/output.ts';

/** The real service behind the mock, and the recording of what it responds. */
export const upstreamCommands = {
  /**
   * Chooses the real service and which responses come from it: with mode `off` none, with `missing` those to requests for
   * which the mock has no resource, with `all` every one. What it responds is recorded. No file keeps the URL: it holds for
   * this run. What the input leaves out stays; without a URL the mode is `off`. Refused with `bad-parameter`.
   */
  'upstream.set': {
    input: z.strictObject({ url: text.nullable().optional(), mode: z.enum(['off', 'missing', 'all']).optional() }),
    output: output<null>(),
  },
  /**
   * Reads the recording as collections, and reports what their import would do; `import.rows` and `import.apply` go on from
   * there. With `session`, reads the exchanges of that session instead of those of clients without one. `choices` are those
   * of `import.preview`. Refused with `invalid-workspace` if the recording has no records.
   */
  'upstream.preview': {
    input: z.strictObject({ session: session.optional(), choices: z.array(importChoice).optional() }),
    output: output<ImportPreview>(),
  },
  /** Drops the recording. */
  'upstream.clear': { input: nothing, output: output<null>() },
} as const;
