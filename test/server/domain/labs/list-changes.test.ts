import { expect, test } from 'vitest';
import type { Dice } from '../../../../server/domain/generate/dice.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { LabMock, mostLabRecords } from '../../../../server/domain/labs/lab-mock.ts';
import { ListChanges } from '../../../../server/domain/labs/list-changes.ts';
import type { ListChange } from '../../../../server/domain/labs/pagination-run.ts';

/** Dice that always choose the first. */
const dice = { pick: (list: readonly unknown[]) => list[0] } as unknown as Dice;

const day = 86_400;
const first = { id: 1, name: 'One', rank: 1, at: '2024-01-02T00:00:00.000Z', meta: { seconds: day, rank: 1 } };
const second = { id: 2, name: 'Two', rank: 2, at: '2024-01-01T00:00:00.000Z', meta: { seconds: 2 * day, rank: 2 } };

function changesOf(records: readonly JsonObject[], sortPath: readonly string[], timePath: readonly string[] = []) {
  const mock = new LabMock({
    definition: { name: 'things', key: 'id', sort: null, time: null, schema: null },
    records,
  });
  const values = () => Array.from(mock.collection.snapshot(), ({ value }) => value);
  const make = (kind: ListChange, known = records.length) =>
    new ListChanges(mock, dice, { changes: [kind], sortPath, timePath }).change(values(), known);
  return { make, values, mock };
}

test('an inserted record has a new key and the latest time, and is like a present one', () => {
  const { make, values } = changesOf([first, second], [], ['at']);
  const inserted = { ...first, id: 3, at: '2024-01-02T00:01:00.000Z' };
  expect(make('insert')).toMatchObject({ change: 'insert', id: '3', method: 'POST', target: '/api/things' });
  expect(values()).toEqual([first, second, inserted]);
});

test('inserted records whose keys are texts have different keys', () => {
  const { mock, values } = changesOf([{ id: 'a' }], []);
  const changes = new ListChanges(mock, dice, { changes: ['insert'], sortPath: [], timePath: [] });
  for (let known = 1; known < 4; known++) changes.change(values(), known);
  expect(values()).toEqual(['a', 'new-1', 'new-2', 'new-3'].map((id) => ({ id })));
});

test('a change that is not possible is none', () => {
  const { make } = changesOf([first], ['rank']);
  expect(make('insert', mostLabRecords)).toBeNull();
  expect(make('insert', mostLabRecords - 1)).not.toBeNull();
  expect(changesOf([first], []).make('delete')).toBeNull();
  expect(changesOf([first, second], []).make('move')).toBeNull();
  expect(changesOf([first, { ...first, id: 2 }], ['rank']).make('move')).toBeNull();
  expect(changesOf([], ['rank']).make('insert')).toBeNull();
});

test('a deleted record is gone', () => {
  const { make, values } = changesOf([first, second], []);
  expect(make('delete')).toMatchObject({ id: '1', method: 'DELETE', target: '/api/things/1', body: null });
  expect(values()).toEqual([second]);
});

test.each([
  [['rank'], { rank: 2 }],
  [['meta', 'rank'], { meta: { rank: 2 } }],
])('a record that moves in the order of %j gets the value of another', (sortPath, patch) => {
  const moved = changesOf([first, second], sortPath, ['at']).make('move');
  expect(moved).toMatchObject({
    id: '1',
    method: 'PATCH',
    target: '/api/things/1',
    styles: ['offset', 'page', 'cursor'],
  });
  expect(JSON.parse(moved?.body ?? '')).toEqual(patch);
});

test.each([
  [['at'], { at: '2024-01-02T00:01:00.000Z' }],
  [['meta', 'seconds'], { meta: { seconds: 2 * day + 60 } }],
])('a record that moves in the order of the time %j becomes the latest, also alone', (path, patch) => {
  for (const records of [[first, second], [first]]) {
    const moved = changesOf(records, path, path).make('move');
    expect(moved?.styles).toEqual(['offset', 'page', 'cursor', 'time']);
    if (records.length === 2) expect(JSON.parse(moved?.body ?? '')).toEqual(patch);
  }
});

test('an inserted record like one without a time has none either', () => {
  const { make, values } = changesOf([{ id: 1, name: 'One' }], [], ['at']);
  make('insert');
  expect(values()[1]).toEqual({ id: 2, name: 'One' });
});
