import { expect, test } from 'vitest';
import { searchActions } from '../../../../renderer/app/actions/search-actions.ts';
import { createWorkbench } from '../../../../renderer/app/workbench/workbench.ts';
import { createClient } from '../../../../renderer/console/client.ts';
import { createMirror } from '../../../../renderer/console/mirror.ts';
import { FakeTransport } from '../../console/fake-transport.ts';

function newWorkbench() {
  const transport = new FakeTransport();
  const client = createClient(transport);
  return createWorkbench({ client, mirror: createMirror(client, transport), nth: 1 });
}

test('the collection in view leads, then the log and the other collections, all without the space around the text', () => {
  const bench = newWorkbench();
  bench.fixtures.store.setState({ collection: 'users' });
  const titles = searchActions(bench, ['orders', 'users', 'teams'], ' Ada ').map(({ title }) => title);
  expect(titles).toEqual([
    'Search users for “Ada”',
    'Search the requests for “Ada”',
    'Search orders for “Ada”',
    'Search teams for “Ada”',
  ]);
});

test('without collections that can be searched, the log can', () => {
  expect(searchActions(newWorkbench(), [], 'Ada').map(({ id }) => id)).toEqual(['search.requests']);
});

test('an empty text is not searched', () => {
  expect(searchActions(newWorkbench(), ['users'], '  ')).toEqual([]);
});
