import { z } from 'zod';
import { reportFormats } from '../../domain/report/report.ts';
import type { DriftRun, ShownExchange } from '../schema/drift.ts';
import { collection, text } from '../schema/input.ts';
import { output } from '../schema/output.ts';

/** A comparison and the service to compare with. */
const driftInput = {
  /** The service; without it, the upstream. */
  url: text.optional(),
  /** Header lines for the service, such as its credentials. They are in no result and no report. */
  headers: z
    .array(z.tuple([z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/), z.string().regex(/^[\t\x20-\x7e]*$/)]))
    .max(50)
    .readonly()
    .optional(),
  collections: z.array(collection).min(1).readonly().optional(),
  /** True: also writes, on records that are made for it and deleted afterwards. */
  writes: z.boolean().optional(),
  /** The most requests a second to the service; by default 10, and 100 to a service on this machine. */
  rate: z.number().min(0.1).max(1000).optional(),
};

/**
 * The id of the comparison that the caller has seen. Refused with `conflict` if it is no longer the latest; without it, the latest
 * one is meant.
 */
const run = text.optional();

/** The comparison of the mock with the real service: what the mock does otherwise, and the edits that mend it. */
export const driftCommands = {
  /**
   * Sends the same requests to both sides and compares what each does with its own data: statuses, forms, types, tags, pages
   * and errors. The mock responds from a copy of its live state, without log and counters, with the quirks of the active
   * scenario. Requests are safe unless `writes` is true. Refused with `bad-parameter`, `unknown-collection`, the problems of
   * an upstream, and `job-cancelled`; `jobs.cancel` first deletes what was made.
   */
  'drift.run': { input: z.strictObject(driftInput), output: output<DriftRun>() },
  /**
   * The exchanges that a check of the latest comparison names. Refused with `conflict` if there is none, or `run` is the id of
   * another one.
   */
  'drift.exchanges': {
    input: z.strictObject({ numbers: z.array(z.number().int().min(0)).max(100), run }),
    output: output<{ readonly exchanges: readonly ShownExchange[] }>(),
  },
  /**
   * Makes the change that a check of the latest comparison proposes, as an edit that can be undone. A quirk becomes a rule of
   * the active scenario; `Default` gets none, so a scenario named after the service is made and activated. Refused with
   * `conflict` if there is no such change, or `run` is the id of another comparison.
   */
  'drift.apply': { input: z.strictObject({ check: text, run }), output: output<null>() },
  /**
   * The latest comparison as a file: JUnit XML with a test case for each check, Markdown, HTML or JSON. Refused with `conflict`
   * if there is none, or `run` is the id of another one.
   */
  'drift.report': {
    input: z.strictObject({ format: z.enum(reportFormats), run }),
    output: output<{ readonly file: string; readonly text: string }>(),
  },
} as const;
