import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdKeys } from '../../../../renderer/ui/base/held-keys.ts';

type Listener = (event: object) => void;

/** A page with one focused text field; the listeners of its window by event. */
function openPage() {
  const listeners = new Map<string, Listener>();
  const field = (name: string) => ({ name, text: '', matches: () => true, dispatchEvent: () => true });
  const fields = { name: field('name'), palette: field('palette') };
  const document = {
    activeElement: fields.name,
    execCommand: (_command: string, _ui: boolean, text: string) => {
      document.activeElement.text += text;
    },
  };
  vi.stubGlobal('document', document);
  vi.stubGlobal('window', {
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    removeEventListener: (type: string) => listeners.delete(type),
  });
  vi.stubGlobal('HTMLInputElement', class {});
  vi.stubGlobal('KeyboardEvent', class {});
  /** Presses a key; true if the page may do with it what it usually does. */
  const press = (key: string, modifiers: object = {}) => {
    let isGiven = true;
    const hold = () => {
      isGiven = false;
    };
    const event = { key, isTrusted: true, preventDefault: hold, stopImmediatePropagation: hold, ...modifiers };
    listeners.get('keydown')?.(event);
    return isGiven;
  };
  return { fields, document, press, pointTo: () => listeners.get('pointerdown')?.({}) };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Work that ends when it is told to, and all that follows at once. */
function work() {
  let end = () => {};
  const promise = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    promise,
    end: async () => {
      end();
      await promise;
    },
  };
}

test('keys wait for the work, and go to what has the focus then', async () => {
  const { fields, document, press } = openPage();
  const { promise, end } = work();
  holdKeys(promise);
  expect([press('a'), press('b')]).toEqual([false, false]);
  document.activeElement = fields.palette;
  await end();
  await vi.runOnlyPendingTimersAsync();
  await vi.runOnlyPendingTimersAsync();
  await vi.runOnlyPendingTimersAsync();
  expect(fields).toMatchObject({ name: { text: '' }, palette: { text: 'ab' } });
  expect(press('c')).toBe(true);
});

test('a shortcut does not overtake the keys before it', async () => {
  const { fields, document, press } = openPage();
  const { promise, end } = work();
  holdKeys(promise);
  for (const key of 'abc') press(key);
  await end();
  expect(press('k', { ctrlKey: true })).toBe(true);
  document.activeElement = fields.palette;
  await vi.runOnlyPendingTimersAsync();
  expect(fields).toMatchObject({ name: { text: 'abc' }, palette: { text: '' } });
});

test('a press of the mouse does not overtake the keys before it, and ends the wait', async () => {
  const { fields, press, pointTo } = openPage();
  const { promise, end } = work();
  holdKeys(promise);
  press('a');
  await end();
  pointTo();
  expect(fields.name.text).toBe('a');
  expect(press('b')).toBe(true);
  await vi.runOnlyPendingTimersAsync();
});

test('Escape drops the held keys', async () => {
  const { fields, press } = openPage();
  const { promise, end } = work();
  holdKeys(promise);
  press('a');
  expect(press('Escape')).toBe(true);
  await end();
  await vi.runOnlyPendingTimersAsync();
  expect(fields.name.text).toBe('');
  expect(press('b')).toBe(true);
});
