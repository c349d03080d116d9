import { expect, test } from 'vitest';
import { freeName, Renames } from '../../../../../renderer/features/scenarios/model/scenario-names.ts';

const named = (...names: readonly string[]) => names.map((name) => ({ name }));

test('an earlier name leads to the present one, over several renames', () => {
  const renames = new Renames();
  renames.add('a', 'b');
  renames.add('b', 'c');
  expect(renames.current('a', named('c', 'd'))).toBe('c');
  expect(renames.current('d', named('c', 'd'))).toBe('d');
});

test('a name in use, one that was never changed, and one of a deleted scenario stay', () => {
  const renames = new Renames();
  renames.add('a', 'b');
  expect(renames.current('a', named('a', 'b'))).toBe('a');
  expect(renames.current('x', named('b'))).toBe('x');
  expect(renames.current('a', named('c'))).toBe('a');
});

test('a name that is taken back ends the search', () => {
  const renames = new Renames();
  renames.add('a', 'b');
  renames.add('b', 'a');
  renames.add('a', 'a');
  expect(renames.current('b', named('a'))).toBe('a');
  expect(renames.current('a', named('c'))).toBe('a');
  expect(renames.current('b', named('c'))).toBe('b');
});

test('a free name has the first number that nothing has', () => {
  expect(freeName('New', named('a'), new Set())).toBe('New');
  expect(freeName('New', named('New', 'New 3'), new Set(['New 2']))).toBe('New 4');
});
