import { expect, test } from 'vitest';
import { contentOf, openTextInPieces } from '../../../../server/store/formats/import-records.ts';
import { readImport } from '../../../../server/store/formats/import-text.ts';
import { SchemaChecker } from '../../../../server/workspace/schema-checker.ts';

const options = {
  schemas: new SchemaChecker(),
  collection: 'users',
  known: () => undefined,
  progress: () => undefined,
};

/** The pauses of reading a text. */
function pausesOf(text: string, fileName: string): number {
  return [...readImport(text, fileName, options)].length;
}

const users = Array.from({ length: 20_000 }, (_, index) => ({
  userId: String(index),
  name: `User ${index}`,
  age: index,
}));

test.each([
  ['a JSON array', 'users.json', JSON.stringify(users)],
  ['a json-server file', 'shop.json', JSON.stringify({ users })],
  ['NDJSON', 'users.ndjson', users.map((user) => JSON.stringify(user)).join('\n')],
  [
    'CSV',
    'users.csv',
    `userId,name,age\n${users.map(({ userId, name, age }) => `${userId},${name},${age}`).join('\n')}`,
  ],
  ['an array that is never closed', 'users.json', JSON.stringify(users).slice(0, -1)],
  ['one long line of NDJSON', 'users.ndjson', `{"userId":"1","friends":${JSON.stringify(users)}}`],
])('reading pauses at least every 65,536 characters: %s', (_, fileName, text) => {
  expect(pausesOf(text, fileName)).toBeGreaterThanOrEqual(Math.floor(text.length / 65_536));
});

test('a million brackets are refused within two pieces', () => {
  expect(pausesOf('['.repeat(1_000_000), 'users.json')).toBeLessThanOrEqual(2);
});

test('reading a table of many columns pauses after each column', () => {
  const cells = Array.from({ length: 2000 }, (_, index) => `c${index}`).join(',');
  expect(pausesOf(`${cells}\n${`${cells}\n`.repeat(20)}`, 'wide.csv')).toBeGreaterThanOrEqual(2000);
});

test.each([
  ['a JSON array', JSON.stringify(users)],
  ['a json-server file', JSON.stringify({ users })],
  ['a list in an envelope', JSON.stringify({ data: users, total: users.length })],
])('opening looks at the keys of 512 records between two pauses: %s', (_, text) => {
  const parsed = [...contentOf(text)].length;
  const opened = [...openTextInPieces(text, 'users.json', {})].length;
  expect(opened - parsed).toBeGreaterThanOrEqual(Math.floor(users.length / 512));
});
