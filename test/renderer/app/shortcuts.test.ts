import { expect, test } from 'vitest';
import { actionFor, chordOf, type KeyPress } from '../../../renderer/app/shortcuts.ts';
import type { Action } from '../../../renderer/ui/action.tsx';

function press(key: string, held: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held };
}

function action(id: string, more: Partial<Action>): Action {
  return { id, title: id, group: '', enabled: true, run: () => {}, ...more };
}

test.each([
  [press('k', { ctrlKey: true }), 'Mod+K'],
  [press('k', { metaKey: true }), 'Mod+K'],
  [press('Z', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+Z'],
  [press('n'), 'n'],
  [press('N', { shiftKey: true }), 'Shift+n'],
  [press(' '), 'Space'],
  [press('?', { shiftKey: true }), '?'],
  [press('3'), '3'],
  [press('F2'), 'F2'],
  [press('ArrowLeft', { altKey: true }), 'Alt+ArrowLeft'],
])('writes %o as %s', (pressed, chord) => {
  expect(chordOf(pressed)).toBe(chord);
});

test('finds an action by its shortcut, its other shortcut, and by two keys one after the other', () => {
  const actions = [
    action('redo', { shortcut: 'Mod+Shift+Z', otherShortcut: 'Mod+Y' }),
    action('go', { shortcut: 'g f' }),
  ];
  expect(actionFor(actions, 'Mod+Y', null, 'elsewhere')?.id).toBe('redo');
  expect(actionFor(actions, 'f', 'g', 'table')?.id).toBe('go');
  expect(actionFor(actions, 'f', null, 'table')).toBeUndefined();
});

test('runs what belongs to a table only there, and nothing that is disabled', () => {
  const actions = [
    action('off', { shortcut: 'Delete', enabled: false }),
    action('on', { shortcut: 'Delete', where: 'table' }),
  ];
  expect(actionFor(actions, 'Delete', null, 'table')?.id).toBe('on');
  expect(actionFor(actions, 'Delete', null, 'elsewhere')).toBeUndefined();
});

test('leaves letters and undo to the field that one types in', () => {
  const actions = ['n', 'Mod+Z', 'Mod+K'].map((shortcut) => action(shortcut, { shortcut }));
  expect(actionFor(actions, 'n', null, 'text')).toBeUndefined();
  expect(actionFor(actions, 'Mod+Z', null, 'text')).toBeUndefined();
  expect(actionFor(actions, 'Mod+K', null, 'text')?.id).toBe('Mod+K');
});
