import { expect, test } from 'vitest';
import { chordOf, type KeyPress } from '../../../../renderer/ui/base/chord.ts';

function press(key: string, held: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held };
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
