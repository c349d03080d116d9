import { expect, test } from 'vitest';
import { changesLength, finish } from '../../../../server/domain/basics/work.ts';
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
