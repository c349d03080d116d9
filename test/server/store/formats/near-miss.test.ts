import { expect, test } from 'vitest';
import { nearMiss } from '../../../../server/store/formats/near-miss.ts';

const known = ['port', 'consolePort', 'pageSize', 'maxPageSize', 'cors', 'log'];

test.each([
  ['prot', 'port'],
  ['pagesize', 'pageSize'],
  ['pageSizes', 'pageSize'],
  ['cosr', 'cors'],
  ['consolport', 'consolePort'],
])('%s was probably meant to be %s', (word, meant) => {
  expect(nearMiss(word, known)).toBe(meant);
});

test.each(['xyz', 'delay', '', 'a'])('"%s" is near to nothing that is known', (word) => {
  expect(nearMiss(word, known)).toBeUndefined();
});
