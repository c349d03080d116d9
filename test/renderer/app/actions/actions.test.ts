import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { ActionInputs } from '../../../../renderer/app/actions/action-inputs.ts';
import { consoleActions } from '../../../../renderer/app/actions/actions.ts';
import { type ViewId, views } from '../../../../renderer/app/base/views.ts';
import { createWorkbench } from '../../../../renderer/app/workbench/workbench.ts';
import { createClient } from '../../../../renderer/console/client.ts';
import { createMirror } from '../../../../renderer/console/mirror.ts';
import { clashesOf } from '../../../../renderer/features/settings/keymap.ts';
import { defaultSettings } from '../../../../server/domain/model/settings.ts';
import { FakeTransport } from '../../console/fake-transport.ts';

const renderer = 'renderer';
const sources = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx'))
  .map((path) => readFileSync(join(renderer, path), 'utf8'))
  .join('\n');

/** Actions whose controls are made from data, such as scenario chips and rail links. */
const madeOfData = /^(go|scenario|snapshot|theme|saved|scenarios\.rule|collections\.open)\.|^workspace\.recent-/;

/** Source text of controls with a label of their own. */
const otherControls: Readonly<Record<string, string>> = {
  'snapshots.save': 'Name of the snapshot',
  'live-state.select': 'Select all records of this page',
  'records.edit': 'onDoubleClick',
  'records.toggle': '<Switch',
  'records.sort': 'aria-sort',
  'records.sort-beside': 'aria-sort',
  'expectations.show': "value: 'expectations'",
  'upstream.off': 'Nothing: only the mock responds',
  'upstream.missing': 'What the mock does not have',
  'upstream.all': "all: 'Everything'",
  'try.crawl': 'Crawl all',
  'try.read': 'onClick={() => void tryIt.read()}',
  'try.other-client': 'Change it as another client',
  ...Object.fromEntries(
    ['audit', 'drift'].flatMap((of) =>
      ['html', 'markdown', 'junit', 'json'].map((format) => [`${of}.export-${format}`, `.export-${format}`]),
    ),
  ),
};

function newWorkbench(transport = new FakeTransport()) {
  const client = createClient(transport);
  return createWorkbench({ client, mirror: createMirror(client, transport), nth: 1 });
}

function actionsIn(
  view: ViewId,
  recent: ActionInputs['recent'],
  link: ActionInputs['link'] = 'live',
  bench = newWorkbench(),
  changed: Partial<ActionInputs> = {},
) {
  const scenario = { name: 'Slow', description: '', rules: [] };
  return consoleActions({
    ...bench,
    view,
    link,
    upstream: { url: null, mode: 'off', fault: null, recorded: 0, lost: 0, sessions: [] },
    server: { state: 'stopped' },
    settings: defaultSettings,
    recent,
    saveAs: recent && 'dialog',
    workspaceTitle: 'Mock',
    save: { state: 'saved', at: null },
    allScenarios: [scenario],
    editedScenario: scenario,
    snapshots: [{ name: 'Before', records: 1, saved: 0 }],
    savedRequests: [{ name: 'A user', note: '', method: 'GET', target: '/users/1', headers: [], body: null }],
    history: { undo: 'delete of 42', redo: null },
    isUndoAhead: false,
    isRedoAhead: false,
    offeredUndo: null,
    changed: 1,
    collection: 'orders',
    order: 'users orders',
    hasRow: true,
    isFiltered: true,
    chosenLine: 'request-1',
    labShown: 'lost-update',
    hasLabRequests: true,
    expected: 1,
    isPresent: false,
    isPlaying: false,
    comparedSession: null,
    isShared: false,
    theme: 'system',
    setTheme: () => {},
    show: () => {},
    ...changed,
  });
}

const recent = [0, 1].map((number) => ({ name: `${number}.json`, folder: '/' }));

test.each(views.map(({ id }) => id))(
  'every action in %s has a title of its own in the palette, and no two have the same keys',
  (view) => {
    for (const actions of [actionsIn(view, recent), actionsIn(view, null)]) {
      const enabled = actions.filter((action) => action.enabled);
      expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
      expect(new Set(enabled.map(({ title, group }) => `${title} ${group}`)).size).toBe(enabled.length);
      expect(
        enabled.flatMap((action) => clashesOf(action.shortcut ?? '', action, enabled).map(({ id }) => [action.id, id])),
      ).toEqual([]);
    }
  },
);

test('every action has a visible control', () => {
  const all = [...actionsIn('fixtures', recent), ...actionsIn('fixtures', null)];
  const named = (id: string) => [`"${id}"`, `'${id}'`, otherControls[id] ?? id].some((text) => sources.includes(text));
  expect(all.map(({ id }) => id).filter((id) => !madeOfData.test(id) && !named(id))).toEqual([]);
});

test('while the host is away, only actions without it are enabled', () => {
  const enabled = actionsIn('fixtures', null, 'lost').flatMap(({ id, enabled }) => (enabled ? [id] : []));
  expect(enabled).toEqual(expect.arrayContaining(['palette', 'go.requests', 'records.add', 'records.edit-text']));
  for (const id of ['server.start', 'history.undo', 'state.reset', 'records.remove', 'scenario.Slow', 'try.send']) {
    expect(enabled).not.toContain(id);
  }
});

