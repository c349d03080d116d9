import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Koa from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import type { Json, JsonObject } from '../../../server/domain/json/json.ts';
import { runFileCommand } from '../../../server/headless/file-commands.ts';
import { service, workspace } from '../../support/planted.ts';
import { startMock, workspaceOf } from '../../support/running-mock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { hostValue, temporaryHost } from '../../support/temporary-host.ts';
import { startService } from '../upstream/services.ts';

const orders: JsonObject[] = Array.from({ length: 12 }, (_, index) => ({
  number: index + 1,
  customer: `Customer ${index % 3}`,
  total: 10 + index,
  note: index === 4 ? null : 'none',
}));

/** A small service that honours If-Match, knows merge patches alone, pages by five and speaks of errors in its own way. */
async function orderService(secrets: Readonly<Record<string, string>> = {}) {
  const held = new Map(orders.map((order) => [Number(order.number), { ...order, ...secrets }]));
  const app = new Koa({ proxy: false });
  const log: string[] = [];
  app.use(async (ctx) => {
    const chunks: Buffer[] = [];
    for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const sent = text === '' ? {} : (JSON.parse(text) as JsonObject);
    log.push(`${ctx.method} ${ctx.url} ${ctx.get('authorization')}`);
    const [, version, name, id] = ctx.path.split('/');
    const fail = (status: number, error: string) => {
      ctx.status = status;
      ctx.body = { error, echo: ctx.get('authorization') };
    };
    if (version !== 'v3' || name !== 'orders') return fail(404, 'no such path');
    if (id === undefined && ctx.method === 'POST') {
      const number = Math.max(...held.keys()) + 1;
      held.set(number, { ...sent, number } as never);
      ctx.status = 201;
      ctx.body = held.get(number) as Json;
      return;
    }
    if (id === undefined) {
      const size = Math.min(Number(ctx.query.limit ?? 5), 5);
      const offset = Number(ctx.query.offset ?? 0);
      const all = [...held.values()];
      ctx.body = { orders: all.slice(offset, offset + size), count: all.length };
      return;
    }
    const one = held.get(Number(id));
    if (!one) return fail(404, 'no such order');
    const tag = `"${JSON.stringify(one).length}-${Buffer.from(JSON.stringify(one)).toString('base64').slice(-12)}"`;
    const condition = ctx.get('if-match');
    if (condition !== '' && condition !== '*' && condition !== tag) return fail(412, 'stale');
    if (ctx.method === 'DELETE') held.delete(Number(id));
    if (ctx.method === 'DELETE') ctx.status = 204;
    else if (ctx.method === 'PATCH' && !ctx.is('application/merge-patch+json')) return fail(415, 'merge patches only');
    else {
      if (ctx.method === 'PATCH') held.set(Number(id), { ...one, ...sent } as never);
      ctx.set('ETag', tag);
      ctx.body = held.get(Number(id)) as Json;
    }
  });
  const started = await startService(app.callback());
  onTestFinished(() => started.stop());
  return { url: `${started.url}/v3`, log, held };
}

const ours = workspaceOf(
  { orders: { key: 'number', paths: ['/orders', '/orders/{number}'], records: orders } },
  { userService: false },
);

