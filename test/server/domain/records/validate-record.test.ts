import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { type CheckSchema, validateRecord } from '../../../../server/domain/records/validate-record.ts';

const definition = { name: 'orders', key: 'a/b', sort: null, time: null, schema: {} };
const valid: CheckSchema = () => [];

test('a new record has the key of its path', () => {
  expect(validateRecord(definition, { 'a/b': 42 }, { id: '42' }, valid)).toBeUndefined();
  expect(validateRecord(definition, { 'a/b': '42' }, { id: '42' }, valid)).toBeUndefined();
  const others: readonly JsonObject[] = [{ 'a/b': 43 }, { 'a/b': null }, {}];
  for (const value of others) {
    expect(validateRecord(definition, value, { id: '42' }, valid)).toMatchObject({
      type: '/problems/invalid-record',
      detail: 'The key a/b cannot be changed from "42".',
      errors: [{ pointer: '/a~1b', detail: 'is the key' }],
    });
  }
});

test('a record keeps the JSON type of its key', () => {
  const place = { id: '42', value: { 'a/b': 42 } };
  expect(validateRecord(definition, { 'a/b': 42, more: true }, place, valid)).toBeUndefined();
  expect(validateRecord(definition, { 'a/b': '42' }, place, valid)?.errors).toEqual([
    { pointer: '/a~1b', detail: 'is the key' },
  ]);
});

test('a value that violates the schema lists all its faults and names the first one in the sentence', () => {
  const check: CheckSchema = () => [
    { pointer: '', member: 'x', detail: 'must not have the member x' },
    { pointer: '/age', detail: 'must be at least 0' },
  ];
  expect(validateRecord(definition, { 'a/b': 1 }, { id: '1' }, check)).toMatchObject({
    detail: 'The record must not have the member x.',
    errors: [
      { pointer: '', detail: 'must not have the member x' },
      { pointer: '/age', detail: 'must be at least 0' },
    ],
  });
});
