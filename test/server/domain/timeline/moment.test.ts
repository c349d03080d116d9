import { expect, test } from 'vitest';
import { changesLength, finish, wholeRecordsLength } from '../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { Moment } from '../../../../server/domain/timeline/moment.ts';
import type { Timeline } from '../../../../server/domain/timeline/timeline.ts';
import { definition, followed } from './random-run.ts';

/** The users of a moment that knows what was earlier. */
function indexed(timeline: Timeline, number: number) {
  const moment = finish(Moment.at(timeline, number));
  const past = moment?.collections.get('users');
  if (!moment || !past) throw new Error(`There is no moment ${number}.`);
  const known = { colour: past.fields.find('colour'), key: past.newKeys(() => 'new')() };
  finish(moment.indexEarlier(timeline));
  return { moment, past, known };
}

test('a moment knows the fields and keys of values that records had before it', () => {
  const { timeline, users } = followed([{ id: 1 }, { id: 2 }]);
  users.write('9', { id: 9, colour: 'red' });
  users.remove('9');
  timeline.label('write and remove');
  const { past, known } = indexed(timeline, timeline.last);
  expect(known).toEqual({ colour: undefined, key: 3 });
  expect(past.fields.find('colour')).toBeDefined();
  expect(past.newKeys(() => 'new')()).toBe(10);
});

test('a moment knows the records that were removed before it, with the counters of the live state', () => {
  const { timeline, users } = followed([
    { id: 'a', n: 0 },
    { id: 'b', n: 0 },
  ]);
  users.write('c', { id: 'c', n: 1 });
  users.remove('c');
  users.remove('b');
  users.write('b', { id: 'b', n: 2 });
  timeline.label('removals');
  const { revision } = users;
  const live = users.get('b')?.version;
  const { past } = indexed(timeline, timeline.last);
  expect(past.removed('c')?.value).toEqual({ id: 'c', n: 1 });
  expect([past.get('c'), past.get('b')?.value, past.size]).toEqual([undefined, { id: 'b', n: 2 }, 2]);
  expect([past.revision, past.get('b')?.version]).toEqual([revision, live]);
  const next = users.write('c', { id: 'c', n: 3 }).version;
  expect(past.write('c', { id: 'c', n: 3 }).version).toBe(next);
});

test('earlier moments are indexed in slices', () => {
  const { timeline, users } = followed([{ id: 'a', n: 0 }]);
  for (let n = 1; n <= 4 * changesLength; n += 1) users.write('a', { id: 'a', n });
  timeline.label('writes');
  const moment = finish(Moment.at(timeline, timeline.last));
  let slices = 0;
  for (const work = moment?.indexEarlier(timeline); work && !work.next().done; ) slices += 1;
  expect(slices).toBe(4);
});

test('changes of a removed collection, which a moment does not have, are left out', () => {
  const { timeline, users, collections } = followed([{ id: 'a' }]);
  users.write('a', { id: 'a', colour: 'red' });
  users.remove('a');
  collections.remove('users');
  collections.add(collections.create(definition, [{ id: 'b' }]));
  timeline.label('another collection of the same name');
  const { past } = indexed(timeline, timeline.last);
  expect([past.fields.find('colour'), past.removed('a')]).toEqual([undefined, undefined]);
});

test('a later change is made in a moment too, with its counters', () => {
  const { timeline, users } = followed([{ id: 'a', n: 0 }]);
  const { moment, past } = indexed(timeline, timeline.last);
  const { end } = moment;
  users.write('a', { id: 'a', n: 1 });
  timeline.label('write');
  const change = timeline.change(end);
  if (!change) throw new Error('There is no change.');
  moment.apply(change);
  expect([past.get('a')?.value, past.revision]).toEqual([{ id: 'a', n: 1 }, users.revision]);
});

test('a later change of a collection that a moment does not have is left out', () => {
  const { timeline, collections } = followed([{ id: 'a' }]);
  const { moment, past } = indexed(timeline, timeline.last);
  collections.remove('users');
  const others = collections.create(definition, [{ id: 'b' }]);
  collections.add(others);
  others.write('b', { id: 'b', n: 1 });
  timeline.label('another collection of the same name');
  const change = timeline.change(moment.end);
  if (!change) throw new Error('There is no change.');
  moment.apply(change);
  expect(Array.from(past.snapshot(), ({ value }) => value)).toEqual([{ id: 'a' }]);
});

test('a moment that is closed no longer follows the fixtures', () => {
  const { timeline, users } = followed([{ id: 'a', n: 0 }]);
  const { moment, past } = indexed(timeline, timeline.last);
  moment.close();
  users.edit('a', { id: 'a', n: 1 }, { id: 'a', n: 1 });
  expect(past.get('a')?.value).toEqual({ id: 'a', n: 1 });
});

