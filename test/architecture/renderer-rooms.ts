import { type Room, room } from './room.ts';

const contract = ['server/domain/**', 'server/contract/**'];
const ui = ['renderer/ui/**'];
const feature = [
  ...ui,
  'renderer/console',
  'renderer/exchange',
  'renderer/exchange/explanation',
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

/** The rooms of the console. */
export const rendererRooms: readonly Room[] = [
  room('renderer/ui/base', 'Tokens, actions and buttons; knows nothing of mocks.', [], [...view, 'react-dom']),
  room('renderer/ui/display', 'Tags, progress, QR codes and messages.', ['renderer/ui/base'], [...view, 'uqr']),
  room('renderer/ui/drafts', 'Unsaved input, which outlives its editor.', ['renderer/ui/base'], [...view, 'react-dom']),
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
    'Splitters, tabs with a menu of those out of view, toolbars and sortable lists.',
    ['renderer/ui/base', 'renderer/ui/overlay'],
    [...view, 'radix-ui', 'react-resizable-panels'],
  ),
  room(
    'renderer/ui/json',
    'The editor; the only room that knows CodeMirror.',
    ['renderer/ui/base', 'renderer/ui/display'],
    [...view, 'react-dom', ...editor],
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
  room(
    'renderer/exchange/explanation',
    'Shows why a response is as it is.',
    [...ui, 'renderer/console', 'renderer/exchange', ...contract],
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
    pagination: ['Five crawls of one list, and the grid of what they saw.', 'parts'],
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
    'renderer/app/bars',
    'The bars around the views: state of the server and the file, scenarios, history, the tour.',
    [...everyFeature, 'renderer/app/base', 'renderer/app/workbench', 'renderer/app/actions'],
    [...view, 'radix-ui'],
  ),
  room(
    'renderer/app/frame',
    'The window: its bars, the views, the palette.',
    [...everyFeature, 'renderer/app/base', 'renderer/app/workbench', 'renderer/app/actions', 'renderer/app/bars'],
    [...view, 'cmdk'],
  ),
  room(
    'renderer/app',
    'Starts the console in a window or a browser.',
    ['renderer/**', ...contract],
    [...view, 'react-dom', '@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono'],
  ),
  room('renderer', 'The build.', [], ['node', 'vite', '@vitejs/plugin-react']),
];
