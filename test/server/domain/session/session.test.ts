import { expect, test } from 'vitest';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import type { MockContext, SharedOutcomes } from '../../../../server/domain/session/context.ts';
import { Session, type SharedMock } from '../../../../server/domain/session/session.ts';
import { contextOf } from '../openapi/arbitrary-context.ts';

const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };

function sharedMock(parts: Partial<MockContext> = {}) {
  const collections = new Map([['things', new SharedCollection(definition, [{ id: 'a' }])]]);
  const shared: SharedMock = { ...contextOf([]), newId: () => '0123456789', ...parts, collections };
  return { shared, collections };
}

const sessionOver = (shared: SharedMock) => new Session(shared, 'one', 0, 0, () => {});

test.each([
  ...(['title', 'settings', 'paths', 'scenarios', 'newId', 'now', 'wallTime', 'checkSchema'] as const),
  ...(['authority', 'fixturesOnly'] as const),
])('a session has the %s of the shared mock', (part) => {
  const { shared } = sharedMock({ title: 'Shop', authority: () => null, fixturesOnly: true });
  expect(sessionOver(shared)[part]).toBe(shared[part]);
});

test.each([true, false])('a session replaces the setting requirePrecondition by %s until it follows again', (own) => {
  const { shared } = sharedMock();
  const session = sessionOver(shared);
  session.requirePrecondition = own;
  expect(session.settings).toEqual({ ...shared.settings, requirePrecondition: own });
  session.requirePrecondition = null;
  expect(session.settings).toBe(shared.settings);
});

test('the outcomes of a session are those under its name, and it has none without shared ones', () => {
  const own = { of: () => Symbol() } as unknown as SharedOutcomes;
  const outcomes = { inSession: (name: string) => ({ ...own, name }) } as unknown as SharedOutcomes;
  expect(sessionOver(sharedMock({ outcomes }).shared).outcomes).toEqual({ ...own, name: 'one' });
  expect(sessionOver(sharedMock().shared).outcomes).toBeUndefined();
});

test('the run of a session is a word of eight characters', () => {
  expect(sessionOver(sharedMock().shared).run).toBe('01234567');
});

test('a session that nobody else enters gives itself', () => {
  const session = sessionOver(sharedMock().shared);
  expect(session.enter()).toBe(session);
});

test('a session lists its own state of every shared collection', () => {
  const { shared, collections } = sharedMock();
  collections.set('more', new SharedCollection({ ...definition, name: 'more' }, []));
  const session = sessionOver(shared);
  expect(session.usedCollections()).toEqual([]);
  expect([...session.collections.values()]).toEqual(['things', 'more'].map((name) => session.collections.get(name)));
  expect(session.usedCollections()).toHaveLength(2);
});

test('the state of a collection continues the revisions of a removed one of its name, and of no other', () => {
  const { shared, collections } = sharedMock();
  collections.set('more', new SharedCollection({ ...definition, name: 'more' }, []));
  const session = sessionOver(shared);
  const before = session.collections.get('things');
  for (const x of [1, 2, 3]) before?.write('a', { id: 'a', x });
  for (const x of [1, 2, 3, 4, 5, 6]) session.collections.get('more')?.write('b', { id: 'b', x });
  collections.set('things', new SharedCollection(definition, [{ id: 'a' }]));
  expect(session.collections.get('things')?.revision).toBe((before?.revision ?? 0) + 1);
});
