import { expect, test } from 'vitest';
import { nearest } from '../../../../server/domain/basics/nearest-name.ts';

const candidates = ['name', 'status', 'price', 'created_at', 'id'];

test.each([
  ['nam', 'name'],
  ['naem', 'name'],
  ['Name', 'name'],
  ['statsu', 'status'],
  ['sttus_', 'status'],
  ['creatd_t', 'created_at'],
  ['createdAt', 'created_at'],
])('%s is taken for %s', (word, meant) => {
  expect(nearest(word, candidates)).toBe(meant);
});

test.each(['', 'i', 'ix', 'nm', 'colour', 'statutory', 'x'.repeat(10_000)])('%s is like none', (word) => {
  expect(nearest(word, candidates)).toBeUndefined();
});

test('of several the nearest is taken, of equals the first', () => {
  expect(nearest('prices', ['prizes', 'price'])).toBe('prizes');
  expect(nearest('pricex', ['prices', 'pricey', 'price'])).toBe('prices');
});