test('a small Koa service has the differences that it was written with, and no other', async () => {
  await using mock = await startMock(ours);
  const { url, held } = await orderService();
  const { checks } = await hostValue(mock.host, 'drift.run', { url, writes: true, rate: 1000 });
  const found = checks.filter(({ outcome }) => outcome === 'different');
  expect(Object.fromEntries(found.map(({ rule, detail }) => [rule, detail]))).toMatchInlineSnapshot(`
    {
      "conditional-get": "The mock responds with 304. The service responds with 200.",
      "error-form": "The mock sends application/problem+json with detail, status, title, type. The service sends application/json with echo, error.",
      "json-patch": "The mock applies it. The service responds with 415.",
      "link": "The mock sends it. The service does not send it.",
      "list-form": "The mock sends an object with items, limit, next, offset, prev, total. The service sends an object with count, orders.",
      "list-tag": "The mock sends a strong entity tag. The service sends no entity tag.",
      "location": "The mock sends it. The service sends none.",
      "page-cap": "The mock returns as many records as requested. The service returns at most 5 records.",
      "page-limit": "The mock accepts at most 1000. The service accepts 16000.",
      "page-size": "The mock returns 20 records. The service returns 5 records.",
      "parameter-cursor": "The mock continues after it. The service gives no cursor.",
      "parameter-expression": "The mock applies it. The service ignores it.",
      "parameter-filter": "customer, total_less_than, total_greater_than, total_lt, total_lte, total_gt, total_gte, customer_contains, customer_starts_with, customer_ends_with, customer_ne, customer_in: The mock applies them. The service ignores them.",
      "parameter-page": "The mock numbers pages from 1. The service ignores it.",
      "parameter-sort": "The mock sorts. The service ignores it.",
      "total-header": "The mock sends it. The service does not send it.",
      "unknown-field": "The mock responds with 400. The service ignores it.",
      "version": "The mock sends X-Resource-Version. The service sends no X-Resource-Version.",
    }
  `);
  expect(checks.filter(({ outcome }) => outcome === 'same').map(({ rule }) => rule)).toMatchInlineSnapshot(`
    [
      "list-status",
      "parameter-limit",
      "list-type",
      "order",
      "members",
      "parameter-offset",
      "tie-break",
      "record-status",
      "record-type",
      "record-tag",
      "head",
      "missing",
      "create",
      "idempotency-key",
      "unconditional-write",
      "merge-patch",
      "if-match",
      "delete",
    ]
  `);
  expect(
    checks.filter(({ outcome }) => outcome === 'unknown').map(({ rule, detail }) => `${rule}: ${detail}`),
  ).toMatchInlineSnapshot(`
    [
      "total: The data of the service do not show it.",
      "parameter-since: The data of the service do not show it.",
    ]
  `);
  expect([...held.values()]).toEqual(orders);
});

test('credentials and secrets are in no result, no report and no file', async () => {
  const planted = { password: 'planted-password-1', accessToken: 'planted-token-2', pin: 'planted-pin-3' };
  const { url, log } = await orderService(planted);
  await using temporary = await temporaryHost({
    ...(ours as JsonObject),
    settings: { secretNames: ['pin'], userService: false },
  });
  const { host, file } = temporary;
  const headers: [string, string][] = [
    ['Authorization', 'Bearer planted-credential-4'],
    ['X-Tenant', 'planted-tenant-5'],
  ];
  const run = await hostValue(host, 'drift.run', { url, headers, writes: true, rate: 1000 });
  expect(log.every((line) => line.endsWith('Bearer planted-credential-4'))).toBe(true);
  const shown: unknown[] = [run];
  shown.push(await hostValue(host, 'drift.exchanges', { numbers: Array.from({ length: 100 }, (_, index) => index) }));
  for (const format of ['junit', 'markdown', 'html', 'json'] as const)
    shown.push(await hostValue(host, 'drift.report', { format }));
  for (const { id, change } of run.checks) if (change) await hostValue(host, 'drift.apply', { check: id });
  await host.save();
  shown.push(await readFile(file, 'utf8'), await hostValue(host, 'workspace.get', {}));
  expect(JSON.stringify(shown)).not.toMatch(/planted-/);
});

test('a cancelled comparison deletes what it has made', async () => {
  await using mock = await startMock(ours);
  const { url, log, held } = await orderService();
  const running = mock.host.call('drift.run', { url, writes: true, rate: 1000 });
  while (!log.some((line) => line.startsWith('POST'))) await new Promise((resolve) => setTimeout(resolve, 1));
  await hostValue(mock.host, 'jobs.cancel', { kind: 'drift' });
  expect(await running).toMatchObject({ ok: false, problem: { status: 409 } });
  expect([...held.values()]).toEqual(orders);
});

test('a service that is away, and a wrong URL, are refused', async () => {
  await using mock = await startMock(ours);
  const call = async (url: string) => {
    const reply = await mock.host.call('drift.run', { url });
    return reply.ok ? 200 : reply.problem.status;
  };
  expect([await call('http://127.0.0.1:1'), await call('ftp://a.test')]).toEqual([502, 400]);
});

test('the command exits with 0, 1 and 2, and writes its report', async () => {
  const folder = await temporaryFolder();
  await using same = await startMock(workspace());
  await using other = await startMock(workspace({ pageSize: 7 }));
  const { file } = same.host;
  const report = join(folder, 'drift.md');
  const fast = ['--rate', '1000', '--collection', 'products'];
  expect(await runFileCommand(['drift', file, '--upstream', service(same), ...fast])).toBe(0);
  expect(await runFileCommand(['drift', file, '--upstream', service(other), ...fast, '--report', report])).toBe(1);
  expect(await readFile(report, 'utf8')).toContain('Change that makes them equal: the setting pageSize: 7');
  expect(await runFileCommand(['drift', file, '--upstream', 'http://127.0.0.1:1'])).toBe(2);
  expect(await runFileCommand(['drift', file])).toBe(2);
});
