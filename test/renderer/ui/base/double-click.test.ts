import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { guardDoubleClicks } from '../../../../renderer/ui/base/double-click.ts';

/** A control, or, with null, a place without one. */
class Place {
  readonly control: Place | null;

  constructor(isControl = true) {
    this.control = isControl ? this : null;
  }

  closest() {
    return this.control;
  }
}

type Listener = (event: unknown) => void;
const page = new Map<string, Listener>();
const addEventListener = (name: string, listener: Listener) => page.set(name, listener);

beforeEach(() => {
  vi.stubGlobal('Element', Place);
  guardDoubleClicks({ addEventListener } as unknown as Document);
});
afterEach(() => vi.unstubAllGlobals());

/** Clicks, the `detail`th time in a row; true if the click reached its target. */
function click(target: Place, detail: number): boolean {
  const stopped = vi.fn();
  for (const name of ['mousedown', 'click']) {
    page.get(name)?.({ target, detail, preventDefault: vi.fn(), stopImmediatePropagation: () => stopped(name) });
  }
  return stopped.mock.calls.length === 0;
}

test('the second click of a double click does not reach another control', () => {
  const [first, other] = [new Place(), new Place()];
  expect(click(first, 1)).toBe(true);
  expect(click(other, 2)).toBe(false);
  expect(click(other, 3)).toBe(false);
  expect(click(other, 1)).toBe(true);
});

test('a double click reaches its control twice, and so does one where no control was', () => {
  const [control, row] = [new Place(), new Place(false)];
  expect([click(control, 1), click(control, 2)]).toEqual([true, true]);
  expect([click(row, 1), click(row, 2), click(control, 3)]).toEqual([true, true, true]);
});
