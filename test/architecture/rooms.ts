import { type Room, room } from './room.ts';

/** Source files that a folder holds before it has to be a list of alike things. */
export const maxFiles = 22;

const inDomain = (...names: readonly string[]) => names.map((name) => `server/domain/${name}`);

const values = inDomain('basics', 'json', 'model', 'dialect');
const queries = [...values, ...inDomain('request', 'fields', 'filter', 'sort', 'conditions')];
const data = [...queries, ...inDomain('records', 'views', 'list')];
const contract = ['server/domain/**', 'server/contract/**'];
const transport = [...contract, 'server/runtime', 'server/message', 'server/log'];
const ui = ['renderer/ui/**'];
const feature = [
  ...ui,
  'renderer/console',
  'renderer/exchange',
  'renderer/difference',
  'renderer/conflict',
  ...contract,
];
const everyFeature = [...feature, 'renderer/features/**'];
const view = ['react', 'lucide-react', 'zustand'];
const editor = [
  ...['autocomplete', 'commands', 'lang-json', 'language', 'lint', 'state', 'view'].map(
    (name) => `@codemirror/${name}`,
  ),
  '@lezer/highlight',
];

/** The rooms of a feature, which knows no other feature, so that it can go; its view stands above its rooms. */
function featureRooms(
  name: string,
  inner: Readonly<Record<string, readonly [reason: string, ...below: string[]]>>,
): readonly Room[] {
  const folder = `renderer/features/${name}`;
  return [
    ...Object.entries(inner).map(([inside, [reason, ...below]]) =>
      room(`${folder}/${inside}`, reason, [...feature, ...below.map((other) => `${folder}/${other}`)], view),
    ),
    room(folder, 'The view of the feature.', [...feature, `${folder}/**`], view),
  ];
}

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
  room('server/domain/conditions', 'Compares tags and versions, whatever they belong to.', values),
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
  room('server/domain/report', 'The formats of reports, whatever they report.', inDomain('basics', 'json')),
  room('server/domain/verification', 'Matches expectations as scenarios match rules.', [
    ...data,
    ...inDomain('scenario', 'report'),
  ]),
  room('server/domain/audit', 'Judges recorded exchanges by the rules of HTTP; its scenes are scenarios.', [
    ...queries,
    ...inDomain('scenario', 'report'),
  ]),
  room('server/domain/timeline', 'Remembers every change of a record.', [...values, 'server/domain/records']),
  room('server/domain/session', 'Gives a client its own records and scenario.', [...data, ...inDomain('scenario')]),
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
    [...contract, 'server/store/formats', 'server/runtime', 'server/workspace'],
    ['node'],
  ),
  room('server/export', 'Writes records as the text of a file.', [...contract, 'server/store/**', 'server/runtime']),
  room('server/verification', 'Counts the requests of the log against expectations.', [...contract, 'server/log']),
  room('server/audit', 'Reads the log as exchanges to audit, and plays scenes against a client.', transport),
  room('server/time-machine', 'Repeats requests against earlier records.', [...transport, 'server/workspace']),
  room('server/feed', 'Numbers the events that the mirror follows.', ['server/**'], ['node']),
  room('server/commands', 'One file a group of the contract; nothing above the feed.', ['server/**'], ['node']),

  room('server/host.ts', 'The composition root.', ['server/**'], ['node']),
  room('server/shell.ts', 'What a shell around the host may import.', ['server/**']),
  room(
    'server/flags.ts',
    'Reads the command line.',
    [...inDomain('basics', 'audit', 'report'), 'server/http/connection', 'server/http/upstream'],
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

  room('renderer/ui/base', 'Tokens, actions and buttons; knows nothing of mocks.', [], [...view, 'react-dom']),
  room('renderer/ui/display', 'Tags, progress and messages.', ['renderer/ui/base'], view),
  room('renderer/ui/drafts', 'Unsaved input, which outlives its editor.', ['renderer/ui/base'], view),
  room(
    'renderer/ui/form',
    'Fields and choices.',
    ['renderer/ui/base', 'renderer/ui/display', 'renderer/ui/drafts'],
    [...view, 'radix-ui'],
  ),
  room(
    'renderer/ui/overlay',
    'Dialogs, menus and toasts.',
    ['renderer/ui/base', 'renderer/ui/drafts'],
    [...view, 'radix-ui'],
  ),
  room(
    'renderer/ui/layout',
    'Splitters, tabs, toolbars and sortable lists.',
    ['renderer/ui/base'],
    [...view, 'radix-ui', 'react-resizable-panels'],
  ),
  room(
    'renderer/ui/json',
    'The editor; the only room that knows CodeMirror.',
    ['renderer/ui/base', 'renderer/ui/display'],
    [...view, ...editor],
  ),
  room(
    'renderer/ui/table',
    'The virtual table.',
    ['renderer/ui/base', 'renderer/ui/form', 'renderer/ui/layout'],
    [...view, '@tanstack/react-virtual'],
  ),
  room('renderer/console', 'The typed client and the mirror; draws nothing.', contract, ['react', 'zustand']),
  room(
    'renderer/exchange',
    'Shows a request and its response in every feature alike.',
    [...ui, 'renderer/console', ...contract],
    view,
  ),
  room('renderer/difference', 'Shows in every feature alike how a record has changed.', [...ui, ...contract], view),
  room(
    'renderer/conflict',
    'Two people edit one thing: what collides, and who decides.',
    [...ui, 'renderer/console', ...contract],
    view,
  ),
  ...featureRooms('fixtures', {
    model: ['What the view shows: collection, columns, query, selection.'],
    collections: ['The collections, their settings and schemas.', 'model'],
    editing: ['Edits of one record and of many.', 'model'],
    table: ['The table with its cells, filters and query.', 'model', 'editing'],
    dialogs: ['Records as forms and as JSON text.', 'model', 'editing'],
  }),
  ...featureRooms('imports', {}),
  ...featureRooms('audit', {}),
  ...featureRooms('time-machine', {}),
  ...featureRooms('labs', {
    parts: ['What both labs show: the bar and the finding.'],
    'lost-update': ['Two clients on one record, and their requests as a picture.', 'parts'],
    pagination: ['Five walks of one list, and the grid of what they saw.', 'parts'],
  }),
  ...featureRooms('live-state', {}),
  ...featureRooms('requests', {
    log: ['The log: rows, detail, copies.'],
    histogram: ['Rate and latency over time.', 'log'],
    comparison: ['Two exchanges side by side.'],
    expectations: ['Requests that clients are expected to send.', 'log'],
  }),
  ...featureRooms('scenarios', {
    model: ['Scenarios, rules as forms, and dry runs.'],
    rule: ['The card of a rule.', 'model'],
  }),
  ...featureRooms('settings', {}),
  ...featureRooms('try-it', {
    model: ['The draft, its response, crawls and conflicts.'],
    editors: ['One editor for each part of a request.', 'model'],
    filter: ['The filter as a tree and as text.', 'model', 'editors'],
    response: ['The response, the crawled pages, the conflict.', 'model'],
  }),
  room('renderer/app/base', 'The views by name, and the theme.', everyFeature, view),
  room('renderer/app/workbench', 'The models of an open workspace.', [...everyFeature, 'renderer/app/base'], view),
  room(
    'renderer/app/actions',
    'Every action of the palette, where features meet.',
    [...everyFeature, 'renderer/app/base', 'renderer/app/workbench'],
    view,
  ),
  room(
    'renderer/app/frame',
    'The window around the views.',
    [...everyFeature, 'renderer/app/base', 'renderer/app/workbench', 'renderer/app/actions'],
    [...view, 'cmdk', 'radix-ui'],
  ),
  room(
    'renderer/app',
    'Starts the console in a window or a browser.',
    ['renderer/**', ...contract],
    [...view, 'react-dom', '@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono'],
  ),
  room('renderer', 'The build.', [], ['node', 'vite', '@vitejs/plugin-react']),
];
