import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { StoredRecord } from '../../../../server/domain/records/stored-record.ts';

test('has the same text and tag each time, also for long texts of several records', () => {
  const records = [1, 2, 3].map((id) => new StoredRecord(String(id), { id, note: 'x'.repeat(id * 4000) }, 1));
  const look = () => records.map(({ text, tag }) => [text, tag]);
  const first = look();
  expect(first.map(([text]) => text)).toEqual(records.map(({ value }) => JSON.stringify(value)));
  expect(look()).toEqual(first);
});

test('the characters of a record are about those of its text, and exactly those once a short text is known', () => {
  const values: readonly JsonObject[] = [
    {},
    { id: 'a' },
    { id: '', name: 'Ada Lovelace', isActive: false, none: null, age: 12345 },
    { tags: ['a', 'bc', ''], address: { city: 'London', zip: { code: '12345' } } },
    { 'a long name of a member': 'x'.repeat(1000) },
  ];
  for (const value of values) {
    const record = new StoredRecord('1', value, 1);
    // Names of array elements count, and the last comma of each container.
    const containers = JSON.stringify(value).split(/[[{]/).length;
    const estimate = record.characters;
    expect(estimate).toBeGreaterThanOrEqual(record.text.length - 2);
    expect(estimate).toBeLessThanOrEqual(record.text.length + 12 * containers);
    expect(record.characters).toBe(record.text.length);
  }
});

test('a record is no larger for the text of another one', () => {
  const long = new StoredRecord('1', { note: 'x'.repeat(5000) }, 1);
  const estimate = long.characters;
  expect(long.text.length).toBeGreaterThan(5000);
  expect(long.characters).toBe(estimate);
});

test('a record that has forgotten its text has the same one again, and its tag', () => {
  const record = new StoredRecord('1', { name: 'Ada Lovelace' }, 1);
  const { text, tag } = record;
  record.forgetText();
  expect([record.text, record.tag]).toEqual([text, tag]);
});

test('a value takes three bytes for each character of its text, and five where that is long', () => {
  const record = new StoredRecord('1', { name: 'Ada Lovelace' }, 1);
  expect(record.valueBytes).toBe(3 * record.characters);
  const wide = new StoredRecord('1', Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [index, index])), 1);
  expect(wide.valueBytes).toBe(5 * wide.characters);
});
