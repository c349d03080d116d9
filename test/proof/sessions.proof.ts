import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { finish } from '../../server/domain/basics/work.ts';
import { listRecords } from '../../server/domain/list/list.ts';
import { SharedCollection } from '../../server/domain/records/shared-collection.ts';
import { Session } from '../../server/domain/session/session.ts';
import { options } from '../server/domain/list/list-arbitraries.ts';
import { contextOf } from '../server/domain/openapi/arbitrary-context.ts';

const sessions = 200;
const changes = 50;
/** List pages that each session reads. */
const pages = 40;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function heldBytes(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Bytes that all sessions hold after their changes and reads, over so many records. */
function growthOver(records: number): number {
  const users = new SharedCollection(
    { name: 'users', key: 'userId', sort: null, time: null, schema: null },
    Array.from({ length: records }, (_, index) => ({
      userId: String(index),
      name: `User ${(index * 7919) % 100_003}`,
      status: index % 5 === 0 ? 'inactive' : 'active',
      age: index % 60,
    })),
  );
  const shared = { ...contextOf([]), collections: new Map([['users', users]]) };
  const use = (session: Session) => {
    const state = session.collections.get('users');
    if (!state) throw new Error('There are no users.');
    for (let change = 0; change < changes; change++) {
      const id = String((change * 9973) % records);
      state.write(id, { ...state.get(id)?.value, userId: id, age: 100 + change });
    }
    for (let page = 0; page < pages; page++) {
      const query = `status=active&sort=-name&limit=20&offset=${page}`;
      const listed = finish(listRecords(state, query, options));
      expect(listed.ok && listed.value.records.length).toBe(20);
    }
  };
  // Create the views over the fixtures first, which all sessions share.
  for (let time = 0; time < 3; time++) use(new Session(shared, 'first', 0, 0, () => {}));
  const before = heldBytes();
  const held = Array.from({ length: sessions }, (_, index) => new Session(shared, `session ${index}`, 0, 0, () => {}));
  for (const session of held) use(session);
  const growth = heldBytes() - before;
  expect(held.reduce((sum, session) => sum + session.changedCount, 0)).toBe(sessions * changes);
  return growth;
}

test('the memory of 200 sessions depends on their changes, not on the number of records', () => {
  const few = growthOver(1_000);
  const many = growthOver(100_000);
  const each = (bytes: number) =>
    `${(bytes / 1e6).toFixed(1)} MB, ${Math.round(bytes / sessions / changes)} bytes a change`;
  process.stdout.write(`over 1,000 records ${each(few)}; over 100,000 records ${each(many)}\n`);
  expect(many / sessions / changes).toBeLessThan(2_000);
  expect(many).toBeLessThan(1.2 * few);
});
