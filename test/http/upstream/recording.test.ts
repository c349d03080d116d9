import { expect, onTestFinished, test } from 'vitest';
import type { Json, JsonObject } from '../../../server/domain/json/json.ts';
import { type RunningMock, startMock, workspaceOf } from '../../support/running-mock.ts';
import { hostValue } from '../../support/temporary-host.ts';
import { arrayService, jsonServer, koaService, ownMock, type Service, startService } from './services.ts';

async function mockBefore(service: Service, mode: 'missing' | 'all' = 'missing'): Promise<RunningMock> {
  const mock = await startMock(workspaceOf({}, { userService: false }));
  onTestFinished(() => mock[Symbol.asyncDispose]());
  await hostValue(mock.host, 'upstream.set', { url: service.url, mode });
  return mock;
}

/** Keeps all that was recorded, and turns the upstream off. */
async function keep({ host }: RunningMock) {
  const preview = await hostValue(host, 'upstream.preview', {});
  const collections = preview.collections.map(({ name }) => name);
  await hostValue(host, 'import.apply', { id: preview.id, collections, settings: true });
  await hostValue(host, 'upstream.set', { url: null, mode: 'off' });
  return preview;
}

/** A client of a public API: it knows paths and forms of the service, and nothing of mocks. */
function clientOf(base: string, readsLinks: boolean) {
  return async (target: string): Promise<Json> => {
    const response = await fetch(base + target);
    const { status, headers } = response;
    const body = (await response.json()) as Json;
    if (!readsLinks) return { status, body };
    const next =
      headers
        .get('link')
        ?.match(/<([^>]+)>; rel="next"/)?.[1]
        ?.replace(base, '') ?? null;
    return { status, body, next, total: headers.get('x-total-count') };
  };
}

type Get = ReturnType<typeof clientOf>;

const calls: Readonly<
  Record<
    string,
    { readonly start: () => Promise<Service>; readonly targets: readonly string[]; readonly readsLinks?: boolean }
  >
> = {
  'this mock': {
    start: ownMock,
    targets: [
      ...['/v2/accounts', '/v2/accounts?limit=20&offset=20', '/v2/accounts?limit=20&offset=40'],
      ...['/v2/accounts/acc-007', '/v2/accounts/acc-001/orders', '/v2/accounts/acc-002/orders', '/v2/orders/3'],
    ],
  },
  'a Koa service': {
    start: koaService,
    targets: [
      ...['/customers?page=1&per_page=10', '/customers?page=2&per_page=10', '/customers?page=3&per_page=10'],
      '/customers/0b5c3d1e-0000-4000-8000-000000000004',
      ...[0, 1, 2].map((index) => `/customers/0b5c3d1e-0000-4000-8000-00000000000${index}/invoices?page=1`),
      '/profile',
    ],
  },
  'json-server': {
    start: jsonServer,
    targets: [
      '/posts',
      '/posts?_page=2&_limit=10',
      '/posts?_start=3&_end=6',
      '/posts?_sort=views&_order=desc',
      '/posts/7',
    ],
    readsLinks: true,
  },
  'a service of bare arrays': {
    start: arrayService,
    readsLinks: true,
    targets: ['/repos?page=1&per_page=30', '/repos?page=2&per_page=30', '/repos/7'],
  },
};

test.each(Object.entries(calls))(
  '%s: a client gets equal responses through the mock and from the recording',
  async (_, one) => {
    const service = await one.start();
    onTestFinished(() => service.stop());
    const mock = await mockBefore(service);
    const base = `http://127.0.0.1:${mock.port}`;
    const [direct, mocked] = [service.url, base].map((address) => clientOf(address, one.readsLinks === true)) as [
      Get,
      Get,
    ];
    const real: Json[] = [];
    for (const target of one.targets) {
      const body = JSON.parse(JSON.stringify(await direct(target)).replaceAll(service.url, base));
      real.push(body);
      expect(await mocked(target)).toEqual(body);
    }
    await service.stop();
    const preview = await keep(mock);
    expect(preview.notes).toEqual([]);
    for (const [index, target] of one.targets.entries()) expect(await mocked(target)).toEqual(real[index]);
  },
);

test('a recording of 10,000 records becomes a collection', async () => {
  const records = Array.from({ length: 10_000 }, (_, index) => ({
    id: index + 1,
    name: `Part ${index}`,
    price: index % 90,
  }));
  const service = await startService((_, res) =>
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(records)),
  );
  onTestFinished(() => service.stop());
  const mock = await mockBefore(service);
  const { length } = JSON.parse((await mock.send({ target: '/parts' })).body);
  expect(length).toBe(10_000);
  const preview = await keep(mock);
  expect(preview.collections).toMatchObject([{ name: 'parts', key: 'id', fresh: 10_000, refused: 0 }]);
  await service.stop();
  await mock.restart();
  expect((await mock.send({ target: '/parts/9999' })).json()).toEqual(records[9998]);
  expect(mock.faults).toEqual([]);
});

