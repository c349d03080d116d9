import { rendererRooms } from './renderer-rooms.ts';
import { type Room, room } from './room.ts';

/** Source files that a folder holds before it has to be a list of alike things. */
export const maxFiles = 22;

const inDomain = (...names: readonly string[]) => names.map((name) => `server/domain/${name}`);

const values = inDomain('basics', 'json', 'model', 'dialect');
const queries = [...values, ...inDomain('request', 'fields', 'filter', 'sort', 'conditions')];
const data = [...queries, ...inDomain('records', 'views', 'list')];
const contract = ['server/domain/**', 'server/contract/**'];
const transport = [...contract, 'server/runtime', 'server/message', 'server/log'];
const sharing = [...transport, 'server/store', 'server/http/app', 'server/workspace', 'server/editing'];
/**
 * The rooms of the program: every folder of sources, from the bottom up. A room may import itself, the rooms and packages
 * named in its row, and nothing else. A row names only rooms above it, so no arrow runs back. The linter's import lists and the
 * compiler's projects repeat the borders between the large parts, because an editor shows them while you type.
 */
export const rooms: readonly Room[] = [
  // Pure: no Node, no package, no clock, no random number.
  room('server/domain/basics', 'Result, clock values and orders need to know nothing.'),
  room('server/domain/json', 'JSON is older than every record.', inDomain('basics')),
  room('server/domain/model', 'Names the values that all others speak of.', inDomain('basics', 'json')),
  room(
    'server/domain/dialect',
    'The names and forms of other services are one table.',
    inDomain('basics', 'json', 'model'),
  ),
  room('server/domain/request', 'Takes a request apart before anybody asks what it wants.', values),
  room('server/domain/fields', 'Infers the fields of records.', values),
  room('server/domain/filter', 'Checks its operands against the fields.', [
    ...values,
    ...inDomain('request', 'fields'),
  ]),
  room('server/domain/sort', 'Checks its members against the fields.', [...values, ...inDomain('fields')]),
  room('server/domain/conditions', 'Compares tags and versions of any resource.', values),
  room('server/domain/generate', 'Derives new records from the schema.', values),
  room('server/domain/records', 'Owns fixtures, live changes and versions; makes keys by the schema.', [
    ...queries,
    ...inDomain('generate'),
  ]),
  room('server/domain/views', 'Keeps records ordered and filtered.', [...queries, ...inDomain('records')]),
  room('server/domain/list', 'Plans a list request and cuts its page out of a view.', [
    ...queries,
    ...inDomain('records', 'views'),
  ]),
  room('server/domain/scenario', 'Matches rules against requests; may name quirks of lists.', data),
  room('server/domain/recording', 'Recognizes collections in recorded exchanges.', [
    ...queries,
    ...inDomain('records'),
  ]),
  room('server/domain/workspace', 'The whole of a workspace file, so above the scenarios in it.', [
    ...data,
    ...inDomain('scenario'),
  ]),
  room('server/domain/report', 'The formats of reports of any kind.', inDomain('basics', 'json')),
  room('server/domain/verification', 'Matches expectations as scenarios match rules.', [
    ...data,
    ...inDomain('scenario', 'report'),
  ]),
  room('server/domain/drift', 'Compares the mock with the real service by the responses of both.', [
    ...data,
    ...inDomain('generate', 'recording', 'scenario', 'report'),
  ]),
  room('server/domain/audit', 'Judges recorded exchanges by the rules of HTTP; its scenes are scenarios.', [
    ...queries,
    ...inDomain('scenario', 'report'),
  ]),
  room('server/domain/timeline', 'Remembers every change of a record.', [...values, ...inDomain('fields', 'records')]),
  room('server/domain/session', 'Gives a client its own records and scenario.', [...data, ...inDomain('scenario')]),
  room('server/domain/replication', 'Live states and sessions that change as a log of several instances says.', [
    ...data,
    ...inDomain('scenario', 'session'),
  ]),
  room('server/domain/response', 'Builds responses and their explanations.', [
    ...data,
    ...inDomain('scenario', 'session'),
  ]),
  room('server/domain/openapi', 'Describes what the endpoints do.', [
    ...data,
    ...inDomain('scenario', 'session', 'response'),
  ]),
  room('server/domain/openapi/import', 'Reads foreign documents into collections.', [
    ...data,
    ...inDomain('session', 'generate', 'openapi'),
  ]),
  room('server/domain/endpoints', 'The top of the domain: a request becomes a response.', [
    ...data,
    ...inDomain('scenario', 'session', 'response', 'openapi'),
  ]),

  room('server/domain/labs', 'Experiments with clients, over the endpoints.', [
    ...data,
    ...inDomain('generate', 'scenario', 'session', 'response', 'endpoints', 'audit'),
  ]),

  room('server/contract/schema', 'The shapes of inputs, outputs and state.', ['server/domain/**'], ['zod']),
  room(
    'server/contract/commands',
    'One file a group of commands.',
    ['server/domain/**', 'server/contract/schema'],
    ['zod'],
  ),
  room('server/contract', 'The one decoder.', contract, ['zod']),
  room('server/client', 'Ships to test suites, so it takes nothing of the server along.', contract, [
    ...['node', '@playwright/test', 'vitest'],
  ]),

  room('server/message', 'Reads heads and bodies of messages without a socket.', ['server/domain/**'], ['node']),
  room('server/store/formats/yaml', 'Reads YAML as JSON.', ['server/domain/**'], ['yaml']),
  room(
    'server/store/formats',
    'Reads and writes texts; knows no folder and no lock.',
    ['server/domain/**', 'server/message', 'server/store/formats/yaml'],
    ['node'],
  ),
  room('server/store/formats/schema', 'Says in JSON Schema what the decoders check.', [
    'server/domain/**',
    'server/store/formats',
  ]),
  room('server/store', 'The only room that writes files.', [...contract, 'server/store/formats'], ['node']),
  room('server/runtime/v8', 'The fence around tricks for the engine.', [], ['node']),
  room('server/runtime', 'Time slices and the clock; serves every room above.', contract, ['node']),
  room(
    'server/log',
    'Keeps exchanges; does not know who sent them.',
    [...contract, 'server/store/**', 'server/runtime', 'server/message'],
    ['node'],
  ),
  room('server/http/connection', 'Sockets, listeners and raw bytes, below any framework.', transport, ['node', 'koa']),
  room('server/http/upstream', 'Fetches from the real service, and holds what it responded.', transport, ['node']),
  room(
    'server/http/middleware',
    'One concern a file; knows no app.',
    [...transport, 'server/http/connection', 'server/http/upstream'],
    ['node', 'koa'],
  ),
  room(
    'server/http/app',
    'Stacks the middleware into the two apps; serves the schema of the workspace file.',
    [
      ...[...transport, 'server/store/formats/schema'],
      ...['server/http/connection', 'server/http/upstream', 'server/http/middleware'],
    ],
    ['node', 'koa', '@koa/router'],
  ),

  room(
    'server/workspace',
    'Owns the open workspace and its file.',
    [...contract, 'server/store/**', 'server/runtime', 'server/runtime/v8'],
    ['node', 'ajv', 're2js'],
  ),
  room('server/editing', 'Edits that several commands share.', [...contract, 'server/runtime', 'server/workspace']),
  room(
    'server/import',
    'Previews and applies imports.',
    [...contract, 'server/store/formats', 'server/runtime', 'server/workspace', 'server/editing'],
    ['node'],
  ),
  room(
    'server/tls',
    'Makes and renews certificates, and reads given ones.',
    [...contract, 'server/store', 'server/http/connection'],
    ['node', '@peculiar/x509', 'reflect-metadata'],
  ),
  room('server/export', 'Writes records as the text of a file.', [...contract, 'server/store/**', 'server/runtime']),
  room('server/verification', 'Counts the requests of the log against expectations.', [...contract, 'server/log']),
  room('server/audit', 'Reads the log as exchanges to audit, and plays scenes against a client.', transport),
  room('server/time-machine', 'Repeats requests against earlier records.', [...transport, 'server/workspace']),
  room(
    'server/drift',
    'Sends the same requests to the mock and to the real service.',
    [...transport, 'server/http/connection', 'server/http/upstream', 'server/workspace'],
    ['node'],
  ),
  room('server/feed', 'Numbers the events that the mirror follows.', ['server/**'], ['node']),
  room('server/commands', 'One file a group of the contract; nothing above the feed.', ['server/**'], ['node']),

  room(
    'server/share/engine',
    'The connection to the engine and the scripts that it runs; the only room that knows it.',
    inDomain('basics', 'scenario', 'session'),
    ['node', '@redis/client'],
  ),
  room('server/share/fleet', 'Enters the requests to all instances in every log, in one order.', [
    ...contract,
    ...inDomain('basics', 'json', 'timeline'),
    'server/message',
    'server/log',
    'server/share/engine',
  ]),
  room(
    'server/share/entries',
    'The entries of the log of all instances, and what they change.',
    [...sharing, 'server/share/engine'],
    ['node'],
  ),
  room(
    'server/share',
    'Commits changes to the log of all instances.',
    [...sharing, 'server/share/engine', 'server/share/entries', 'server/share/fleet', 'server/store/formats'],
    ['node'],
  ),
  room('server/host.ts', 'The composition root.', ['server/**'], ['node']),
  room('server/shell.ts', 'What a shell around the host may import.', ['server/**']),
  room(
    'server/flags',
    'Reads the command line.',
    [...inDomain('basics', 'audit', 'report'), 'server/http/connection', 'server/http/upstream', 'server/share/engine'],
    ['node'],
  ),
  room(
    'server/mcp',
    'A shell for agents: the MCP server over the host.',
    ['server/**'],
    ['node', 'zod', '@modelcontextprotocol/sdk'],
  ),
  room('server/headless', 'The shell without a window.', ['server/**'], ['node']),
  room('server/main.ts', 'The headless program.', ['server/**'], ['node']),
  room('server/start.ts', 'Starts the program from compiled code.', ['server/runtime/v8'], ['node']),

  room(
    'electron',
    'A shell with windows; sees the host and the contract alone.',
    ['server/host.ts', 'server/shell.ts', 'server/contract/**'],
    ['electron', 'node'],
  ),

  ...rendererRooms,
];