test('changes are taken back in slices', () => {
  const { timeline, users } = followed([{ id: 'a', n: 0 }]);
  const start = timeline.last;
  for (let n = 1; n <= 4 * changesLength; n += 1) users.write('a', { id: 'a', n });
  timeline.label('writes');
  expect([...Moment.at(timeline, start)]).toHaveLength(4);
});

test('a moment whose changes are dropped while its records are copied is none', () => {
  const ids = Array.from({ length: 2 * changesLength }, (_, index) => `r${index}`);
  const { timeline, users } = followed(
    ids.map((id) => ({ id, n: 0 })),
    20_000,
  );
  for (const id of ids) users.write(id, { id, n: 1 });
  timeline.label('writes');
  const work = Moment.at(timeline, timeline.last);
  expect(work.next().done).toBe(false);
  for (let n = 2; n <= 400; n += 1) {
    users.write('r0', { id: 'r0', n });
    timeline.label(`later write ${n}`);
  }
  expect(finish(work)).toBeUndefined();
});

test('a moment whose edits are dropped while it is built is none', () => {
  const { timeline, users } = followed([{ id: 'a', n: 0 }], 20_000);
  const edit = (n: number) => {
    users.edit('a', { id: 'a', n }, { id: 'a', n });
    timeline.label(`edit ${n}`);
  };
  for (let n = 1; n <= 20; n += 1) edit(n);
  const work = Moment.at(timeline, timeline.first);
  expect(work.next().done).toBe(false);
  for (let n = 21; n <= 200; n += 1) edit(n);
  expect([...users.layeredIds()]).toEqual([]);
  expect(finish(work)).toBeUndefined();
});

test('a moment whose changes are dropped while it is built is none', () => {
  const { timeline, users } = followed([{ id: 'a', n: 0 }], 20_000);
  const start = timeline.last;
  for (let n = 1; n <= 20; n += 1) {
    users.write('a', { id: 'a', n });
    timeline.label(`write ${n}`);
  }
  const work = Moment.at(timeline, start);
  expect(work.next().done).toBe(false);
  for (let n = 1; n <= 200; n += 1) {
    users.write('a', { id: 'a', n });
    timeline.label(`later write ${n}`);
  }
  expect(timeline.first).toBeGreaterThan(start);
  expect(finish(work)).toBeUndefined();
  expect(finish(Moment.at(timeline, start))).toBeUndefined();
  expect(finish(Moment.at(timeline, timeline.last + 1))).toBeUndefined();
});

/** The users of a moment, with the names of their fields. */
function usersAt(timeline: Timeline, number: number) {
  const moment = finish(Moment.at(timeline, number));
  const past = moment?.collections.get('users');
  if (!moment || !past) throw new Error(`There is no moment ${number}.`);
  return { moment, past, names: () => past.fields.fields().map(({ name }) => name) };
}

test.each([
  ['indexed before', true],
  ['not indexed before', false],
])('a moment knows no field that was added later, if the fields were %s', (_, isIndexed) => {
  const { timeline, users } = followed([{ id: 'a', n: 0 }, { id: 'b' }]);
  if (isIndexed) expect(users.fields.find('n')).toBeDefined();
  const start = timeline.last;
  users.write('a', { id: 'a', n: 0, written: 1 });
  timeline.label('write');
  users.edit('b', { id: 'b', edited: 1 }, { id: 'b', edited: 1 });
  timeline.label('edit');
  users.edit('c', { id: 'c', created: 1 }, { id: 'c', created: 1 });
  timeline.label('creation');
  users.promote('a');
  const moments = [0, 1, 2, 3].map((step) => usersAt(timeline, start + step).names());
  expect(moments).toEqual(
    [
      ['id', 'n'],
      ['id', 'n', 'written'],
      ['id', 'n', 'written', 'edited'],
      ['id', 'n', 'written', 'edited', 'created'],
    ].map((names) => expect.arrayContaining(names)),
  );
  expect(moments.map((names) => names.length)).toEqual([2, 3, 4, 5]);
});

test('an open moment knows no field that is added later, and still those that its records lose', () => {
  const { timeline, users } = followed([
    { id: 'a', n: 0 },
    { id: 'b', m: 0 },
  ]);
  const { names, past } = usersAt(timeline, timeline.last);
  expect(new Set(names())).toEqual(new Set(['id', 'n', 'm']));
  users.edit('a', { id: 'a', later: 1 }, { id: 'a', later: 1 });
  expect(new Set(names())).toEqual(new Set(['id', 'n', 'm']));
  expect(past.fields.find('n')?.kinds).toEqual(['number']);
  const other = usersAt(timeline, timeline.last - 1);
  expect(new Set(other.names())).toEqual(new Set(['id', 'n', 'm']));
});

