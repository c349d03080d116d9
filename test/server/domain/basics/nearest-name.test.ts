import { expect, test } from 'vitest';
import { nearestName } from '../../../../server/domain/basics/nearest-name.ts';

const candidates = ['name', 'status', 'price', 'created_at', 'id', 'port', 'consolePort', 'pageSize'];

test.each([
  ['nam', 'name'],
  ['naem', 'name'],
  ['Name', 'name'],
  ['statsu', 'status'],
  ['sttus_', 'status'],
  ['creatd_t', 'created_at'],
  ['createdAt', 'created_at'],
  ['prot', 'port'],
  ['pagesize', 'pageSize'],
  ['pageSizes', 'pageSize'],
  ['consolport', 'consolePort'],
])('%s probably means %s', (word, meant) => {
  expect(nearestName(word, candidates)).toBe(meant);
});

test.each(['', 'i', 'ix', 'nm', 'colour', 'statutory', 'x'.repeat(10_000)])('"%s" has no near candidate', (word) => {
  expect(nearestName(word, candidates)).toBeUndefined();
});

test('returns the nearest candidate, the first one of equals', () => {
  expect(nearestName('prices', ['prizes', 'price'])).toBe('prizes');
  expect(nearestName('pricex', ['prices', 'pricey', 'price'])).toBe('prices');
});

test('compares a limited number of candidates', () => {
  let asked = 0;
  function* candidates() {
    for (; asked < 100_000; asked += 1) yield `field${String(asked).padStart(6, '0')}`;
  }
  expect(nearestName('fields99999x', candidates())).toBeUndefined();
  expect(asked).toBeLessThan(5000);
});
