import { expect, test } from 'vitest';
import { addressOf, placeIn } from '../../../../renderer/app/base/views.ts';
import { openPlace, shownAddress } from '../../../../renderer/app/workbench/links.ts';
import { createWorkbench } from '../../../../renderer/app/workbench/workbench.ts';
import { createClient } from '../../../../renderer/console/client.ts';
import { createMirror } from '../../../../renderer/console/mirror.ts';
import { FakeTransport } from '../../console/fake-transport.ts';

test.each([
  ['#/fixtures/orders/1001', { view: 'fixtures', parts: ['orders', '1001'] }],
  ['#/requests/12', { view: 'requests', parts: ['12'] }],
  ['#/settings', { view: 'settings', parts: [] }],
  ['#/fixtures/a%2Fb/%zz', { view: 'fixtures', parts: ['a/b', '%zz'] }],
  ['#/elsewhere/x', { view: 'fixtures', parts: [] }],
  ['', { view: 'fixtures', parts: [] }],
])('the hash %s names a place', (hash, place) => {
  expect(placeIn(hash)).toEqual(place);
});

test('an address is read as it was written', () => {
  const parts = ['a/b c', '?#%', 'ü'];
  expect(placeIn(addressOf('scenarios', parts))).toEqual({ view: 'scenarios', parts });
});

test('a link to a request chooses it, and the address names it', () => {
  const transport = new FakeTransport();
  const client = createClient(transport);
  const bench = createWorkbench({ client, mirror: createMirror(client, transport), nth: 1 });
  bench.expectations.show(true);
  openPlace(placeIn('#/requests/12'), bench);
  expect(bench.expectations.store.getState().shown).toBe(false);
  expect(bench.requests.store.getState().chosen).toBe('request-12');
  expect(shownAddress('requests', bench)).toBe('#/requests/12');
  openPlace(placeIn('#/requests/none'), bench);
  expect(shownAddress('requests', bench)).toBe('#/requests/12');
});

test.each([
  ['#/live-state/shared', { session: null, snapshot: null }],
  ['#/live-state/session/snapshot', { session: 'snapshot', snapshot: null }],
  ['#/live-state/shared/snapshot/Before%20checkout', { session: null, snapshot: 'Before checkout' }],
  ['#/live-state/session/one/snapshot/shared', { session: 'one', snapshot: 'shared' }],
])('%s names a live state and what it is compared with', (hash, compared) => {
  const transport = new FakeTransport();
  const client = createClient(transport);
  const bench = createWorkbench({ client, mirror: createMirror(client, transport), nth: 1 });
  openPlace(placeIn(hash), bench);
  expect(bench.comparison.store.getState()).toMatchObject(compared);
  expect(shownAddress('live-state', bench)).toBe(hash);
});
