import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetKeys, holdKeys, passKeys, whileAsking } from '../../../../renderer/ui/base/held-keys.ts';

type Listener = (event: object) => void;

interface Modifiers {
  readonly ctrlKey?: boolean;
  readonly altKey?: boolean;
  readonly shiftKey?: boolean;
  readonly altGraph?: boolean;
  readonly repeat?: boolean;
}

/** A page with one focused text field; the listeners of its window by event. */
function openPage() {
  const listeners = new Map<string, Listener>();
  const field = (name: string) => ({
    name,
    text: '',
    /** The keys it was given, with `Mod+` before a letter with Ctrl or Cmd. */
    keys: [] as string[],
    matches: (selectors: string) => selectors.includes('textarea'),
    dispatchEvent(this: { keys: string[] }, { init }: { init: { key: string; ctrlKey: boolean } }) {
      this.keys.push(`${init.ctrlKey ? 'Mod+' : ''}${init.key}`);
      return true;
    },
  });
  const fields = { name: field('name'), palette: field('palette') };
  const commands: string[] = [];
  const document = {
    activeElement: fields.name,
    execCommand: (command: string, _ui?: boolean, text = '') => {
      commands.push(command);
      document.activeElement.text += text;
    },
  };
  vi.stubGlobal('document', document);
  vi.stubGlobal('window', {
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    removeEventListener: (type: string) => listeners.delete(type),
  });
  vi.stubGlobal('HTMLInputElement', class {});
  vi.stubGlobal(
    'KeyboardEvent',
    class {
      constructor(
        _type: string,
        readonly init: object,
      ) {}
    },
  );
  const caret: string[] = [];
  vi.stubGlobal('getSelection', () => ({ modify: (...how: string[]) => caret.push(how.join(' ')) }));
  // Keys may still be held for work of other tests.
  forgetKeys();
  /** Presses a key; true if the page may do with it what it usually does. */
  const press = (key: string, { altGraph = false, ...modifiers }: Modifiers = {}) => {
    let isGiven = true;
    const hold = () => {
      isGiven = false;
    };
    const event = {
      key,
      isTrusted: true,
      getModifierState: () => altGraph,
      preventDefault: hold,
      stopImmediatePropagation: hold,
      ctrlKey: false,
      ...modifiers,
    };
    listeners.get('keydown')?.(event);
    return isGiven;
  };
  return { fields, commands, caret, document, press, pointTo: () => listeners.get('pointerdown')?.({}) };
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

test('keys that move, edit or run an action wait in their turn', async () => {
  const { fields, commands, caret, document, press } = openPage();
  const { promise, end } = work();
  holdKeys(promise);
  const keys = ['ArrowRight', 'F2', 'Shift', 'Delete', 'End', 'x'];
  expect(keys.filter((key) => press(key))).toEqual(['Shift']);
  expect([press('Control', { ctrlKey: true }), press('a', { ctrlKey: true })]).toEqual([true, false]);
  document.activeElement = fields.palette;
  await end();
  for (let turn = 0; turn < 8; turn += 1) await vi.runOnlyPendingTimersAsync();
  expect(fields.name.keys).toEqual([]);
  expect(fields.palette.keys).toEqual(['ArrowRight', 'F2', 'Delete', 'End', 'x', 'Mod+a']);
  expect(caret).toEqual(['move right character', 'move forward lineboundary']);
  expect(commands).toEqual(['forwardDelete', 'insertText', 'selectAll']);
});

test('a sign typed with AltGr waits as text, also where that is Ctrl and Alt', async () => {
  const { fields, press } = openPage();
  const { promise, end } = work();
  holdKeys(promise);
  expect(press('@', { altGraph: true, ctrlKey: true, altKey: true })).toBe(false);
  await end();
  for (let turn = 0; turn < 3; turn += 1) await vi.runOnlyPendingTimersAsync();
  expect(fields.name).toMatchObject({ text: '@', keys: ['@'] });
});

test('what only the browser can do goes on at once', () => {
  const { press } = openPage();
  holdKeys(work().promise);
  const isGiven = [
    press('c', { ctrlKey: true }),
    press('V', { ctrlKey: true, shiftKey: true }),
    press('r', { ctrlKey: true }),
    press('ArrowLeft', { altKey: true }),
    press('F5'),
  ];
  expect(isGiven).toEqual(isGiven.map(() => true));
  expect(press('Escape')).toBe(true);
});

test('a key that cannot wait does not overtake the keys before it', async () => {
  const { fields, document, press } = openPage();
  const { promise, end } = work();
  holdKeys(promise);
  for (const key of 'abc') press(key);
  await end();
  expect(press('c', { ctrlKey: true })).toBe(true);
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

test('keys are meant for a question that the work asks, and wait again after it', async () => {
  const { fields, press } = openPage();
  const [{ promise, end }, question] = [work(), work()];
  holdKeys(promise);
  press('a');
  const asked = whileAsking(question.promise);
  expect([press('Enter'), press('Tab')]).toEqual([true, true]);
  await question.end();
  await asked;
  expect(press('b')).toBe(false);
  await end();
  for (let turn = 0; turn < 3; turn += 1) await vi.runOnlyPendingTimersAsync();
  // The first key came before the question, and was not meant for it.
  expect(fields.name.text).toBe('b');
});

test('a dialog that appears during work takes keys at once, and those before it wait on', async () => {
  const { fields, press } = openPage();
  const { promise, end } = work();
  holdKeys(promise);
  press('a');
  const stop = passKeys();
  expect(press('Enter')).toBe(true);
  stop();
  press('b');
  await end();
  for (let turn = 0; turn < 3; turn += 1) await vi.runOnlyPendingTimersAsync();
  expect(fields.name.text).toBe('ab');
});

test('work that never ends holds no keys once it is forgotten, and those it held are dropped', async () => {
  const { fields, press } = openPage();
  holdKeys(new Promise(() => {}));
  expect(press('a')).toBe(false);
  forgetKeys();
  expect(press('b')).toBe(true);
  await vi.runOnlyPendingTimersAsync();
  expect(fields.name.text).toBe('');
});

test('a forgotten question lets later work hold keys, also when it is answered late', async () => {
  const { press } = openPage();
  const question = work();
  holdKeys(new Promise(() => {}));
  const asked = whileAsking(question.promise);
  expect(press('Enter')).toBe(true);
  forgetKeys();
  holdKeys(new Promise(() => {}));
  expect(press('a')).toBe(false);
  const stop = passKeys();
  await question.end();
  await asked;
  expect(press('b')).toBe(true);
  stop();
  expect(press('c')).toBe(false);
  forgetKeys();
});

test('a key that is held down during work counts once', async () => {
  const { fields, press } = openPage();
  const { promise, end } = work();
  holdKeys(promise);
  expect([press('a'), press('a', { repeat: true }), press('b')]).toEqual([false, false, false]);
  await end();
  for (let turn = 0; turn < 3; turn += 1) await vi.runOnlyPendingTimersAsync();
  expect(fields.name.text).toBe('ab');
});

test('a key that throws leaves the keyboard to the person', async () => {
  const { fields, press } = openPage();
  const { promise, end } = work();
  const faults: unknown[] = [];
  const onFault = (fault: unknown) => faults.push(fault);
  process.once('unhandledRejection', onFault);
  fields.name.dispatchEvent = () => {
    throw new Error('planted');
  };
  holdKeys(promise);
  press('a');
  await end();
  for (let turn = 0; turn < 3; turn += 1) await vi.runOnlyPendingTimersAsync();
  expect(press('b')).toBe(true);
  vi.useRealTimers();
  await vi.waitFor(() => expect(faults).toEqual([new Error('planted')]));
});