test('a moment knows no field of records that are written while it is built', () => {
  const records = Array.from({ length: 6 * changesLength }, (_, index) => ({ id: `r${index}`, n: 0 }));
  const { timeline, users } = followed(records);
  for (const { id } of records) users.write(id, { id, n: 1 });
  timeline.label('writes');
  const work = Moment.at(timeline, timeline.last);
  let slices = 0;
  for (let next = work.next(); ; next = work.next(), slices += 1) {
    if (next.done) {
      const fields = next.value?.collections.get('users')?.fields.fields();
      expect(fields?.map(({ name }) => name)).toEqual(['id', 'n']);
      break;
    }
    for (const place of [slices, records.length - 1 - slices])
      users.write(`r${place}`, { id: `r${place}`, later: slices });
    timeline.label(`slice ${slices}`);
  }
  expect(slices).toBeGreaterThan(2);
});

test('fields of a moment are indexed in slices, and a fixture that changes meanwhile counts as it was', () => {
  const records = Array.from({ length: 3 * wholeRecordsLength }, (_, index) => ({ id: `r${index}`, n: 0 }));
  const { timeline, users } = followed(records);
  const { past } = usersAt(timeline, timeline.last);
  const change = (id: string, value: JsonObject) => users.edit(id, { id, ...value }, { id, ...value });
  change('r0', { early: 1 });
  const work = past.indexFields();
  expect(work.next().done).toBe(false);
  expect(past.indexedFields).toBeUndefined();
  change(`r${records.length - 1}`, { late: 1 });
  past.write('r2', { id: 'r2', own: 1 });
  const names = finish(work)
    .fields()
    .map(({ name }) => name);
  expect(new Set(names)).toEqual(new Set(['id', 'n', 'own']));
});

test('a moment remembers a removed record as it was, and no removal that is its own work', () => {
  const { timeline, users } = followed([
    { id: 'a', n: 0 },
    { id: 'b', n: 0 },
  ]);
  users.write('a', { id: 'a', n: 1 });
  users.remove('a');
  timeline.label('removal');
  const { moment, past } = usersAt(timeline, timeline.last);
  expect(past.removed('a')).toBeUndefined();
  finish(moment.indexEarlier(timeline));
  expect(past.removed('a')?.value).toEqual({ id: 'a', n: 1 });
  users.write('b', { id: 'b', n: 1 });
  users.edit('c', { id: 'c' }, { id: 'c' });
  timeline.label('later');
  const before = usersAt(timeline, timeline.last - 1).past;
  expect([before.removed('b'), before.removed('c'), before.get('c')]).toEqual([undefined, undefined, undefined]);
});

test('a moment does not know a record that was created later, and knows the fixture of a removed one', () => {
  const { timeline, users } = followed([{ id: 'a', n: 0 }]);
  users.remove('a');
  timeline.label('removal');
  const { past } = usersAt(timeline, timeline.last);
  users.edit('c', { id: 'c' }, { id: 'c' });
  users.edit('a', { id: 'a', n: 1 }, { id: 'a', n: 1 });
  timeline.label('later');
  expect([past.lastKnown('a')?.value, past.lastKnown('c')]).toEqual([{ id: 'a', n: 0 }, undefined]);
  expect(usersAt(timeline, timeline.first).past.lastKnown('c')).toBeUndefined();
});

test('a moment that indexes earlier ones knows the fields that an edit took out', () => {
  const { timeline, users } = followed([{ id: 'a', old: 1 }]);
  users.edit('a', { id: 'a', n: 1 }, { id: 'a', n: 1 });
  timeline.label('edit');
  users.edit('a', { id: 'a', later: 1 }, { id: 'a', later: 1 });
  timeline.label('later edit');
  const { moment, past, names } = usersAt(timeline, timeline.last - 1);
  finish(moment.indexEarlier(timeline));
  expect(new Set(names())).toEqual(new Set(['id', 'n', 'old']));
  expect(past.lastKnown('a')?.value).toEqual({ id: 'a', n: 1 });
});

test('a moment leaves the keys of records that were created later to them', () => {
  const { timeline, users } = followed([{ id: 1 }, { id: 2 }]);
  users.edit('3', { id: 3 }, { id: 3 });
  users.edit('2', { id: 2, n: 1 }, { id: 2, n: 1 });
  users.edit('3', undefined, undefined);
  timeline.label('edit and removal');
  const { moment, past } = usersAt(timeline, timeline.first);
  expect(past.newKeys(() => 'new')()).toBe(3);
  finish(moment.reserveLaterKeys(timeline));
  expect(past.newKeys(() => 'new')()).toBe(4);
});
