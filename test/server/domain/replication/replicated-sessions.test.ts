import { expect, test } from 'vitest';
import { decide } from '../../../../server/domain/replication/replicated.ts';
import { ReplicatedSessions } from '../../../../server/domain/replication/replicated-sessions.ts';
import { contextOf } from '../openapi/arbitrary-context.ts';
import { scenariosOf } from '../scenario/scenarios-of.ts';
import { decideAndApply, newThings, recordsOf, thing } from './decided.ts';

const begin = { name: 'one', begun: 'b1', lastVersion: 500, scenario: 'Slow', created: 7000 };

/** Sessions over one collection, with a clock and a count of announced changes. */
function sessionsOf() {
  const things = newThings();
  const clock = { now: 0 };
  const told = { times: 0 };
  const slow = { name: 'Slow', description: '', rules: [] };
  const shared = {
    ...{ ...contextOf([]), ...scenariosOf(slow, { ...slow, name: 'Active' }) },
    ...{ collections: new Map([['things', things]]), now: () => clock.now },
  };
  const sessions = new ReplicatedSessions(
    shared,
    () => clock.now,
    () => {
      told.times += 1;
    },
  );
  return { things, clock, told, sessions };
}

test('a session that has not begun at all instances begins at none', () => {
  const { sessions, told } = sessionsOf();
  expect(() => sessions.use('one')).toThrow('The session one would begin at this instance alone');
  expect([sessions.takeUsed(), sessions.begunOf('one'), sessions.collectionsOf('one'), told.times]).toEqual([
    ...[[], undefined, [], 0],
  ]);
});

test('a session begins as the log of all instances says', () => {
  const { sessions, told } = sessionsOf();
  const session = sessions.add(begin);
  expect([session.name, session.created, session.runs.active, session.highestVersion]).toEqual([
    ...['one', 7000, 'Slow', 500],
  ]);
  expect([sessions.begunOf('one'), sessions.find('one'), told.times]).toEqual(['b1', session, 1]);
  expect(sessions.use('one')).toBe(session);
  sessions.onChange();
  expect(told.times).toBe(2);
});

test('a session of the same name takes the place of the earlier one', () => {
  const { sessions } = sessionsOf();
  const first = sessions.add(begin);
  const second = sessions.add({ ...begin, begun: 'b2' });
  expect([sessions.begunOf('one'), sessions.all()]).toEqual(['b2', [second]]);
  expect(second).not.toBe(first);
  expect([sessions.drop('one'), sessions.begunOf('one'), sessions.all()]).toEqual([true, undefined, []]);
  expect(sessions.drop('one')).toBe(false);
});

test('the sessions that were used are told once', () => {
  const { sessions } = sessionsOf();
  sessions.add(begin);
  sessions.add({ ...begin, name: 'two' });
  for (const name of ['two', 'one', 'two']) sessions.use(name);
  expect([sessions.takeUsed(), sessions.takeUsed()]).toEqual([['two', 'one'], []]);
});

test('a session that nobody uses here goes on', () => {
  const { sessions, clock } = sessionsOf();
  const session = sessions.add(begin);
  clock.now = 86_400_000;
  expect(sessions.find('one')).toBe(session);
});

/** The live state of the session named one, beside that of all clients. */
function stateOf({ sessions, things }: ReturnType<typeof sessionsOf>) {
  sessions.add(begin);
  const [state] = sessions.collectionsOf('one');
  if (!state) throw new Error('The session has no live state');
  return { state, things };
}

test('the live states of a session have the name of those of all clients, and their records', () => {
  const { state, things } = stateOf(sessionsOf());
  expect([state.uid, recordsOf(state)]).toEqual(['things', ['a 101', 'b 101', undefined, undefined]]);
  things.uid = 'renamed';
  expect(state.uid).toBe('renamed');
});

test('a decision about a session is its own until it is applied', () => {
  const { state, things } = stateOf(sessionsOf());
  const seen: string[] = [];
  state.observe(({ id }) => seen.push(id));
  const { result, changes } = decide([state], () => {
    state.write('1', thing('1', 'x'));
    state.remove('2');
    return recordsOf(state);
  });
  expect(result).toEqual(['x 501', undefined, undefined, undefined]);
  expect([recordsOf(state), seen, state.isLayered('1')]).toEqual([recordsOf(things), [], false]);
  for (const { id, after } of changes) state.apply(id, after);
  state.apply('1', state.get('1'));
  expect([recordsOf(state), seen]).toEqual([result, ['1', '2']]);
  expect([state.isLayered('1'), state.isLayered('3'), things.isLayered('1')]).toEqual([true, false, false]);
  expect(() => state.remove('1')).toThrow('the other instances would not see');
});

test('a session sees edited fixtures, unless it has changed the record', () => {
  const { state, things } = stateOf(sessionsOf());
  decideAndApply(state, () => state.write('1', thing('1', 'own')));
  const seen: string[] = [];
  state.observe(({ id }) => seen.push(id));
  decideAndApply(things, () => {
    things.edit('1', thing('1', 'x'), thing('1', 'x'));
    things.edit('2', thing('2', 'y'), thing('2', 'y'));
  });
  expect(recordsOf(state)).toEqual(['own 501', `y ${things.get('2')?.version}`, undefined, undefined]);
  expect(seen).toEqual(['1', '2']);
  expect([state.isEdited('1'), state.isEdited('2'), state.isEdited('3')]).toEqual([true, true, false]);
});

test('a session is loaded with the records that differ from the fixtures', () => {
  const { things } = sessionsOf();
  const state = things.newSession();
  state.load(50, [
    { id: '1', version: 510, value: thing('1', 'x') },
    { id: '2', version: 0, value: null },
    { id: '3', version: 520, value: thing('3', 'c') },
  ]);
  expect([recordsOf(state), state.size, state.floor]).toEqual([['x 510', undefined, 'c 520', undefined], 2, 101]);
  state.load(600, []);
  expect([recordsOf(state)[0], state.floor]).toEqual(['x 510', 600]);
  const { id, value, version } = state.makeRecord('4', thing('4', 'd'), 7);
  expect([id, value, version, state.get('4')]).toEqual(['4', thing('4', 'd'), 7, undefined]);
});

test('a session may begin where an earlier one of its name has ended', () => {
  const state = newThings().newSession({ version: 700, revision: 9 });
  expect([state.highestVersion, state.revision]).toEqual([700, 9]);
  expect(newThings().newSession().highestVersion).toBe(100);
});
