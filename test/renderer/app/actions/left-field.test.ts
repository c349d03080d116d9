import { describe, expect, test } from 'vitest';
import { LeftField } from '../../../../renderer/app/actions/left-field.ts';
import { textFields } from '../../../../renderer/ui/base/native-keys.ts';

/** A field of the page, which is a text field unless it is a list or a box. */
function fieldOf({ isText = true } = {}) {
  const field = {
    isShown: true,
    isDisabled: false,
    hide: () => {
      field.isShown = false;
    },
    disable: () => {
      field.isDisabled = true;
    },
    checkVisibility: () => field.isShown,
    matches: (selector: string) => (selector === textFields ? isText : field.isDisabled),
  };
  return field;
}

const typed = ['4', 'd', 'Shift+D', '/', 'Space', 'Backspace', 'Enter'];

test('takes the characters that miss a visible field, until Escape or the focus on anything else', () => {
  const left = new LeftField();
  const field = fieldOf();
  expect(left.misses('4')).toBe(false);
  left.focus(field);
  expect(['4', 'd', 'Shift+D', '/'].map((chord) => left.misses(chord))).toEqual([true, true, true, true]);
  expect(['Mod+4', 'Delete', 'F2'].map((chord) => left.misses(chord))).toEqual([false, false, false]);
  expect(typed.map((chord) => left.lacks(chord))).toEqual(typed.map(() => false));
  left.misses('Escape');
  expect(left.misses('4')).toBe(false);
  left.focus(field);
  left.focus(null);
  expect(left.misses('4')).toBe(false);
  field.hide();
  left.focus(field);
  expect(left.misses('4')).toBe(false);
});

describe('a text field that is taken away under the typing', () => {
  function openTaken(take = ({ hide }: ReturnType<typeof fieldOf>) => hide()) {
    const left = new LeftField();
    const field = fieldOf();
    left.focus(field);
    left.press('d');
    take(field);
    return left;
  }

  test('lacks what was meant for it, wherever the focus goes by itself', () => {
    const left = openTaken();
    left.focus(null);
    expect(typed.map((chord) => left.lacks(chord))).toEqual(typed.map(() => true));
    expect(['Mod+4', 'ArrowDown', 'F2'].map((chord) => left.lacks(chord))).toEqual([false, false, false]);
  });

  test('may also have been disabled, or not yet typed in', () => {
    expect(openTaken(({ disable }) => disable()).lacks('4')).toBe(true);
    const left = new LeftField();
    const field = fieldOf();
    left.focus(field);
    field.hide();
    expect(left.lacks('4')).toBe(true);
  });

  test('lacks nothing any more after Escape, Tab, a press of the mouse, or the focus in another field', () => {
    for (const end of [
      (left: LeftField) => void left.lacks('Escape'),
      (left: LeftField) => void left.lacks('Tab'),
      (left: LeftField) => left.point(),
      (left: LeftField) => left.focus(fieldOf()),
    ]) {
      const left = openTaken();
      end(left);
      expect([left.isTaken, left.lacks('4')]).toEqual([false, false]);
    }
  });
});

test('a field that the person closes, by a key that types nothing or by a press of the mouse, lacks nothing', () => {
  for (const close of [
    (left: LeftField) => left.press('Enter'),
    (left: LeftField) => left.press('Mod+K'),
    (left: LeftField) => left.point(),
  ]) {
    const left = new LeftField();
    const field = fieldOf();
    left.focus(field);
    left.press('d');
    close(left);
    field.hide();
    expect([left.isTaken, left.lacks('4')]).toEqual([false, false]);
  }
});

test('a list or a box that goes with what is chosen in it lacks nothing', () => {
  const left = new LeftField();
  const box = fieldOf({ isText: false });
  left.focus(box);
  left.press('Space');
  box.hide();
  expect(left.lacks('4')).toBe(false);
});
