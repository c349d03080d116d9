import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { changeInSession, keepFromSession } from '../../../../server/domain/session/session-edit.ts';

const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };
const [one, two, three] = [1, 2, 3].map((x) => ({ id: 'a', x }));

/** A shared collection with one record, and the live state of a session over it. */
function start() {
  const shared = new SharedCollection(definition, [{ id: 'a', x: 1 }]);
  const session = shared.newSession();
  /** The fixture, the shared live record and that of the session. */
  const levels = (id = 'a') => [shared.fixture(id)?.value, shared.get(id)?.value, session.get(id)?.value];
  return { shared, session, levels };
}

test.each<[string, JsonObject | undefined, JsonObject | undefined]>([
  ['a', one, two],
  ['a', one, undefined],
  ['b', undefined, { id: 'b' }],
])(
  'a change of the live record %s from %j to %j is made in the session alone, undone and redone',
  (id, before, after) => {
    const { session, levels } = start();
    const change = changeInSession(session, id, after);
    expect(levels(id)).toEqual([before, before, after]);
    change.undo();
    expect(levels(id)).toEqual([before, before, before]);
    change.redo();
    expect(levels(id)).toEqual([before, before, after]);
  },
);

test('undo and redo leave a record that a client has written since', () => {
  const { session, levels } = start();
  const change = changeInSession(session, 'a', two);
  session.write('a', { id: 'a', x: 3 });
  change.undo();
  expect(levels()).toEqual([one, one, three]);
  change.redo();
  expect(levels()).toEqual([one, one, three]);
});

test('a change to the present value makes no version', () => {
  const { session } = start();
  const { revision } = session;
  changeInSession(session, 'a', one);
  changeInSession(session, 'b', undefined);
  expect(session.revision).toBe(revision);
});

test('a kept record becomes the fixture, and the shared record follows it there and back', () => {
  const { shared, session, levels } = start();
  session.write('a', { id: 'a', x: 2 });
  const change = keepFromSession(session, shared, 'a');
  expect(levels()).toEqual([two, two, two]);
  change?.undo();
  expect(levels()).toEqual([one, one, two]);
  change?.redo();
  expect(levels()).toEqual([two, two, two]);
});

test('keeping a record leaves a shared one that clients have changed', () => {
  const { shared, session, levels } = start();
  shared.write('a', { id: 'a', x: 3 });
  session.write('a', { id: 'a', x: 2 });
  const change = keepFromSession(session, shared, 'a');
  expect(levels()).toEqual([two, three, two]);
  change?.undo();
  expect(levels()).toEqual([one, three, two]);
});

test('keeping a record leaves it removed from the shared live state', () => {
  const { shared, session, levels } = start();
  shared.remove('a');
  session.write('a', { id: 'a', x: 2 });
  keepFromSession(session, shared, 'a');
  expect(levels()).toEqual([two, undefined, two]);
});

test('a removed record can be kept, and the undo removes it again in the session alone', () => {
  const { shared, session, levels } = start();
  session.remove('a');
  const change = keepFromSession(session, shared, 'a');
  expect(levels()).toEqual([undefined, undefined, undefined]);
  change?.undo();
  expect(levels()).toEqual([one, one, undefined]);
});

test('the undo leaves a record that a client of the session has written since', () => {
  const { shared, session, levels } = start();
  session.write('a', { id: 'a', x: 2 });
  const change = keepFromSession(session, shared, 'a');
  session.write('a', { id: 'a', x: 3 });
  change?.undo();
  expect(levels()).toEqual([one, one, three]);
});

test('keeping a record that is the fixture already changes nothing', () => {
  const { shared, session } = start();
  expect(keepFromSession(session, shared, 'a')).toBeUndefined();
});
