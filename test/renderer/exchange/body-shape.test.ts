import { expect, test } from 'vitest';
import { jsonOf, recordsIn } from '../../../renderer/exchange/body-shape.ts';

const body = (content: string) => ({ content, bytes: content.length, encoding: 'utf8' as const, truncated: false });

test.each([
  ['{"tag":"2-d050599e2070d0ba","id":"12345678901234567"}', true],
  ['{"text":"\\"1e999"}', true],
  ['{"id":12345678901234567}', false],
  ['{"n":1e999}', false],
  ['{"cut":', false],
])('reads %s as JSON: %s', (content, expected) => {
  expect(jsonOf(body(content)) !== undefined).toBe(expected);
});

test('finds the records of an array and of an envelope', () => {
  const records = [{ id: 1 }, { id: 2 }];
  expect(recordsIn(records)).toEqual({ name: null, records, beside: null });
  expect(recordsIn({ items: records })).toEqual({ name: 'items', records, beside: null });
  expect(recordsIn({ total: 2, items: records })).toEqual({ name: 'items', records, beside: { total: 2 } });
  expect([recordsIn({ id: 1, tags: ['a'] }), recordsIn(undefined), recordsIn([])]).toEqual(Array(3).fill(undefined));
});

test('keeps what stands beside the records: the rest of a problem, or of a record that has records in it', () => {
  const problem = { title: 'Unknown field', status: 400, detail: 'There is no field colour.' };
  const errors = [{ pointer: '/colour' }];
  expect(recordsIn({ ...problem, errors })).toEqual({ name: 'errors', records: errors, beside: problem });
  const order = { id: '1002', status: 'paid', tags: ['a'] };
  expect(recordsIn({ ...order, items: errors })).toEqual({ name: 'items', records: errors, beside: order });
});

test('leaves a list to the tree if some of it would be missing in a table', () => {
  expect(recordsIn([{ id: 1 }, 2])).toBeUndefined();
  expect(recordsIn({ mixed: [null, { id: 1 }], items: [{ id: 2 }] })).toEqual({
    name: 'items',
    records: [{ id: 2 }],
    beside: { mixed: [null, { id: 1 }] },
  });
});
