import { z } from 'zod';
import { id, limit, mockRequest, nothing, requestPattern, savedRequest, shortText, text } from '../schema/input.ts';
import { output, type RequestDetail, type SentRequest } from '../schema/output.ts';
import type { RequestSummary, ScenarioSwitch } from '../schema/state.ts';

const requestId = z.number().int().min(1);
const note = shortText(10_000);

/** The request log, and the requests that the console sends. */
export const requestCommands = {
  /**
   * The latest requests, newest first. `query` is a search such as `status:412 path:/users body:"Ada"`, `from` the
   * smallest id.
   */
  'requests.list': {
    input: z.strictObject({ limit: limit.optional(), query: z.string().optional(), from: requestId.optional() }),
    output: output<{
      readonly entries: readonly RequestSummary[];
      /** Those that are no longer among the latest, but have a pin or a note; newest first; the limit does not apply. */
      readonly kept: readonly RequestSummary[];
      readonly total: number;
      readonly dropped: number;
      /** The latest ones, oldest first. */
      readonly switches: readonly ScenarioSwitch[];
    }>(),
  },
  /** A request with its explanation. `record` asks for the position of that record in the list that was sent. */
  'requests.get': {
    input: z.strictObject({ id: requestId, record: id.optional() }),
    output: output<RequestDetail>(),
  },
  /**
   * The finished requests that match a pattern, with their explanations; oldest first, at most 1000 unless `limit` says
   * otherwise. The pattern has the members of an expectation. `from` is the smallest id. `next` is the `from` of a later
   * call that misses no request and repeats few.
   */
  'requests.find': {
    input: z.strictObject({
      match: requestPattern.optional(),
      from: requestId.optional(),
      limit: limit.optional(),
    }),
    output: output<{ readonly requests: readonly RequestDetail[]; readonly next: number }>(),
  },
  /**
   * Sends a request to the mock API over the network, as a client does; the log marks it as sent by the console.
   * Refused with `server-stopped` when the mock server does not listen.
   */
  'requests.send': { input: mockRequest, output: output<SentRequest>() },

  /**
   * Saves a request in the workspace; replaces the saved request of that name. `base` is the saved request that the edit
   * began from, null for none; if it has changed since, the edit is refused with `edit-conflict`.
   */
  'saved.put': {
    input: z.strictObject({ request: savedRequest, base: savedRequest.nullable().optional() }),
    output: output<null>(),
  },
  /** Deletes a saved request. */
  'saved.remove': { input: z.strictObject({ name: z.string() }), output: output<null>() },
  /** Renames a saved request. */
  'saved.rename': { input: z.strictObject({ name: z.string(), to: text.min(1) }), output: output<null>() },

  /**
   * Pins or unpins a request, or writes a note on it. Annotated requests stay in the log. Refused with `conflict` when
   * the limit of annotated requests is reached. `base` is the request as the edit began: another request that has its id
   * since a restart has another `time` and is refused; a note that is neither its `note` nor the wanted one is refused with
   * `edit-conflict`.
   */
  'requests.mark': {
    input: z.strictObject({
      id: requestId,
      pinned: z.boolean().optional(),
      note: note.optional(),
      base: z.strictObject({ time: z.number(), note: note.optional() }).optional(),
    }),
    output: output<null>(),
  },
  /** Clears the log. */
  'requests.clear': { input: nothing, output: output<null>() },
  /** Reverts the last `requests.clear`, for one minute. Refused with `conflict` after that. */
  'requests.restore': { input: nothing, output: output<null>() },
  /**
   * The log as text, or the requests that match a search or have these ids. Secrets are masked unless
   * `secrets` is true.
   */
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
