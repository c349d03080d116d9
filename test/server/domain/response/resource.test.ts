import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { dialects } from '../../../../server/domain/dialect/dialects.ts';
import type { Json } from '../../../../server/domain/json/json.ts';
import { StoredRecord } from '../../../../server/domain/records/stored-record.ts';
import { listedRecords, recordIn, recordText } from '../../../../server/domain/response/resource.ts';

const plain = dialects.default;
const jsonApi = dialects['json-api'];
const definition = { name: 'things', key: 'no', sort: null, time: null, schema: null };
const record = new StoredRecord('7', { no: 7, id: 'x', name: 'Ada' }, 3);
const resource = { type: 'things', id: '7', attributes: { id: 'x', name: 'Ada' } };

test('a record is sent as it is, or as a resource object', () => {
  expect(recordText(plain, definition, record)).toBe(record.text);
  expect(JSON.parse(recordText(jsonApi, definition, record))).toEqual({ data: resource });
});

test('the records of a list are the same ones, or resource objects of the same versions', () => {
  const records = [record];
  expect(finish(listedRecords(plain, definition, records))).toBe(records);
  const listed = finish(listedRecords(jsonApi, definition, records));
  expect(listed.map(({ id, value, version }) => [id, value, version])).toEqual([['7', resource, 3]]);
});

const attributes = { name: 'Ada' };

test.each<[string, Json, Json]>([
  ['POST', { data: { type: 'things', id: 'a', attributes } }, { no: 'a', name: 'Ada' }],
  ['POST', { data: { type: 'things', attributes } }, { name: 'Ada' }],
  ['POST', { data: { id: 'a' } }, { no: 'a' }],
  ['POST', { data: { id: 'a', attributes: { no: 'b' } } }, { no: 'b' }],
  ['PUT', { data: { id: 'a', attributes } }, { name: 'Ada' }],
  ['PATCH', { data: { id: 'a', attributes } }, { name: 'Ada' }],
  ['PATCH', { data: {} }, {}],
])('the record in the body of a %s, %j, is %j', (method, body, value) => {
  expect(recordIn(jsonApi, definition, method, body)).toEqual({ ok: true, value });
  expect(recordIn(plain, definition, method, body)).toEqual({ ok: true, value: body });
});

test.each<Json>([null, 7, [], {}, { attributes }, { data: null }, { data: [] }, { data: { attributes: 'x' } }])(
  'the body %j has no resource object',
  (body) => {
    expect(recordIn(jsonApi, definition, 'POST', body)).toMatchObject({
      ok: false,
      problem: {
        type: '/problems/invalid-record',
        detail: 'The body has no resource object in "data".',
        errors: [{ pointer: '/data', detail: 'must be a resource object with attributes' }],
      },
    });
    expect(recordIn(plain, definition, 'POST', body)).toEqual({ ok: true, value: body });
  },
);
