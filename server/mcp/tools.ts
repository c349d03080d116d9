import { z } from 'zod';
import type { CommandInput, CommandName, CommandOutput } from '../contract/command.ts';
import { expectationCommands } from '../contract/commands/expectations.ts';
import { recordCommands } from '../contract/commands/records.ts';
import { requestCommands } from '../contract/commands/requests.ts';
import { scenarioCommands } from '../contract/commands/scenarios.ts';
import { decodeInput, type Reply } from '../contract/decode.ts';
import { accept } from '../domain/basics/result.ts';
import { ruleScenario } from '../domain/session/session-name.ts';

/** The dependencies of a tool. */
export interface ToolContext {
  /** The session of the agent. */
  readonly session: string;
  /** Carries out a command of the contract in the name of the agent. */
  readonly command: <Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
  ) => Promise<Reply<CommandOutput<Name>>>;
}

/** A tool of the MCP server: a command of the contract, or a few, in the session of the agent. */
export interface Tool {
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: { readonly type: 'object' };
  /** True if it changes nothing. */
  readonly isReadOnly: boolean;
  /** Refused with `bad-request` for wrong arguments, else as its commands are. */
  readonly call: (given: unknown, context: ToolContext) => Promise<Reply<unknown>>;
}

type Run<Input> = (input: Input, context: ToolContext) => Promise<Reply<unknown>>;

function tool<Input>(name: string, description: string, input: z.ZodType<Input>, run: Run<Input>): [string, Tool] {
  const inputSchema = { ...z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), type: 'object' as const };
  const call: Tool['call'] = async (given, context) => {
    const decoded = decodeInput(name, input, given ?? {});
    return decoded.ok ? run(decoded.value, context) : decoded;
  };
  return [name, { description, inputSchema, isReadOnly: readOnly.has(name), call }];
}

const readOnly: ReadonlySet<string> = new Set(['look_up_records', 'list_requests', 'get_request']);

const { collection, id } = recordCommands['records.get'].input.shape;
const { query, search, offset, limit } = recordCommands['records.page'].input.shape;
const find = requestCommands['requests.find'].input.shape;
const { expectation } = expectationCommands['expectations.add'].input.shape;
const send = requestCommands['requests.send'].input;

/** Records and requests that a tool returns unless it is told another limit: a model reads every one. */
const fewItems = 20;

/** The tools by name, in the order of a usual task. */
export const tools: ReadonlyMap<string, Tool> = new Map([
  tool(
    'look_up_records',
    'Records as requests of your session get them. Without a collection: the collections with their keys. With an id: ' +
      'one record, its live value and its fixture. Else a page: `query` has the grammar of the mock API, such as ' +
      '"status=active&sort=-name", `search` is text in any member.',
    z.strictObject({
      collection: collection.optional(),
      id: id.optional(),
      query,
      search,
      offset: offset.optional(),
      limit: limit.optional(),
    }),
    async ({ collection: name, id: wanted, ...page }, { session, command }) => {
      if (name === undefined) {
        const state = await command('workspace.get', {});
        return state.ok ? accept({ collections: state.value.collections }) : state;
      }
      if (wanted !== undefined) return command('records.get', { collection: name, id: wanted, session });
      return command('records.page', { offset: 0, limit: fewItems, ...page, collection: name, session });
    },
  ),
  tool(
    'change_records',
    'Prepares records for your session, all changes or none: {collection, record} creates or replaces, ' +
      '{collection, id, patch} applies a merge patch, {collection, id, remove: true} deletes. Fixtures stay as they are.',
    recordCommands['records.prepare'].input.omit({ session: true }),
    ({ changes }, { session, command }) => command('records.prepare', { changes, session }),
  ),
  tool(
    'use_scenario',
    'Chooses how the mock treats requests of your session. `name` activates a scenario of the workspace; `scenario` ' +
      'writes one of your own, such as {"rules": [{"when": {"method": "GET", "path": "/users/{userId}"}, "then": ' +
      '{"kind": "answer", "status": 503}}]}; other kinds are sequence, delay, throttle, fault, rate-limit, ghost-write and ' +
      'quirk. Without both: the scenarios, and which is active.',
    z
      .strictObject({
        name: scenarioCommands['scenario.activate'].input.shape.name.optional(),
        scenario: scenarioCommands['scenarios.put'].input.shape.scenario.optional(),
      })
      .refine(({ name, scenario }) => name === undefined || scenario === undefined, 'name a scenario or write one'),
    async ({ name, scenario }, { session, command }) => {
      if (scenario !== undefined) {
        const own = ruleScenario(session);
        const written = await command('scenarios.put', { scenario: { ...scenario, name: own } });
        return written.ok ? command('scenario.activate', { name: own, session }) : written;
      }
      if (name !== undefined) return command('scenario.activate', { name, session });
      const state = await command('workspace.get', {});
      if (!state.ok) return state;
      const { scenarios, sessions } = state.value;
      return accept({ scenarios, active: sessions.find((one) => one.name === session)?.scenario });
    },
  ),
  tool(
    'send_request',
    'Sends a request of your session to the mock and returns the response. `target` is the path with its query; the ' +
      '`id` of the result is for get_request.',
    send.partial({ headers: true, body: true }),
    ({ method, target, headers = [], body = null }, { session, command }) => {
      const others = headers.filter(([name]) => name.toLowerCase() !== 'x-mock-session');
      return command('requests.send', { method, target, headers: [...others, ['X-Mock-Session', session]], body });
    },
  ),
  tool(
    'list_requests',
    'The finished requests that match a pattern, oldest first, each with the explanation of its response. `next` is ' +
      'the `from` of a later call that gives the newer ones. With `everybody`, those of other clients too.',
    z.strictObject({
      match: find.match.unwrap().omit({ session: true }).optional(),
      from: find.from,
      limit: find.limit,
      everybody: z.boolean().optional(),
    }),
    async ({ match, from, limit: most = fewItems, everybody }, { session, command }) => {
      const own = everybody ? { ...match } : { ...match, session };
      const found = await command('requests.find', { match: own, from, limit: most });
      if (!found.ok) return found;
      const requests = found.value.requests.map(({ request: _, response, timing, ...summary }) => summary);
      return accept({ requests, next: found.value.next });
    },
  ),
  tool(
    'get_request',
    'One request by its id: headers and bodies of request and response, timing, and why the response is as it is.',
    requestCommands['requests.get'].input,
    (input, { command }) => command('requests.get', input),
  ),
  tool(
    'expect_request',
    'Declares a request that the code under test must send in your session; requests count from now on. Every given ' +
      'member must match, e.g. {"method": "GET", "path": "/users/{userId}", "count": {"exactly": 1}}.',
    expectation.omit({ session: true }),
    (input, { session, command }) => command('expectations.add', { expectation: { ...input, session } }),
  ),
  tool(
    'verify_expectations',
    'The result of each expectation of your session; one that is not met names the requests that came close, and where ' +
      'they differ. `clear` deletes the expectations afterwards.',
    z.strictObject({ clear: z.boolean().optional() }),
    async ({ clear }, { session, command }) => {
      const results = await command('expectations.list', { session });
      if (results.ok && clear) await command('expectations.clear', { session });
      return results;
    },
  ),
]);
