import { expect, test } from 'vitest';
import { Tour } from '../../../../renderer/app/workbench/tour.ts';
import { Conflicts } from '../../../../renderer/conflict/conflicts.ts';
import { createClient } from '../../../../renderer/console/client.ts';
import { createMirror } from '../../../../renderer/console/mirror.ts';
import { Requests } from '../../../../renderer/features/requests/log/requests.ts';
import { createToaster } from '../../../../renderer/ui/overlay/toaster.ts';
import { FakeTransport, request, settled } from '../../console/fake-transport.ts';

async function openTour() {
  const transport = new FakeTransport();
  const client = createClient(transport);
  const mirror = createMirror(client, transport);
  const toaster = createToaster();
  const requests = new Requests(mirror.log, client, toaster, new Conflicts(toaster));
  const tour = new Tour(client, mirror, requests, toaster, () => {});
  transport.link('live');
  await transport.snapshot(1, [request(1, { path: '/users/42' })]);
  const scenarios = ['Default', 'Service unavailable'].map((name) => ({ name, description: '', rules: [] }));
  transport.send(2, { type: 'state', state: { scenarios } });
  return { transport, tour, requests, toaster, mirror, step: () => tour.store.getState().step };
}

const ada = { id: '42', live: { userId: '42', name: 'Ada', status: 'active' }, fixture: null, version: 1 };
const inactive = { ...ada, live: { ...ada.live, status: 'inactive' } };

test('each step waits for its event, no matter which client causes it', async () => {
  const { transport, tour, requests, mirror, step } = await openTour();
  void tour.begin();
  await transport.take('records.get').answer(ada);
  expect(tour.store.getState()).toEqual({ step: 'status', user: { id: '42', name: 'Ada' } });

  transport.send(3, { type: 'records', collection: 'users', ids: ['42'] });
  await transport.take('records.get').answer(ada);
  expect(step()).toBe('status');
  transport.send(4, { type: 'records', collection: 'users', ids: ['42'] });
  await transport.take('records.get').answer(inactive);
  expect(step()).toBe('request');

  transport.send(5, { type: 'requests', entries: [request(2, { path: '/users/43' })] });
  transport.send(6, { type: 'requests', entries: [request(3, { path: '/users/42', status: null })] });
  expect(step()).toBe('request');
  transport.send(7, { type: 'requests', entries: [request(3, { path: '/users/42?x=1', status: 404 })] });
  expect(tour.store.getState()).toMatchObject({ step: 'explanation', request: { id: 3, status: 404 } });

  requests.choose(mirror.log.at(mirror.log.indexOf('request-3')));
  expect(tour.store.getState()).toMatchObject({ step: 'scenario', offered: 'Service unavailable', before: 'Default' });
  transport.send(8, { type: 'state', state: { scenario: 'Service unavailable' } });
  expect(tour.store.getState()).toMatchObject({ step: 'end', scenario: 'Service unavailable', before: 'Default' });
});

test('the tour reverts its changes', async () => {
  const { transport, tour, step } = await openTour();
  void tour.putBack({ id: '42', name: 'Ada' }, 'Default');
  expect(step()).toBe('off');
  const activated = transport.take('scenario.activate');
  expect(activated.input).toEqual({ name: 'Default' });
  await activated.answer(null);
  expect(transport.take('users.setStatus').input).toEqual({ userId: '42', status: 'active' });
});

test('the tour takes another active user, and reports if there is none', async () => {
  const { transport, tour, toaster, step } = await openTour();
  void tour.begin();
  await transport.take('records.get').answer(inactive);
  await transport.take('records.page').answer({ rows: [{ ...ada, id: '7' }], total: 1, revision: 1 });
  expect(tour.store.getState()).toEqual({ step: 'status', user: { id: '7', name: 'Ada' } });
  tour.leave();
  void tour.begin();
  await transport.take('records.get').refuse('There is no such record.');
  await transport.take('records.page').answer({ rows: [], total: 0, revision: 1 });
  await settled();
  expect(step()).toBe('off');
  expect(toaster.toasts()[0]?.text).toContain('needs an active user');
});

test('a tour that offers itself begins with an active user, and is silent if there is none', async () => {
  const { transport, tour, toaster, step } = await openTour();
  void tour.offer();
  await transport.take('records.get').answer(ada);
  expect(step()).toBe('status');
  tour.leave();
  void tour.offer();
  await transport.take('records.get').refuse('There is no such record.');
  await transport.take('records.page').answer({ rows: [], total: 0, revision: 1 });
  await settled();
  expect(step()).toBe('off');
  expect(toaster.toasts()).toEqual([]);
});

test('a tour that was left ignores further events', async () => {
  const { transport, tour, step } = await openTour();
  void tour.begin();
  await transport.take('records.get').answer(ada);
  void tour.switchInactive({ id: '42', name: 'Ada' });
  tour.leave();
  await transport.take('users.setStatus').answer(inactive);
  transport.send(3, { type: 'records', collection: 'users', ids: ['42'] });
  expect(step()).toBe('off');
  expect(transport.calls.filter(({ name }) => name === 'records.get')).toEqual([]);
});
