import { describe, expect, test } from 'vitest';
import { LastField } from '../../../../renderer/app/actions/last-field.ts';
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
  const lastField = new LastField();
  const field = fieldOf();
  expect(lastField.meansShown('4')).toBe(false);
  lastField.focus(field);
  expect(['4', 'd', 'Shift+D', '/'].map((chord) => lastField.meansShown(chord))).toEqual([true, true, true, true]);
  expect(['Mod+4', 'Delete', 'F2'].map((chord) => lastField.meansShown(chord))).toEqual([false, false, false]);
  expect(typed.map((chord) => lastField.meansGone(chord))).toEqual(typed.map(() => false));
  lastField.meansShown('Escape');
  expect(lastField.meansShown('4')).toBe(false);
  lastField.focus(field);
  lastField.focus(null);
  expect(lastField.meansShown('4')).toBe(false);
  field.hide();
  lastField.focus(field);
  expect(lastField.meansShown('4')).toBe(false);
});

describe('a text field that is taken away under the typing', () => {
  function openTaken(take = ({ hide }: ReturnType<typeof fieldOf>) => hide()) {
    const lastField = new LastField();
    const field = fieldOf();
    lastField.focus(field);
    lastField.press('d');
    take(field);
    return lastField;
  }

  test('lacks what was meant for it, wherever the focus goes by itself', () => {
    const lastField = openTaken();
    lastField.focus(null);
    expect(typed.map((chord) => lastField.meansGone(chord))).toEqual(typed.map(() => true));
    expect(['Mod+4', 'ArrowDown', 'F2'].map((chord) => lastField.meansGone(chord))).toEqual([false, false, false]);
  });

  test('may also have been disabled, or not yet typed in', () => {
    expect(openTaken(({ disable }) => disable()).meansGone('4')).toBe(true);
    const lastField = new LastField();
    const field = fieldOf();
    lastField.focus(field);
    field.hide();
    expect(lastField.meansGone('4')).toBe(true);
  });

  test('lacks nothing any more after Escape, Tab, a press of the mouse, or the focus in another field', () => {
    for (const end of [
      (lastField: LastField) => void lastField.meansGone('Escape'),
      (lastField: LastField) => void lastField.meansGone('Tab'),
      (lastField: LastField) => lastField.point(false),
      (lastField: LastField) => lastField.focus(fieldOf()),
    ]) {
      const lastField = openTaken();
      end(lastField);
      expect([lastField.isGone, lastField.meansGone('4')]).toEqual([false, false]);
    }
  });
});

test('a field that the person closes, by a key that types nothing or by a press of the mouse, lacks nothing', () => {
  for (const close of [
    (lastField: LastField) => lastField.press('Enter'),
    (lastField: LastField) => lastField.press('Mod+K'),
    (lastField: LastField) => lastField.point(false),
  ]) {
    const lastField = new LastField();
    const field = fieldOf();
    lastField.focus(field);
    lastField.press('d');
    close(lastField);
    field.hide();
    expect([lastField.isGone, lastField.meansGone('4')]).toEqual([false, false]);
  }
});

test('a field that gets the focus as its dialog is being closed lacks nothing, unless somebody types in it', () => {
  for (const leave of [
    (lastField: LastField) => void lastField.meansGone('Escape'),
    (lastField: LastField) => lastField.press('Escape'),
    (lastField: LastField) => void lastField.meansGone('Enter'),
    (lastField: LastField) => lastField.press('Mod+Enter'),
    (lastField: LastField) => lastField.point(false),
  ]) {
    for (const isTyped of [false, true]) {
      const lastField = new LastField();
      const field = fieldOf();
      leave(lastField);
      lastField.focus(field);
      if (isTyped) lastField.press('d');
      field.hide();
      expect([lastField.isGone, lastField.meansGone('4')]).toEqual([isTyped, isTyped]);
    }
  }
});

test('a field that a press or a typed key gives the focus lacks what is typed once it is taken away', () => {
  for (const open of [
    (lastField: LastField) => lastField.point(true),
    (lastField: LastField) => void lastField.meansGone('n'),
    (lastField: LastField) => void lastField.meansGone('Tab'),
  ]) {
    const lastField = new LastField();
    const field = fieldOf();
    open(lastField);
    lastField.focus(field);
    field.hide();
    expect(lastField.meansGone('4')).toBe(true);
  }
});

test('a list or a box that goes with what is chosen in it lacks nothing', () => {
  const lastField = new LastField();
  const box = fieldOf({ isText: false });
  lastField.focus(box);
  lastField.press('Space');
  box.hide();
  expect(lastField.meansGone('4')).toBe(false);
});
