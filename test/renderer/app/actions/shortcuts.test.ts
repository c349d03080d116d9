import { expect, test } from 'vitest';
import { actionFor, KeySequence } from '../../../../renderer/app/actions/shortcuts.ts';
import type { Action } from '../../../../renderer/ui/base/action.tsx';

function action(id: string, more: Partial<Action>): Action {
  return { id, title: id, group: '', enabled: true, run: () => {}, ...more };
}

test('finds an action by its shortcut, its second shortcut, and by a key sequence', () => {
  const actions = [
    action('redo', { shortcut: 'Mod+Shift+Z', otherShortcut: 'Mod+Y' }),
    action('go', { shortcut: 'g f' }),
  ];
  expect(actionFor(actions, 'Mod+Y', null, 'elsewhere')?.id).toBe('redo');
  expect(actionFor(actions, 'f', 'g', 'table')?.id).toBe('go');
  expect(actionFor(actions, 'f', null, 'table')).toBeUndefined();
});

test('finds table shortcuts only in a table, and never a disabled action', () => {
  const actions = [
    action('off', { shortcut: 'Delete', enabled: false }),
    action('on', { shortcut: 'Delete', where: 'table' }),
  ];
  expect(actionFor(actions, 'Delete', null, 'table')?.id).toBe('on');
  expect(actionFor(actions, 'Delete', null, 'elsewhere')).toBeUndefined();
});

test('leaves letters and undo to text fields', () => {
  const actions = ['n', 'Mod+Z', 'Mod+K'].map((shortcut) => action(shortcut, { shortcut }));
  expect(actionFor(actions, 'n', null, 'text')).toBeUndefined();
  expect(actionFor(actions, 'Mod+Z', null, 'text')).toBeUndefined();
  expect(actionFor(actions, 'Mod+K', null, 'text')?.id).toBe('Mod+K');
});

test('KeySequence keeps its first key for a second after the press, and until it ends', () => {
  const sequence = new KeySequence();
  sequence.begin('g', 5000);
  expect(sequence.first(6000)).toBe('g');
  expect(sequence.first(6001)).toBeNull();
  sequence.end();
  expect(sequence.first(5001)).toBeNull();
});
