import { z } from 'zod';
import type { Scenario } from '../domain/scenario/scenario.ts';
import type { ExpectationResult } from '../domain/verification/result.ts';
import {
  collection,
  expectation,
  id,
  limit,
  mockRequest,
  name,
  nothing,
  reach,
  record,
  savedRequest,
  scenario,
  session,
  settingsPatch,
  since,
  text,
} from './input.ts';
import type {
  CollectionFields,
  DryRun,
  ImportedScenarios,
  ImportPreview,
  RecordDifference,
  RequestDetail,
  SentRequest,
  Settled,
} from './output.ts';
import type { ConsoleState, RecordRow, RequestSummary, ScenarioSwitch, SessionState, SnapshotState } from './state.ts';

/** Declares what a command gives back. Only inputs are decoded at run time: outputs come from the host itself. */
function output<T>(): { readonly type?: T } {
  return {};
}

/**
 * Every command that the console, in a window or a browser, and test code may give the host. The console API carries
 * them as `POST /call/<command>`, Electron over the channel `call`; names and inputs are the same for all.
 */
export const commands = {
  /** The state, and the number of the last event that it contains. */
  'workspace.get': { input: nothing, output: output<ConsoleState & { readonly seq: number }>() },
  /** The workspace as its file holds it, as text: the fixtures, not the live state. */
  'workspace.export': { input: nothing, output: output<{ readonly file: string; readonly text: string }>() },
  /**
   * Reads the text of a file, of any format that a workspace can be opened from, and says what an import would do. Records
   * of a file that names no collection are for `into`, else for the one that is called like the file, else for users.
   * There is one import at a time: another preview takes the place of the one before.
   */
  'import.preview': {
    input: z.strictObject({ text: z.string(), fileName: z.string().min(1), into: collection.optional() }),
    output: output<ImportPreview>(),
  },
  /** Does what a preview said, to the collections that are named: fixtures and live state, to be undone as one. */
  'import.apply': {
    input: z.strictObject({ id: z.number().int(), collections: z.array(collection).min(1) }),
    output: output<{ readonly records: number }>(),
  },
  /** Ends the import that is under way and takes back what it has done, or forgets the preview. */
  'import.cancel': { input: nothing, output: output<null>() },
  'settings.set': { input: z.strictObject({ settings: settingsPatch }), output: output<null>() },

  'server.start': { input: nothing, output: output<null>() },
  'server.stop': { input: nothing, output: output<null>() },

  /**
   * Puts a scenario in place of the one that `replaces` names, or else of the one of its own name, or adds it. `at` is its
   * place among all, from 0; without it, the one that it replaces has its place, and a new one is the last. Gives
   * back the scenario as it is read; one that is there just so stays untouched. Refused with `invalid-scenario` when a
   * member does not fit; `errors` then has the JSON pointer and the reason of each fault.
   */
  'scenarios.put': {
    input: z.strictObject({ scenario, replaces: name.optional(), at: z.number().int().min(0).optional() }),
    output: output<Scenario>(),
  },
  /** When it was the active one, the scenario `Default` is from now on; that one itself stays. */
  'scenarios.remove': { input: z.strictObject({ name }), output: output<null>() },
  /** Moves a scenario to a place among all, from 0. */
  'scenarios.move': { input: z.strictObject({ name, to: z.number().int().min(0) }), output: output<null>() },
  /** Scenarios as the text of a file: those that are named, else all. */
  'scenarios.export': {
    input: z.strictObject({ names: z.array(name).min(1).optional() }),
    output: output<{ readonly file: string; readonly text: string }>(),
  },
  /**
   * Reads scenarios from the text of a file: an export, a workspace, a list, or one alone. `preview` says what it would
   * do, `add` adds those that can be read and puts them in place of those of the same name, to be undone as one.
   */
  'scenarios.import': {
    input: z.strictObject({ text: z.string(), fileName: z.string().min(1), as: z.enum(['preview', 'add']) }),
    output: output<ImportedScenarios>(),
  },
  /**
   * What the scenario would make of that request, sent `times` in a row, without sending or counting it: from where the
   * scenario has come by now, or for one that is given in full, from its beginning.
   */
  'scenarios.dryRun': {
    input: z.strictObject({
      scenario: z.union([name, scenario]),
      request: mockRequest.pick({ method: true, target: true, headers: true }),
      times: z.number().int().min(1).max(100).optional(),
    }),
    output: output<DryRun>(),
  },
  /** Switches the scenario for everybody, or in a session, which begins where there is none. */
  'scenario.activate': {
    input: z.strictObject({ name: z.string(), session: session.optional() }),
    output: output<null>(),
  },

  /** The sessions that are there, the latest used first. */
  'sessions.list': { input: nothing, output: output<{ readonly sessions: readonly SessionState[] }>() },
  /** Makes a session's live state equal the fixtures and starts its scenario anew; it begins where there is none. */
  'sessions.reset': { input: z.strictObject({ name: session }), output: output<Settled>() },
  'sessions.drop': { input: z.strictObject({ name: session }), output: output<null>() },

  /** Sets the status of a user, in the fixture and in the live state; whatever else differs stays. */
  'users.setStatus': {
    input: z.strictObject({ userId: id, status: z.enum(['active', 'inactive']) }),
    output: output<RecordRow>(),
  },
  /**
   * A page of a collection for a table. `query` has the grammar of the mock API's filters and sort; `search` is text
   * that any member may contain, case ignored. `only: 'changed'` keeps the records whose live state differs from the
   * fixture, those that clients have deleted with their fixture.
   */
  'records.page': {
    input: z.strictObject({
      collection,
      query: z.string().optional(),
      search: z.string().optional(),
      only: z.literal('changed').optional(),
      offset: z.number().int().min(0),
      limit,
    }),
    output: output<{ readonly rows: readonly RecordRow[]; readonly total: number; readonly revision: number }>(),
  },
  /** The fields that a collection knows, with values that they have: what a query can be made of. */
  'collections.fields': { input: z.strictObject({ collection }), output: output<CollectionFields>() },
  'records.get': { input: z.strictObject({ collection, id }), output: output<RecordRow>() },
  /** Creates or replaces a record, in the fixture and in the live state. Without a key one is generated. */
  'records.put': { input: z.strictObject({ collection, record }), output: output<RecordRow>() },
  /** Applies a merge patch (RFC 7396) to the fixture and to the live state, each on its own. */
  'records.patch': { input: z.strictObject({ collection, id, patch: record }), output: output<RecordRow>() },
  'records.remove': { input: z.strictObject({ collection, id }), output: output<null>() },
  /** The records of a collection as text that an import reads back, or those with the ids alone, in the order given. */
  'records.export': {
    input: z.strictObject({
      collection,
      of: z.enum(['fixtures', 'live']),
      ids: z.array(id).optional(),
      format: z.enum(['json', 'ndjson', 'csv']),
    }),
    output: output<{ readonly file: string; readonly text: string }>(),
  },

  /** Makes the live state, of all or of a session, equal the fixtures: everywhere, in a collection, or for one record. */
  'state.reset': { input: z.strictObject({ ...reach, session: session.optional() }), output: output<Settled>() },
  /** Writes the live state that all share into the fixtures, with the same reach. */
  'state.keep': { input: z.strictObject(reach), output: output<Settled>() },
  /** The records whose live state, of all or of a session, differs from the fixtures: a thousand at most unless told. */
  'state.diff': {
    input: z.strictObject({ ...reach, session: session.optional(), limit: limit.optional() }),
    output: output<{ readonly records: readonly RecordDifference[]; readonly total: number }>(),
  },

  'snapshots.list': { input: nothing, output: output<{ readonly snapshots: readonly SnapshotState[] }>() },
  /** Keeps the live state, of all or of a session, under a name, in place of what has that name. */
  'snapshots.save': {
    input: z.strictObject({ name: text.min(1), session: session.optional() }),
    output: output<null>(),
  },
  /** Makes the live state, of all or of a session, differ from the fixtures as it did then: for all, in one step. */
  'snapshots.restore': {
    input: z.strictObject({ name, session: session.optional() }),
    output: output<Settled>(),
  },
  'snapshots.remove': { input: z.strictObject({ name }), output: output<null>() },

  'history.undo': { input: nothing, output: output<{ readonly label: string | null }>() },
  'history.redo': { input: nothing, output: output<{ readonly label: string | null }>() },

  /** The latest requests, newest first; `query` is a search such as `status:412 path:/users body:"Ada"`: see log-query.ts. */
  'requests.list': {
    input: z.strictObject({ limit: limit.optional(), query: z.string().optional() }),
    output: output<{
      readonly entries: readonly RequestSummary[];
      readonly total: number;
      readonly dropped: number;
      /** The latest ones, oldest first. */
      readonly switches: readonly ScenarioSwitch[];
    }>(),
  },
  /** A request with its explanation. `record` asks where that record is in the list that was answered. */
  'requests.get': {
    input: z.strictObject({ id: z.number().int().min(1), record: id.optional() }),
    output: output<RequestDetail>(),
  },
  /**
   * Sends a request to the mock API over the network, as a client does; it stands in the log as the console's own.
   * Refused with `server-stopped` when the mock server does not listen.
   */
  'requests.send': { input: mockRequest, output: output<SentRequest>() },
  /** Keeps a request in the workspace, in place of the one of that name or as a new one. */
  'saved.put': { input: z.strictObject({ request: savedRequest }), output: output<null>() },
  'saved.remove': { input: z.strictObject({ name: z.string() }), output: output<null>() },
  'saved.rename': { input: z.strictObject({ name: z.string(), to: text.min(1) }), output: output<null>() },
  'requests.clear': { input: nothing, output: output<null>() },
  /** Takes the last `requests.clear` back; possible for a minute. Refused with `conflict` after that. */
  'requests.restore': { input: nothing, output: output<null>() },
  /** The log as text, or what of it meets a search. Secrets in headers are masked unless asked for. */
  'requests.export': {
    input: z.strictObject({
      format: z.enum(['har', 'json', 'csv']),
      secrets: z.boolean().optional(),
      query: z.string().optional(),
    }),
    output: output<{ readonly file: string; readonly text: string }>(),
  },

  /**
   * Declares what clients are expected to send; the requests that come from then on are counted, those that the console
   * sends too. Refused with `invalid-expectation` when the name is taken in its session, or `after` names none that was
   * declared before.
   */
  'expectations.add': { input: z.strictObject({ expectation, since }), output: output<{ readonly name: string }>() },
  /** Declares these in place of all others, of the session when one is named; refused as a whole or not at all. */
  'expectations.set': {
    input: z.strictObject({ expectations: z.array(expectation), session: session.optional(), since }),
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

export type CommandName = keyof typeof commands;
export type CommandInput<Name extends CommandName> = z.infer<(typeof commands)[Name]['input']>;
export type CommandOutput<Name extends CommandName> =
  | NonNullable<(typeof commands)[Name]['output']['type']>
  | (null extends (typeof commands)[Name]['output']['type'] ? null : never);
