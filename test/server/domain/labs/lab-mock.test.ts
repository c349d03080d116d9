import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { LabMock } from '../../../../server/domain/labs/lab-mock.ts';

const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };
const records: readonly JsonObject[] = [{ id: 'a/b %' }, { id: 'c' }];

test('a page has the records, the total and the next target, and says what it is', () => {
  const read = new LabMock({ definition, records }).client([]);
  expect(read('sort=id&limit=1')).toEqual({
    status: 200,
    records: [records[0]],
    next: expect.stringMatching(/^\/api\/things\?.*limit=1/),
    total: 2,
    detail: expect.stringMatching(/1/),
  });
  expect(read('sort=id&limit=1&offset=1')).toMatchObject({ records: [records[1]], next: null, total: 2 });
});

test('a refused page has no records, and the reason', () => {
  const read = new LabMock({ definition, records }).client([]);
  expect(read('limit=x')).toEqual({
    status: 400,
    records: [],
    next: null,
    total: 0,
    detail: expect.stringContaining('limit'),
  });
});

test('a page of long records has all of them', () => {
  const long = Array.from({ length: 30 }, (_, id) => ({ id, text: 'x'.repeat(10_000) }));
  const page = new LabMock({ definition, records: long }).client([])('limit=30');
  expect(page.records.map(({ id }) => id)).toEqual(long.map(({ id }) => id));
});

test('records are created, changed and removed, whatever their keys', () => {
  const mock = new LabMock({ definition, records });
  const created = mock.create({ id: 'd' });
  const changed = mock.change('a/b %', { x: 1 });
  const removed = mock.remove('c');
  const missing = mock.remove('c');
  expect([created, changed, removed, missing].map(({ status }) => status)).toEqual([201, 200, 204, 404]);
  expect(Array.from(mock.collection.snapshot(), ({ value }) => value)).toEqual([{ id: 'a/b %', x: 1 }, { id: 'd' }]);
});

test('a record without a key gets one', () => {
  const mock = new LabMock({ definition, records });
  expect(mock.create({ x: 1 }).status).toBe(201);
  expect(Array.from(mock.collection.snapshot(), ({ value }) => value).at(-1)).toEqual({ id: 'new', x: 1 });
});
