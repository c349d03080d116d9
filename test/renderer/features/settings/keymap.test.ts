import { expect, test } from 'vitest';
import {
  assign,
  clashesOf,
  readKeymap,
  refusalOf,
  withKeymap,
  without,
} from '../../../../renderer/features/settings/keymap.ts';
import type { Action } from '../../../../renderer/ui/base/action.tsx';

function action(id: string, more: Partial<Action> = {}): Action {
  return { id, title: id, group: 'Go to', enabled: true, run: () => {}, ...more };
}

const redo = action('redo', { shortcut: 'Mod+Shift+Z', otherShortcut: 'Mod+Y' });
const palette = action('palette', { shortcut: 'Mod+K' });
const fixtures = action('go.fixtures', { shortcut: 'g f' });
const addRecord = action('records.add', { group: 'Records', shortcut: 'n' });
const addScenario = action('scenarios.add', { group: 'Scenarios', shortcut: 'n' });
const toggle = action('records.toggle', { group: 'Records', shortcut: 'Space', where: 'table' });
const all = [redo, palette, fixtures, addRecord, addScenario, toggle];

test('custom keys replace both shortcuts, and null removes them', () => {
  const [changed, none, same] = withKeymap([redo, palette, fixtures], { redo: 'Mod+R', palette: null });
  expect([changed?.shortcut, changed?.otherShortcut]).toEqual(['Mod+R', undefined]);
  expect(none?.shortcut).toBeUndefined();
  expect(same).toBe(fixtures);
});

test.each([
  ['Mod+K', ['palette']],
  ['Mod+Y', ['redo']],
  ['g', ['go.fixtures']],
  ['g f x', ['go.fixtures']],
  ['g x', []],
  ['n', ['records.add', 'scenarios.add']],
])('%j for an action of every view clashes with %j', (keys, clashes) => {
  expect(clashesOf(keys, action('new'), all).map(({ id }) => id)).toEqual(clashes);
});

test('actions of different views may share keys, and none clashes with itself', () => {
  expect(clashesOf('n', addRecord, all)).toEqual([]);
  expect(clashesOf('n', action('requests.new', { group: 'Requests' }), all)).toEqual([]);
});

test('reassigned keys leave their old action until it is reset', () => {
  const keymap = assign({}, 'Mod+K', redo, [palette]);
  expect(keymap).toEqual({ redo: 'Mod+K', palette: null });
  expect(without(keymap, 'palette')).toEqual({ redo: 'Mod+K' });
});

test.each(['Tab', 'Escape', 'Shift+ArrowDown', 'Enter', 'g Enter', 'Mod+C', 'Space'])(
  'refuses %s as a shortcut',
  (keys) => {
    expect(refusalOf(keys, palette)).not.toBeNull();
  },
);

test('a table may use the space bar, any action the unreserved keys', () => {
  expect(refusalOf('Space', toggle)).toBeNull();
  expect(refusalOf('Mod+Enter', palette)).toBeNull();
  expect(refusalOf('F9', palette)).toBeNull();
});

test('readKeymap drops invalid entries', () => {
  expect(readKeymap({ a: 'x', b: null, c: 3 })).toEqual({ a: 'x', b: null });
  expect(readKeymap('rubbish')).toEqual({});
});
