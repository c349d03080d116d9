import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { Timeline } from '../../../../server/domain/timeline/timeline.ts';
import { definition, followed } from './random-run.ts';

/** A run whose clock and limit the test sets. */
function timed(records: readonly JsonObject[]) {
  const { collections, users } = followed(records);
  const set = { now: 100, limit: Number.POSITIVE_INFINITY };
  const timeline = new Timeline({ now: () => set.now, limit: () => set.limit });
  timeline.follow(collections);
  const write = (n: number, label: string | null = `write ${n}`) => {
    set.now += 10;
    users.write('a', { id: 'a', n });
    if (label !== null) timeline.label(label);
  };
  return { timeline, collections, users, set, write };
}

/** The steps after the first moment. */
const stepsOf = (timeline: Timeline) =>
  Array.from({ length: timeline.last - timeline.first }, (_, index) => timeline.step(timeline.first + index + 1));

test('a timeline that follows nothing yet has one moment without collections', () => {
  const timeline = new Timeline({ now: () => 7, limit: () => 0 });
  timeline.label('nothing');
  expect([timeline.first, timeline.since, timeline.isComplete]).toEqual([timeline.last, 7, true]);
  expect(timeline.collectionsAt(timeline.last)).toEqual([]);
});

test('a run begins with a moment that no step has led to', () => {
  const { timeline } = timed([{ id: 'a' }]);
  expect([timeline.first, timeline.since, timeline.bytes, timeline.isComplete]).toEqual([timeline.last, 100, 0, true]);
  expect([timeline.step(timeline.first), timeline.step(timeline.first + 1)]).toEqual([undefined, undefined]);
  expect([timeline.endOf(timeline.first), timeline.change(0)]).toEqual([0, undefined]);
  expect([timeline.endOf(timeline.first - 1), timeline.endOf(timeline.first + 1)]).toEqual([undefined, undefined]);
});

test('a step has the time of its first change', () => {
  const { timeline, users, set } = timed([{ id: 'a' }]);
  timeline.request = 5;
  for (const n of [1, 2, 3]) {
    set.now += 10;
    users.write('a', { id: 'a', n });
  }
  expect(timeline.step(timeline.last)).toEqual({
    ...{ moment: timeline.first + 1, time: 110, request: 5, label: null, changes: 3 },
  });
});

test('edits follow each other as steps once they are named, and a request has no label', () => {
  const { timeline, users, write } = timed([{ id: 'a', n: 0 }]);
  write(1);
  write(2, null);
  write(3, null);
  timeline.request = 4;
  write(4, null);
  timeline.request = 0;
  timeline.label('both');
  users.remove('a');
  timeline.label('removal');
  timeline.label('nothing');
  expect(stepsOf(timeline).map((step) => [step?.request, step?.label, step?.changes])).toEqual([
    [null, 'write 1', 1],
    [null, 'both', 2],
    [4, null, 1],
    [null, 'removal', 1],
  ]);
});

test('a label names all edits since the last one, also those that a request has parted', () => {
  const { timeline, write } = timed([{ id: 'a', n: 0 }]);
  write(1, null);
  timeline.request = 7;
  write(2, null);
  timeline.request = 0;
  write(3, null);
  timeline.label('import');
  expect(stepsOf(timeline).map((step) => step?.label)).toEqual(['import', null, 'import']);
});

test('a change that leaves the record as it was is none', () => {
  const { timeline, users } = timed([{ id: 'a', n: 0 }]);
  users.write('a', { id: 'a', n: 1 });
  timeline.label('write');
  const { last, bytes } = timeline;
  users.promote('a');
  expect([timeline.last, timeline.bytes]).toEqual([last, bytes]);
});

test('a change costs its fixed bytes and those of the value before it', () => {
  const { timeline, users } = timed([]);
  users.write('a', { id: 'a', text: 'x'.repeat(50) });
  expect(timeline.bytes).toBe(450);
  const before = users.get('a')?.valueBytes ?? 0;
  users.write('a', { id: 'a' });
  expect(timeline.bytes).toBe(900 + before);
});

test('steps are dropped only beyond the limit, with their bytes, and the first moment begins at the last of them', () => {
  const { timeline, set, write } = timed([{ id: 'a', n: 0 }]);
  const start = timeline.first;
  for (const n of [1, 2, 3]) write(n);
  const { bytes } = timeline;
  set.limit = bytes + bytes / 3;
  write(4);
  expect([timeline.first, timeline.bytes, timeline.since, timeline.isComplete]).toEqual([
    ...[start, set.limit, 100, true],
  ]);
  write(5);
  expect([timeline.first, timeline.bytes, timeline.since, timeline.isComplete]).toEqual([
    ...[start + 1, set.limit, 110, false],
  ]);
  expect([timeline.step(start + 1), timeline.change(0), timeline.endOf(timeline.first)]).toEqual([
    ...[undefined, undefined, 1],
  ]);
  expect(timeline.step(start + 2)).toMatchObject({ moment: start + 2, time: 120, changes: 1 });
});

test('the newest step and the one before it stay, whatever they cost', () => {
  const { timeline, set, write } = timed([{ id: 'a', n: 0 }]);
  set.limit = 0;
  for (const n of [1, 2, 3]) write(n);
  expect([timeline.last - timeline.first, timeline.step(timeline.last)?.label]).toEqual([1, 'write 3']);
});

