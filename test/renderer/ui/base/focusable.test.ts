import { afterEach, expect, test, vi } from 'vitest';
import { controlBeside, isUsable } from '../../../../renderer/ui/base/focusable.ts';

afterEach(() => vi.unstubAllGlobals());

interface Shape {
  readonly isShown?: boolean;
  readonly isEnabled?: boolean;
  readonly isInert?: boolean;
  readonly isConnected?: boolean;
  readonly tabIndex?: number;
}

/** An element of which only what decides about the focus is known. */
function element(shape: Shape, dialog: object | null = null) {
  const { isShown = true, isEnabled = true, isInert = false, isConnected = true, tabIndex = 0 } = shape;
  return {
    isConnected,
    tabIndex,
    checkVisibility: () => isShown,
    matches: () => !isEnabled,
    closest: (selector: string) => (selector === 'dialog[open]' ? dialog : isInert ? {} : null),
  } as unknown as HTMLElement;
}

test('an element that is gone, hidden, disabled or shut off cannot have the focus', () => {
  const shapes = [{}, { isConnected: false }, { isShown: false }, { isEnabled: false }, { isInert: true }];
  expect(shapes.map((shape) => isUsable(element(shape)))).toEqual([true, false, false, false, false]);
});

test('Tab goes round what can have the focus', () => {
  const [first, hidden, skipped, last] = [
    element({}),
    element({ isShown: false }),
    element({ tabIndex: -1 }),
    element({}),
  ];
  vi.stubGlobal('document', { querySelectorAll: () => [first, hidden, skipped, last] });
  expect(controlBeside(first, 1)).toBe(last);
  expect(controlBeside(last, 1)).toBe(first);
  expect(controlBeside(first, -1)).toBe(last);
  // From the middle of the page, such as a cell that has the focus by a click.
  expect([controlBeside(skipped, 1), controlBeside(skipped, -1)]).toEqual([last, first]);
  // From nowhere.
  const body = element({});
  expect([controlBeside(body, 1), controlBeside(body, -1)]).toEqual([first, last]);
});

test('Tab stays in the open dialog', () => {
  const outside = element({});
  const controls: HTMLElement[] = [];
  const dialog = { querySelectorAll: () => controls };
  controls.push(element({}, dialog), element({}, dialog));
  vi.stubGlobal('document', { querySelectorAll: () => [outside, ...controls] });
  const [first, last] = controls;
  expect([first, last].map((one) => one && controlBeside(one, 1))).toEqual([last, first]);
});
