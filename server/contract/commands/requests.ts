import { z } from 'zod';
import { id, limit, mockRequest, nothing, savedRequest, text } from '../schema/input.ts';
import { output, type RequestDetail, type SentRequest } from '../schema/output.ts';
import type { RequestSummary, ScenarioSwitch } from '../schema/state.ts';

const requestId = z.number().int().min(1);

/** The request log, and the requests that the console sends. */
export const requestCommands = {
  /**
   * The latest requests, newest first; `query` is a search such as `status:412 path:/users body:"Ada"`: see log-query.ts.
   * `from` leaves out those with a smaller id.
   */
  'requests.list': {
    input: z.strictObject({ limit: limit.optional(), query: z.string().optional(), from: requestId.optional() }),
    output: output<{
      readonly entries: readonly RequestSummary[];
      /** Those that are no longer among the latest, but have a pin or a note; newest first, whatever the limit. */
      readonly kept: readonly RequestSummary[];
      readonly total: number;
      readonly dropped: number;
      /** The latest ones, oldest first. */
      readonly switches: readonly ScenarioSwitch[];
    }>(),
  },
  /** A request with its explanation. `record` asks where that record is in the list that was answered. */
  'requests.get': {
    input: z.strictObject({ id: requestId, record: id.optional() }),
    output: output<RequestDetail>(),
  },
  /**
   * Sends a request to the mock API over the network, as a client does; it stands in the log as the console's own.
   * Refused with `server-stopped` when the mock server does not listen.
   */
  'requests.send': { input: mockRequest, output: output<SentRequest>() },

  /** Keeps a request in the workspace, in place of the one of that name or as a new one. */
  'saved.put': { input: z.strictObject({ request: savedRequest }), output: output<null>() },
  /** Deletes a saved request. */
  'saved.remove': { input: z.strictObject({ name: z.string() }), output: output<null>() },
  /** Renames a saved request. */
  'saved.rename': { input: z.strictObject({ name: z.string(), to: text.min(1) }), output: output<null>() },

  /**
   * Pins a request or takes the pin away, and writes a note on it; either keeps it. Refused with `conflict` when as many
   * as can be are kept.
   */
  'requests.mark': {
    input: z.strictObject({ id: requestId, pinned: z.boolean().optional(), note: text.max(10_000).optional() }),
    output: output<null>(),
  },
  /** Clears the log. */
  'requests.clear': { input: nothing, output: output<null>() },
  /** Takes the last `requests.clear` back; possible for a minute. Refused with `conflict` after that. */
  'requests.restore': { input: nothing, output: output<null>() },
  /** The log as text, or what of it meets a search or has these ids. Secrets in headers are masked unless asked for. */
  'requests.export': {
    input: z.strictObject({
      format: z.enum(['har', 'json', 'csv']),
      secrets: z.boolean().optional(),
      query: z.string().optional(),
      ids: z.array(requestId).optional(),
    }),
    output: output<{ readonly file: string; readonly text: string }>(),
  },
} as const;