test('Undo takes back what a message offers before the latest edit, also without one', async () => {
  const bench = newWorkbench();
  const runs: string[] = [];
  bench.toaster.offerUntilEdit('Switched.', { title: 'Undo', undoes: 'switch', run: () => runs.push('switch') });
  const undo = () => {
    const inputs = { offeredUndo: bench.toaster.offeredUndo(), history: { undo: null, redo: null } };
    return actionsIn('scenarios', null, 'live', bench, inputs).find(({ id }) => id === 'history.undo');
  };
  expect(undo()).toMatchObject({ enabled: true, note: 'switch' });
  undo()?.run();
  await vi.waitFor(() => expect([runs, bench.toaster.toasts()]).toEqual([['switch'], []]));
  expect(undo()).toMatchObject({ enabled: false });
});

test('Undo and Redo are enabled while the first step that they would take is under way', () => {
  const history = { undo: null, redo: null };
  const enabled = (changed: Partial<ActionInputs>) => {
    const actions = actionsIn('fixtures', null, 'live', newWorkbench(), { history, ...changed });
    return actions.filter(({ id, enabled }) => enabled && /^history\.(un|re)do$/.test(id)).map(({ id }) => id);
  };
  expect(enabled({})).toEqual([]);
  expect(enabled({ isUndoAhead: true })).toEqual(['history.undo']);
  expect(enabled({ isRedoAhead: true })).toEqual(['history.redo']);
});

test('Undo waits for the edit under way, and takes it before what an earlier message offers', async () => {
  const transport = new FakeTransport();
  const bench = newWorkbench(transport);
  const runs: string[] = [];
  bench.toaster.offerUntilEdit('Switched.', { title: 'Undo', undoes: 'switch', run: () => runs.push('switch') });
  void bench.scenarios.remove({ name: 'Slow', description: '', rules: [] });
  await vi.waitFor(() => expect(transport.calls.map(({ name }) => name)).toContain('scenarios.remove'));
  const inputs = { offeredUndo: bench.toaster.offeredUndo() };
  actionsIn('scenarios', null, 'live', bench, inputs)
    .find(({ id }) => id === 'history.undo')
    ?.run();
  await transport.take('scenarios.remove').answer(null);
  await vi.waitFor(() => expect(transport.calls.map(({ name }) => name)).toContain('history.undo'));
  expect(runs).toEqual([]);
});

test.each([
  ['an edit of a collection', 'collections.remove', { collection: 'users' }, 'history.undo'],
  ['a new snapshot', 'snapshots.save', { name: 'Before' }, 'history.undo'],
  ['a change of many records', 'records.change', { collection: 'users', of: {}, change: {} }, 'history.undo'],
] as const)('Undo waits for %s that is in flight', async (_, name, input, undone) => {
  const transport = new FakeTransport();
  const bench = newWorkbench(transport);
  const runs: string[] = [];
  bench.toaster.offerUntilEdit('Switched.', { title: 'Undo', undoes: 'switch', run: () => runs.push('switch') });
  void bench.client.call(name, input as never);
  const inputs = { offeredUndo: bench.toaster.offeredUndo() };
  actionsIn('scenarios', null, 'live', bench, inputs)
    .find(({ id }) => id === 'history.undo')
    ?.run();
  await transport.take(name).answer(null);
  await vi.waitFor(() => expect(transport.calls.map(({ name }) => name)).toContain(undone));
  expect(runs).toEqual([]);
});

test('Undo restores the log whose clear is in flight', async () => {
  const transport = new FakeTransport();
  const bench = newWorkbench(transport);
  void bench.requests.clear();
  actionsIn('requests', null, 'live', bench)
    .find(({ id }) => id === 'history.undo')
    ?.run();
  await transport.take('requests.clear').answer(null);
  await vi.waitFor(() => expect(transport.calls.map(({ name }) => name)).toContain('requests.restore'));
  expect(transport.calls.map(({ name }) => name)).not.toContain('history.undo');
});

test('Undo takes back a switch that is under way', async () => {
  const transport = new FakeTransport();
  const bench = newWorkbench(transport);
  transport.link('live');
  await transport.snapshot(0);
  void bench.scenarios.activate('Slow');
  await vi.waitFor(() => expect(transport.calls.map(({ name }) => name)).toContain('scenario.activate'));
  actionsIn('scenarios', null, 'live', bench)
    .find(({ id }) => id === 'history.undo')
    ?.run();
  transport.send(1, { type: 'state', state: { scenario: 'Slow' } });
  await transport.take('scenario.activate').answer(null);
  await vi.waitFor(() => expect(transport.take('scenario.activate').input).toEqual({ name: 'Default' }));
});

test('changes of a session are not kept while instances share their live state, and the action says so', () => {
  const keep = (comparedSession: string | null, isShared: boolean) =>
    actionsIn('live-state', null, 'live', newWorkbench(), { comparedSession, isShared }).find(
      ({ id }) => id === 'live-state.keep',
    );
  expect(keep('mine', true)).toMatchObject({ enabled: false, why: expect.stringContaining('while instances share') });
  expect([keep('mine', false)?.enabled, keep(null, true)?.enabled]).toEqual([true, true]);
});

test('a window without an address says why there is no link to copy', () => {
  const bench = newWorkbench();
  actionsIn('fixtures', null, 'live', bench)
    .find(({ id }) => id === 'link.copy')
    ?.run();
  expect(bench.toaster.toasts()).toMatchObject([{ text: expect.stringContaining('has no address to copy') }]);
});

test('nothing can be done with a scenario while none is shown, and the actions say so', () => {
  const none = { editedScenario: undefined };
  const actions = actionsIn('scenarios', null, 'live', newWorkbench(), none).filter(({ id }) =>
    /^scenarios\.(duplicate|remove|export|rule\..*)$/.test(id),
  );
  expect(actions.length).toBeGreaterThan(3);
  for (const action of actions) expect(action).toMatchObject({ enabled: false, why: 'Choose a scenario first.' });
});