test('the counters of a collection are those right after the change before a number', () => {
  const { timeline, collections, users, set, write } = timed([{ id: 'a', n: 0 }]);
  const others = collections.create({ ...definition, name: 'others' }, [{ id: 'x' }]);
  const fieldsOf = ({ fieldsDropped, knownFields }: typeof users.base) => ({ fieldsDropped, knownFields });
  const counters = () => ({ floor: users.floor, revision: users.revision, ...fieldsOf(users.base) });
  const known = [counters()];
  write(1);
  known.push(counters());
  collections.add(others);
  timeline.label('new collection');
  const fields = fieldsOf(others.base);
  for (const n of [1, 2, 3]) others.write('x', { id: 'x', n });
  users.remove('a');
  timeline.label('others');
  const at = (end: number) => {
    const { floor, revision, fieldsDropped, knownFields } = timeline.countersAt(users, end);
    return { floor, revision, fieldsDropped, knownFields };
  };
  expect([at(0), at(1), at(4), at(5)]).toEqual([...known, known[1], counters()]);
  expect(timeline.countersAt(others, 0)).toEqual({
    floor: others.floor,
    revision: others.revision - 3,
    ...fields,
  });
  set.limit = 0;
  others.write('x', { id: 'x', n: 4 });
  timeline.label('drops the steps before');
  expect([timeline.change(1), at(timeline.endOf(timeline.first) ?? 0)]).toEqual([undefined, counters()]);
});

test('a removed collection keeps the counters that it had before its changes', () => {
  const { timeline, collections, users, write } = timed([{ id: 'a', n: 0 }]);
  const { revision } = users;
  write(1);
  collections.remove('users');
  timeline.label('removed');
  expect(timeline.countersAt(users, 0).revision).toBe(revision);
  expect(timeline.collectionsAt(timeline.first)).toEqual([users]);
});

test('a collection that comes and goes is one of the moments in between only', () => {
  const { timeline, collections, users, set, write } = timed([{ id: 'a' }]);
  const others = collections.create({ ...definition, name: 'others' });
  const start = timeline.first;
  write(1);
  collections.add(others);
  timeline.label('added');
  write(2);
  collections.remove('others');
  timeline.label('removed');
  write(3);
  collections.add(others);
  timeline.label('added again');
  const at = (step: number) => new Set(timeline.collectionsAt(start + step));
  const all = () => [0, 1, 2, 3, 4, 5, 6].map((step) => at(step).has(others));
  expect(all()).toEqual([false, false, true, true, false, false, true]);
  expect([at(0), at(2)]).toEqual([new Set([users]), new Set([users, others])]);
  set.limit = 2 * (timeline.bytes / 3);
  write(4);
  expect(timeline.first).toBeGreaterThan(start);
  expect(all().slice(timeline.first - start)).toEqual(
    [false, false, true, true, false, false, true].slice(timeline.first - start),
  );
});

test('a timeline that follows another workspace begins anew', () => {
  const { timeline, users, set, write } = timed([{ id: 'a', n: 0 }]);
  set.limit = 1200;
  for (const n of [1, 2, 3, 4]) write(n);
  write(5, null);
  const next = followed([{ id: 'b' }]);
  set.now = 500;
  const { last } = timeline;
  const end = timeline.endOf(last);
  timeline.follow(next.collections);
  expect([timeline.first, timeline.last, timeline.since, timeline.bytes, timeline.isComplete]).toEqual([
    ...[last + 1, last + 1, 500, 0, true],
  ]);
  expect(timeline.endOf(timeline.first)).toBe(end);
  expect(timeline.collectionsAt(timeline.first)).toEqual([next.users]);
  users.write('a', { id: 'a', n: 6 });
  expect(timeline.last).toBe(last + 1);
  next.users.write('b', { id: 'b', n: 1 });
  timeline.label('write');
  expect(stepsOf(timeline)).toMatchObject([{ moment: last + 2, label: 'write', changes: 1 }]);
});

test('a timeline that follows another workspace knows nothing of the collections before', () => {
  const { timeline, collections, users } = timed([{ id: 'a' }]);
  collections.remove('users');
  timeline.label('removed');
  const next = followed([]);
  timeline.follow(next.collections);
  collections.add(users);
  users.write('a', { id: 'a', n: 1 });
  expect([timeline.last, timeline.collectionsAt(timeline.first - 2)]).toEqual([timeline.first, [next.users]]);
  expect(timeline.countersAt(users, 0).revision).toBe(users.revision);
});

test('the number of a request is replaced only where it has led to the moment', () => {
  const { timeline, write } = timed([{ id: 'a', n: 0 }]);
  const start = timeline.first;
  timeline.request = 7;
  write(1, null);
  timeline.renumber(start + 1, 8, 9);
  timeline.renumber(start + 2, 7, 9);
  expect(timeline.step(start + 1)?.request).toBe(7);
  timeline.renumber(start + 1, 7, 9);
  expect(timeline.step(start + 1)?.request).toBe(9);
  expect(timeline.around(9, start + 1)).toEqual({ before: start, after: start + 1 });
  expect(timeline.around(9, start + 2)).toEqual({ before: start + 2, after: start + 2 });
});
