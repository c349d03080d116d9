import { expect, test } from 'vitest';
import { joinWorlds } from './worlds.mjs';

/** The page's copy of a value that the preload script exposes. */
function exposed(value: unknown) {
  const document = new EventTarget();
  const page = joinWorlds('page', document);
  const preload = joinWorlds('preload', document);
  const received = new Map();
  page.listen((name, given) => received.set(name, given));
  preload.give('api', value);
  return received.get('api');
}

test('a call of an exposed function returns its result synchronously', () => {
  const api = exposed({ add: (a: number, b: number) => a + b });
  expect(api.add(2, 3)).toBe(5);
});

test('an error thrown in one world is thrown in the other', () => {
  const api = exposed({
    fail() {
      throw new TypeError('no');
    },
  });
  expect(() => api.fail()).toThrow('no');
});

test('promises resolve and reject in the other world', async () => {
  const api = exposed({
    resolve: async (value: unknown) => ({ value }),
    reject: () => Promise.reject(new Error('refused')),
  });
  await expect(api.resolve([1, undefined])).resolves.toEqual({ value: [1, undefined] });
  await expect(api.reject()).rejects.toThrow('refused');
});

test('the preload script can call a function of the page later until the page unsubscribes', () => {
  const listeners = new Set<(value: unknown) => void>();
  const api = exposed({
    listen(listener: (value: unknown) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  });
  const heard: unknown[] = [];
  const stop = api.listen((value: unknown) => void heard.push(value));
  for (const listener of listeners) listener({ n: 1 });
  stop();
  for (const listener of listeners) listener({ n: 2 });
  expect(heard).toEqual([{ n: 1 }]);
});

test('a function keeps its identity over a round trip', () => {
  const api = exposed({ same: (value: unknown) => value });
  const own = () => 1;
  expect(api.same(own)).toBe(own);
});

test('the page gets copies of the objects of the preload script', () => {
  const secret = { inner: { n: 1 } };
  const api = exposed({ secret, read: () => secret.inner.n });
  api.secret.inner.n = 2;
  expect(api.read()).toBe(1);
});
