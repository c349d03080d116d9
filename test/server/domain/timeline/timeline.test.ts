import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { Moment } from '../../../../server/domain/timeline/moment.ts';
import { compareRandomMoments, definition, followed, stateAt } from './random-run.ts';

test('every moment equals a replay of the steps before it', () => {
  for (const seed of [1, 2, 3]) compareRandomMoments(40, 400, 60, seed);
});

test('consecutive changes of one request are one step, and so are those of one edit', () => {
  const { timeline, users } = followed([{ id: 'a' }, { id: 'b' }]);
  const start = timeline.last;
  timeline.request = 7;
  users.write('a', { id: 'a', n: 1 });
  users.write('a', { id: 'a', n: 2 });
  timeline.request = 0;
  users.reset('a');
  users.edit('b', { id: 'b', n: 3 }, { id: 'b', n: 3 });
  timeline.label('reset and edit');
  users.remove('b');
  expect([1, 2, 3].map((step) => timeline.step(start + step))).toMatchObject([
    { request: 7, label: null, changes: 2 },
    { request: null, label: 'reset and edit', changes: 2 },
    { request: null, label: null, changes: 1 },
  ]);
  expect(timeline.around(7, start + 1)).toEqual({ before: start, after: start + 1 });
  expect(timeline.around(8, start + 1)).toEqual({ before: start + 1, after: start + 1 });
});

test('a change of a fixture alone is no step, and leaves earlier moments as they were', () => {
  const { timeline, users } = followed([{ id: 'a', n: 0 }]);
  const start = timeline.last;
  users.write('a', { id: 'a', n: 1 });
  timeline.label('write');
  users.promote('a');
  expect(timeline.last).toBe(start + 1);
  expect(stateAt(timeline, start)).toEqual(new Map([['a', { id: 'a', n: 0 }]]));
});

test('a moment that is built in slices shows none of the changes made meanwhile', () => {
  const records = Array.from({ length: 400 }, (_, index) => ({ id: `r${index}`, n: 0 }));
  const { timeline, users } = followed(records);
  for (const { id } of records) users.write(id, { id, n: 1 });
  timeline.label('writes');
  const work = Moment.at(timeline, timeline.last);
  for (let slice = 0, next = work.next(); ; slice += 1, next = work.next()) {
    if (next.done) {
      const past = next.value?.collections.get('users');
      expect(slice).toBeGreaterThan(2);
      expect(Array.from(past?.snapshot() ?? [], ({ value }) => value.n)).toEqual(records.map(() => 1));
      break;
    }
    users.write(`r${slice}`, { id: `r${slice}`, n: 2 });
    users.edit(`r${399 - slice}`, { id: `r${399 - slice}`, n: 3 }, { id: `r${399 - slice}`, n: 3 });
    users.reset(`r${200 + slice}`);
    timeline.label(`slice ${slice}`);
  }
});

test('an open moment keeps its records when fixtures change', () => {
  const { timeline, users } = followed([{ id: 'a', n: 0 }]);
  const past = finish(Moment.at(timeline, timeline.last))?.collections.get('users');
  users.edit('a', { id: 'a', n: 1 }, { id: 'a', n: 1 });
  users.edit('b', { id: 'b', n: 1 }, { id: 'b', n: 1 });
  expect(past?.get('a')?.value).toEqual({ id: 'a', n: 0 });
  expect([past?.size, past?.get('b')]).toEqual([1, undefined]);
});

test('collections are those of the moment, and a removed one still has its records', () => {
  const { timeline, collections, users } = followed([{ id: 'a', n: 0 }]);
  const names = (moment: number) => [...(finish(Moment.at(timeline, moment))?.collections.keys() ?? [])];
  const start = timeline.last;
  collections.add(collections.create({ ...definition, name: 'orders' }, [{ id: 'x' }]));
  timeline.label('new collection');
  users.write('a', { id: 'a', n: 1 });
  timeline.label('write');
  collections.remove('users');
  timeline.label('delete of users');
  expect([0, 1, 2, 3].map((step) => names(start + step))).toEqual([
    ['users'],
    ['orders', 'users'],
    ['orders', 'users'],
    ['orders'],
  ]);
  expect(stateAt(timeline, start + 1)).toEqual(new Map([['a', { id: 'a', n: 0 }]]));
});

test('the oldest steps are dropped beyond the limit, and the newest one always stays', () => {
  const { timeline, users } = followed([{ id: 'a', n: 0 }], 1000);
  const start = timeline.first;
  for (let n = 1; n <= 50; n += 1) {
    users.write('a', { id: 'a', n });
    timeline.label(`write ${n}`);
  }
  expect(timeline.bytes).toBeLessThanOrEqual(1000);
  expect([timeline.last, timeline.isComplete]).toEqual([start + 50, false]);
  expect(timeline.first).toBeGreaterThan(start + 40);
  expect(stateAt(timeline, timeline.first)).toEqual(new Map([['a', { id: 'a', n: timeline.first - start }]]));
  expect(finish(Moment.at(timeline, timeline.first - 1))).toBeUndefined();
  users.write('a', { id: 'a', text: 'x'.repeat(5000) });
  timeline.label('long');
  users.remove('a');
  timeline.label('remove');
  expect([timeline.first, timeline.last]).toEqual([start + 51, start + 52]);
});

test('a moment number never stands for another state, also not after another workspace was opened', () => {
  const { timeline, collections, users } = followed([{ id: 'a' }]);
  users.remove('a');
  const { last } = timeline;
  timeline.follow(collections);
  expect(timeline.first).toBeGreaterThan(last);
  expect(timeline.endOf(last)).toBeUndefined();
});
