import { afterEach, expect, test, vi } from 'vitest';
import { chooseByTyping, optionFor } from '../../../../renderer/ui/base/type-ahead.ts';

afterEach(() => vi.unstubAllGlobals());

const options = ['Every request', 'Every nth request', 'Between two times', 'Some requests', 'Before', '(none)'];
const listed = (texts: readonly string[], disabled: readonly string[] = []) =>
  texts.map((text) => ({ text: ` ${text}`, disabled: disabled.includes(text) }));

test.each([
  { typed: 'e', chosen: 0, text: 'Every nth request' },
  { typed: 'E', chosen: 1, text: 'Every request' },
  { typed: 'every', chosen: 0, text: 'Every request' },
  { typed: 'every', chosen: 1, text: 'Every nth request' },
  { typed: 'every n', chosen: 0, text: 'Every nth request' },
  { typed: 'bb', chosen: 2, text: 'Before' },
  { typed: 'be', chosen: 5, text: 'Between two times' },
  { typed: '(', chosen: -1, text: '(none)' },
  { typed: 'every x', chosen: 0, text: undefined },
])('"$typed" in a list with option $chosen chosen is $text', ({ typed, chosen, text }) => {
  expect(options[optionFor(typed, listed(options), chosen)]).toBe(text);
});

test('a disabled option is passed over, and an empty list has none', () => {
  expect(optionFor('e', listed(options, ['Every nth request']), 0)).toBe(0);
  expect(optionFor('be', listed(options, ['Between two times']), 0)).toBe(4);
  expect(optionFor('e', [], -1)).toBe(-1);
});

/** A page with one list, in which keys are pressed at a time in milliseconds. */
function openPage() {
  class List {
    options = listed(options);
    selectedIndex = 0;
    readonly events: string[] = [];
    dispatchEvent({ type }: Event) {
      this.events.push(type);
    }
  }
  vi.stubGlobal('HTMLSelectElement', List);
  const listeners = new Map<string, (event: object) => void>();
  const page = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    removeEventListener: (type: string) => listeners.delete(type),
  };
  const list = new List();
  const stop = chooseByTyping(page as unknown as Document);
  /** Presses a key; true if the browser may do with it what it usually does. */
  const press = (key: string, timeStamp: number, more: object = {}) => {
    const event = {
      key,
      timeStamp,
      defaultPrevented: false,
      composedPath: () => [list],
      getModifierState: () => false,
      preventDefault(this: { defaultPrevented: boolean }) {
        this.defaultPrevented = true;
      },
      ...more,
    };
    listeners.get('keydown')?.(event);
    return !event.defaultPrevented;
  };
  const leave = () => listeners.get('focusout')?.({});
  return { list, press, leave, stop };
}

test('the letters of a word choose together, and the list says so once', () => {
  const { list, press } = openPage();
  for (const [index, key] of [...'Every n'].entries()) expect(press(key, index * 900)).toBe(false);
  expect(options[list.selectedIndex]).toBe('Every nth request');
  expect(list.events).toEqual(['input', 'change']);
});

test('a second after the last letter a word begins anew', () => {
  const { list, press } = openPage();
  press('s', 0);
  press('b', 1000);
  expect(options[list.selectedIndex]).toBe('Before');
});

test('who leaves the list and comes back begins a new word', () => {
  const { list, press, leave } = openPage();
  press('s', 0);
  leave();
  press('b', 100);
  expect(options[list.selectedIndex]).toBe('Before');
});

test.each([
  ['a space that begins a word', ' ', {}],
  ['a shortcut', 'e', { ctrlKey: true }],
  ['a named key', 'Enter', {}],
  ['a key that is taken', 'e', { defaultPrevented: true }],
  ['a letter elsewhere', 'e', { composedPath: () => [{}] }],
])('%s chooses nothing', (_, key, more) => {
  const { list, press } = openPage();
  press(key, 0, more);
  expect(list).toMatchObject({ selectedIndex: 0, events: [] });
});

test('nothing is chosen once it is stopped', () => {
  const { list, press, stop } = openPage();
  stop();
  expect(press('s', 0)).toBe(true);
  expect(list.selectedIndex).toBe(0);
});
