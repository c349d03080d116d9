import { expect, test } from 'vitest';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { Sessions } from '../../../../server/domain/session/sessions.ts';
import { contextOf } from '../openapi/arbitrary-context.ts';

const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };
const minute = 60_000;

/** Sessions over one collection, with a settable clock and a count of change notifications. */
function sessionsOf() {
  const things = new SharedCollection(definition, [{ id: 'a', x: 1 }]);
  const collections = new Map([[definition.name, things]]);
  /** `now` only goes forward; `ahead` is by how much the time of day was set. */
  const clock = { now: 0, ahead: 0 };
  const notified = { times: 0 };
  let made = 0;
  const shared = { ...contextOf([]), collections, newId: () => `${++made} is the run`, now: () => clock.now };
  const sessions = new Sessions(
    shared,
    () => clock.now + clock.ahead,
    () => {
      notified.times += 1;
    },
  );
  return { things, collections, clock, notified, sessions };
}

test('use creates a session and returns the same one afterwards', () => {
  const { sessions } = sessionsOf();
  expect(sessions.find('one')).toBeUndefined();
  const one = sessions.use('one');
  expect(sessions.use('one')).toBe(one);
  expect(sessions.find('one')).toBe(one);
  expect(sessions.use('two').run).not.toBe(one.run);
  expect(sessions.all().map(({ name }) => name)).toEqual(['two', 'one']);
});

test('of begins no session before it is entered, and entering always gives the one that is open', () => {
  const { sessions, notified } = sessionsOf();
  const [first, second] = [sessions.of('one'), sessions.of('one')];
  expect([sessions.all(), notified.times]).toEqual([[], 0]);
  const one = first.enter();
  expect(sessions.all()).toEqual([one]);
  expect(second.enter()).toBe(one);
  expect(sessions.of('one')).toBe(one);
  sessions.drop('one');
  expect(one.enter()).not.toBe(one);
  expect(sessions.all()).toHaveLength(1);
});

test('a session unused for half an hour ends, and its next use creates a new one', () => {
  const { sessions, clock } = sessionsOf();
  const [one, two] = [sessions.use('one'), sessions.use('two')];
  clock.now = 20 * minute;
  sessions.use('one');
  clock.now = 31 * minute;
  expect(sessions.all()).toEqual([one]);
  expect(sessions.use('two')).not.toBe(two);
});

test.each([
  ['forward', 24 * 60 * minute],
  ['back', -24 * 60 * minute],
])('a time of day that is set %s ends no session and keeps none', (_, ahead) => {
  const { sessions, clock } = sessionsOf();
  sessions.use('one');
  clock.ahead = ahead;
  expect(sessions.all().map(({ name }) => name)).toEqual(['one']);
  clock.now = 31 * minute;
  expect(sessions.all()).toEqual([]);
  expect(sessions.use('one').lastUsed).toBe(clock.now + ahead);
});

test('a session unused for just half an hour is still open', () => {
  const { sessions, clock } = sessionsOf();
  const one = sessions.use('one');
  clock.now = 30 * minute;
  expect(sessions.find('one')).toBe(one);
  clock.now += 1;
  expect(sessions.find('one')).toBeUndefined();
});

test('find does not extend the life of a session', () => {
  const { sessions, clock } = sessionsOf();
  sessions.use('one');
  clock.now = 20 * minute;
  expect(sessions.find('one')?.lastUsed).toBe(0);
  clock.now = 31 * minute;
  expect(sessions.find('one')).toBeUndefined();
});

test('beyond a thousand sessions the least recently used one ends', () => {
  const { sessions } = sessionsOf();
  for (let index = 0; index < 1000; index++) sessions.use(`${index}`);
  sessions.use('0');
  sessions.use('one more');
  expect(sessions.all()).toHaveLength(1000);
  expect([sessions.find('0'), sessions.find('1')].map((one) => one !== undefined)).toEqual([true, false]);
});

