import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { maxValues } from '../../../../server/domain/json/limits.ts';
import {
  type CheckSchema,
  describeFault,
  unusableKey,
  validateRecord,
} from '../../../../server/domain/records/validate-record.ts';

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

test('a record of too many values is not checked by its schema', () => {
  const place = { id: '42' };
  const refuseAll: CheckSchema = () => [{ pointer: '/x', detail: 'is wrong' }];
  const wide = (values: number) => ({ 'a/b': 42, list: Array.from({ length: values }, () => 1) });
  expect(validateRecord(definition, wide(maxValues - 3), place, valid)).toBeUndefined();
  expect(validateRecord(definition, wide(maxValues - 2), place, refuseAll)).toMatchObject({
    detail: 'The record has more than 10000 values.',
    errors: [{ pointer: '', detail: 'has more than 10000 values' }],
  });
});

test('a key that stands for no id is refused with its pointer', () => {
  const problem = unusableKey(definition);
  expect(problem).toMatchObject({
    type: '/problems/invalid-record',
    errors: [{ pointer: '/a~1b', detail: 'cannot be a key' }],
  });
  expect(problem.detail).toMatch(/^The key a\/b must be .+\.$/);
});

test('a fault is described by its member, or the record as a whole', () => {
  expect(describeFault({ pointer: '/age', detail: 'must be at least 0' })).toBe('age must be at least 0');
  expect(describeFault({ pointer: '', detail: 'is too large' })).toBe('the record is too large');
});
