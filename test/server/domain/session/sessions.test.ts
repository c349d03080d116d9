import { expect, test } from 'vitest';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { Sessions } from '../../../../server/domain/session/sessions.ts';
import { contextOf } from '../openapi/arbitrary-context.ts';

const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };
const minute = 60_000;

/** Sessions over one collection, a clock to be set, and how often there was something to tell. */
function sessionsOf() {
  const things = new SharedCollection(definition, [{ id: 'a', x: 1 }]);
  const collections = new Map([[definition.name, things]]);
  const clock = { now: 0 };
  const told = { times: 0 };
  let made = 0;
  const shared = { ...contextOf([]), collections, newId: () => `${++made} is the run` };
  const sessions = new Sessions(
    shared,
    () => clock.now,
    () => {
      told.times += 1;
    },
  );
  return { things, collections, clock, told, sessions };
}

test('a session begins when it is used, and is the same from then on', () => {
  const { sessions } = sessionsOf();
  expect(sessions.find('one')).toBeUndefined();
  const one = sessions.use('one');
  expect(sessions.use('one')).toBe(one);
  expect(sessions.find('one')).toBe(one);
  expect(sessions.use('two').run).not.toBe(one.run);
  expect(sessions.all().map(({ name }) => name)).toEqual(['two', 'one']);
});

test('a session that nobody uses for half an hour goes, and begins anew with its next use', () => {
  const { sessions, clock } = sessionsOf();
  const [one, two] = [sessions.use('one'), sessions.use('two')];
  clock.now = 20 * minute;
  sessions.use('one');
  clock.now = 31 * minute;
  expect(sessions.all()).toEqual([one]);
  expect(sessions.use('two')).not.toBe(two);
});

test('looking at a session keeps it no longer', () => {
  const { sessions, clock } = sessionsOf();
  sessions.use('one');
  clock.now = 20 * minute;
  expect(sessions.find('one')?.lastUsed).toBe(0);
  clock.now = 31 * minute;
  expect(sessions.find('one')).toBeUndefined();
});

test('of more than a thousand sessions the one that was not used for longest goes', () => {
  const { sessions } = sessionsOf();
  for (let index = 0; index < 1000; index++) sessions.use(`${index}`);
  sessions.use('0');
  sessions.use('one more');
  expect(sessions.all()).toHaveLength(1000);
  expect([sessions.find('0'), sessions.find('1')].map((one) => one !== undefined)).toEqual([true, false]);
});

test('a session that is dropped hears of no edit any more, and can be dropped once', () => {
  const { sessions, things } = sessionsOf();
  const state = sessions.use('one').collections.get('things');
  expect(sessions.drop('one')).toBe(true);
  expect(sessions.drop('one')).toBe(false);
  const revision = state?.revision;
  things.edit('b', { id: 'b' }, { id: 'b' });
  expect(state?.revision).toBe(revision);
});

test('changes are told at once, uses once a second', () => {
  const { sessions, clock, told } = sessionsOf();
  const toldBy = (step: () => void) => {
    const before = told.times;
    step();
    return told.times - before;
  };
  expect(toldBy(() => sessions.use('one'))).toBe(1);
  expect(toldBy(() => sessions.use('one'))).toBe(0);
  clock.now = 1000;
  expect(toldBy(() => sessions.use('one'))).toBe(1);
  expect(toldBy(() => sessions.use('one').collections.get('things')?.remove('a'))).toBe(1);
  expect(toldBy(() => sessions.drop('one'))).toBe(1);
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

test('a collection that is taken out of the workspace and comes back is what it was in the session', () => {
  const { sessions, things, collections } = sessionsOf();
  const one = sessions.use('one');
  one.collections.get('things')?.remove('a');
  collections.delete('things');
  expect([one.collections.get('things'), [...one.collections.keys()], one.changedCount]).toEqual([undefined, [], 0]);
  collections.set('things', things);
  expect(one.collections.get('things')?.get('a')).toBeUndefined();
});