test('a dropped session no longer observes edits and cannot be dropped again', () => {
  const { sessions, things } = sessionsOf();
  const state = sessions.use('one').collections.get('things');
  expect(sessions.drop('one')).toBe(true);
  expect(sessions.drop('one')).toBe(false);
  const revision = state?.revision;
  things.edit('b', { id: 'b' }, { id: 'b' });
  expect(state?.revision).toBe(revision);
});

test('notifies of changes at once, and of uses at most once a second', () => {
  const { sessions, clock, notified } = sessionsOf();
  const notificationsBy = (step: () => void) => {
    const before = notified.times;
    step();
    return notified.times - before;
  };
  expect(notificationsBy(() => sessions.use('one'))).toBe(1);
  expect(notificationsBy(() => sessions.use('one'))).toBe(0);
  clock.now = 1000;
  expect(notificationsBy(() => sessions.use('one'))).toBe(1);
  expect(notificationsBy(() => sessions.use('one').collections.get('things')?.remove('a'))).toBe(1);
  expect(notificationsBy(() => sessions.drop('one'))).toBe(1);
});

test('a reset makes the live state equal the fixtures and leaves the scenario active', () => {
  const { sessions, things } = sessionsOf();
  const one = sessions.use('one');
  one.collections.get('things')?.write('a', { id: 'a', x: 2 });
  one.collections.get('things')?.write('b', { id: 'b' });
  expect([one.changedCount, things.changedCount]).toEqual([2, 0]);
  expect(one.reset()).toBe(2);
  expect([one.changedCount, one.collections.get('things')?.get('a')?.value]).toEqual([0, { id: 'a', x: 1 }]);
});

test('a session keeps its state of a collection that is removed and restored', () => {
  const { sessions, things, collections } = sessionsOf();
  const one = sessions.use('one');
  one.collections.get('things')?.remove('a');
  collections.delete('things');
  expect([one.collections.get('things'), [...one.collections.keys()], one.changedCount]).toEqual([undefined, [], 0]);
  collections.set('things', things);
  expect(one.collections.get('things')?.get('a')).toBeUndefined();
});

/** Uses and ends sessions, whose names begin with a word, after so many writes in each. */
function endSessions(sessions: Sessions, word: string, count: number, writes: number): void {
  for (let index = 0; index < count; index++) {
    const things = sessions.use(`${word} ${index}`).collections.get('things');
    for (let write = 0; write < writes; write++) things?.write('a', { id: 'a', write });
    sessions.drop(`${word} ${index}`);
  }
}

/** The version of the first write of a session. */
const firstVersion = (sessions: Sessions, name: string) =>
  sessions.use(name).collections.get('things')?.write('a', { id: 'a' }).version;

test('a session continues with higher versions than the ended one of its name, and others begin as ever', () => {
  const { sessions } = sessionsOf();
  endSessions(sessions, 'ended', 1, 3);
  expect([firstVersion(sessions, 'ended 0'), firstVersion(sessions, 'fresh')]).toEqual([5, 2]);
});

test('beyond 10,000 ended sessions that wrote, each new one begins above the versions of all of them', () => {
  const { sessions } = sessionsOf();
  endSessions(sessions, 'many writes', 1, 3);
  endSessions(sessions, 'one write', 9999, 1);
  expect(firstVersion(sessions, 'fresh')).toBe(2);
  endSessions(sessions, 'one more', 1, 1);
  expect([firstVersion(sessions, 'another'), firstVersion(sessions, 'many writes 0')]).toEqual([5, 5]);
});

test('ended sessions that wrote nothing need no memory', () => {
  const { sessions } = sessionsOf();
  endSessions(sessions, 'three writes', 1, 3);
  endSessions(sessions, 'no write', 10_001, 0);
  expect([firstVersion(sessions, 'fresh'), firstVersion(sessions, 'three writes 0')]).toEqual([2, 5]);
});
