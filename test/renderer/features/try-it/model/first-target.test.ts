import { expect, test } from 'vitest';
import type { Client } from '../../../../../renderer/console/client.ts';
import { firstTarget } from '../../../../../renderer/features/try-it/model/first-target.ts';
import type { CollectionState, ConsoleState } from '../../../../../server/contract/schema/state.ts';
import { problem } from '../../../../../server/domain/basics/problem.ts';
import { accept, refuse } from '../../../../../server/domain/basics/result.ts';
import type { CollectionPath } from '../../../../../server/domain/model/collection-path.ts';
import { defaultSettings } from '../../../../../server/domain/model/settings.ts';

/** The first target in a workspace of these collections, with their paths and the ids of their records. */
function firstIn(collections: Readonly<Record<string, readonly [paths: readonly string[], ids: readonly string[]]>>) {
  const idsOf = (name: string) => collections[name]?.[1] ?? [];
  const client = {
    call: async (name: string, input: { collection: string; id?: string }) => {
      const ids = idsOf(input.collection);
      if (name === 'records.page') return accept({ rows: ids.slice(0, 1).map((id) => ({ id })) });
      return ids.includes(input.id ?? '') ? accept({ live: {} }) : refuse(problem('not-found', 'No such record.'));
    },
  } as unknown as Client;
  const state = {
    collections: Object.entries(collections).map(([name, [paths, ids]]) => ({
      ...({ key: 'id', fixtures: ids.length, changed: 0, revision: 0, defined: 0 } satisfies Partial<CollectionState>),
      name,
      count: ids.length,
      paths: paths.map((path): CollectionPath => ({ path, record: null })),
    })),
    workspace: { settings: defaultSettings } as ConsoleState['workspace'],
  };
  return firstTarget(client, state);
}

test('begins with user 42 if there is one, else with the first user', async () => {
  expect(await firstIn({ products: [[], ['1']], users: [[], ['7', '42']] })).toBe('/users/42');
  expect(await firstIn({ products: [[], ['1']], users: [[], ['7', '8']] })).toBe('/users/7');
});

test('begins with a record of the workspace where it has no user', async () => {
  expect(await firstIn({ empty: [[], []], books: [['/books', '/books/{id}'], ['b 1']] })).toBe('/books/b%201');
  expect(await firstIn({ books: [[], ['b1']] })).toBe('/api/books/b1');
  expect(await firstIn({ users: [['/users/{id}'], ['1']] })).toBe('/users/1');
  expect(await firstIn({ books: [[], []] })).toBeNull();
});