test('the mock has what it has: deleted records and rules of the scenario are not fetched', async () => {
  const service = await startService((_, res) =>
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id":1}'),
  );
  onTestFinished(() => service.stop());
  const mock = await startMock({
    ...(workspaceOf({ things: { records: [{ id: 1 }] }, users: { key: 'userId', records: [] } }) as JsonObject),
    scenarios: [
      {
        name: 'Closed',
        description: '',
        rules: [{ when: { path: '/closed' }, then: { kind: 'answer', status: 404 } }],
      },
    ],
  });
  onTestFinished(() => mock[Symbol.asyncDispose]());
  await hostValue(mock.host, 'upstream.set', { url: service.url, mode: 'missing' });
  await hostValue(mock.host, 'scenario.activate', { name: 'Closed' });
  const statuses: number[] = [];
  await mock.send({ method: 'DELETE', target: '/api/things/1' });
  for (const target of ['/api/things/1', '/closed', '/api/things', '/', '/openapi.json']) {
    statuses.push((await mock.send({ target })).status);
  }
  expect(statuses).toEqual([404, 404, 200, 200, 200]);
  expect(service.requests).toEqual([]);
  for (const target of ['/api/things/2', '/api/others', '/users/7', '/v1/x?a=b']) await mock.send({ target });
  expect(service.requests).toEqual(['GET /api/things/2', 'GET /api/others', 'GET /users/7', 'GET /v1/x?a=b']);
});

test('mode all asks the upstream for everything; mode off asks it for nothing', async () => {
  const service = await startService((_, res) => res.writeHead(299).end());
  onTestFinished(() => service.stop());
  const mock = await mockBefore(service, 'all');
  expect((await mock.send({ target: '/' })).status).toBe(299);
  await hostValue(mock.host, 'upstream.set', { url: service.url, mode: 'off' });
  expect((await mock.send({ target: '/' })).status).toBe(200);
});

test('a session has a recording of its own', async () => {
  const service = await koaService();
  onTestFinished(() => service.stop());
  const mock = await mockBefore(service);
  await mock.send({ target: '/profile' });
  await mock.send({ target: '/customers', headers: [['X-Mock-Session', 'a']] });
  const shared = await hostValue(mock.host, 'upstream.preview', {});
  const own = await hostValue(mock.host, 'upstream.preview', { session: 'a' });
  expect([shared, own].map(({ collections }) => collections.map(({ name }) => name))).toEqual([
    ['profile'],
    ['customers'],
  ]);
  await hostValue(mock.host, 'upstream.clear', {});
  const { upstream } = await hostValue(mock.host, 'workspace.get', {});
  expect(upstream).toMatchObject({ recorded: 0, sessions: [] });
});

test('writes through the mock are recorded as the service has them afterwards', async () => {
  const service = await ownMock();
  onTestFinished(() => service.stop());
  const mock = await mockBefore(service);
  const send = (method: string, target: string, body?: Json) =>
    mock.send({
      method,
      target,
      headers: body === undefined ? [] : [['Content-Type', 'application/json']],
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  await send('GET', '/v2/accounts?limit=3');
  await send('PATCH', '/v2/accounts/acc-001', { owner: 'New' });
  await send('DELETE', '/v2/accounts/acc-002');
  await send('POST', '/v2/accounts', { accountId: 'acc-900', owner: 'Last' });
  await keep(mock);
  const { items } = (await send('GET', '/v2/accounts')).json() as { items: JsonObject[] };
  expect(items.map(({ accountId, owner }) => [accountId, owner])).toEqual([
    ['acc-001', 'New'],
    ['acc-003', 'Owner 2'],
    ['acc-900', 'Last'],
  ]);
});

test('keeping is one edit: undo takes collections and settings back', async () => {
  const service = await arrayService();
  onTestFinished(() => service.stop());
  const mock = await mockBefore(service);
  await mock.send({ target: '/repos' });
  await keep(mock);
  expect((await mock.send({ target: '/repos' })).json()).toHaveLength(30);
  await hostValue(mock.host, 'history.undo', {});
  expect((await mock.send({ target: '/repos' })).status).toBe(404);
  const { workspace } = await hostValue(mock.host, 'workspace.get', {});
  expect(workspace.settings.envelope).toBe('object');
});
