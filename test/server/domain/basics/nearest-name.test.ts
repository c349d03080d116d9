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

test.each([
  ['poxy', 'two letters are replaced'],
  ['poxr', 'one letter is replaced and one is moved'],
  ['potx', 'one letter is moved and one is replaced'],
  ['protx', 'two letters are swapped and there is one too many'],
  ['porsult', 'there are three letters too many'],
])('%s is too far from port, because %s', (word) => {
  expect(nearestName(word, ['port'])).toBeUndefined();
});

test('a word of more than a hundred characters has no near candidate', () => {
  const longest = 'x'.repeat(100);
  expect(nearestName(longest, [`${longest}x`])).toBe(`${longest}x`);
  expect(nearestName(`${longest}x`, [`${longest}x`])).toBeUndefined();
});

test('a candidate is among the first 4000 whose length is within two of the length of the word', () => {
  const others = (count: number) => Array.from({ length: count }, (_, index) => `o${String(index).padStart(4, '0')}`);
  const unlike = Array<string>(5000).fill('a long name');
  expect(nearestName('statsu', [...unlike, ...others(3999), 'status'])).toBe('status');
  expect(nearestName('statsu', [...others(4000), 'status'])).toBeUndefined();
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
