/** Real services for tests, each with paths and forms of its own. */
import { createServer, type RequestListener } from 'node:http';
import Koa from 'koa';
import type { Json, JsonObject } from '../../../server/domain/json/json.ts';
import { startMock, workspaceOf } from '../../support/running-mock.ts';

export interface Service {
  readonly url: string;
  /** Method and target of each request, in order. */
  readonly requests: readonly string[];
  readonly stop: () => Promise<void>;
}

/** A service that Node's own server listens for. */
export async function startService(respond: RequestListener): Promise<Service> {
  const requests: string[] = [];
  const server = createServer((req, res) => {
    requests.push(`${req.method} ${req.url}`);
    respond(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, requests, stop };
}

const accounts = Array.from({ length: 45 }, (_, index) => ({
  accountId: `acc-${String(index + 1).padStart(3, '0')}`,
  owner: `Owner ${index % 7}`,
  balance: 100 * index,
  createdAt: `2026-01-${String((index % 28) + 1).padStart(2, '0')}T08:00:00Z`,
}));

const orders = Array.from({ length: 12 }, (_, index) => ({
  id: index + 1,
  accountId: `acc-${String((index % 3) + 1).padStart(3, '0')}`,
  total: 10 + index,
}));

/** This mock itself, with paths such as `/v2/accounts/{accountId}/orders`. */
export async function ownMock(): Promise<Service> {
  const paths = (...all: readonly string[]) => all.map((path) => path);
  const mock = await startMock(
    workspaceOf(
      {
        accounts: { key: 'accountId', paths: paths('/v2/accounts', '/v2/accounts/{accountId}'), records: accounts },
        orders: { key: 'id', paths: paths('/v2/orders/{id}', '/v2/accounts/{accountId}/orders'), records: orders },
      },
      { userService: false },
    ),
  );
  return { url: `http://127.0.0.1:${mock.port}`, requests: [], stop: () => mock[Symbol.asyncDispose]() };
}

/** This mock in the dialect of json-server 0.17, which its proofs compare with json-server itself. */
export async function jsonServer(): Promise<Service> {
  const posts = Array.from({ length: 25 }, (_, index) => ({ id: index + 1, title: `Post ${index}`, views: index % 5 }));
  const paths = ['/posts', '/posts/{id}'];
  const settings = { userService: false, dialect: 'json-server-0.17' };
  const mock = await startMock(workspaceOf({ posts: { paths, records: posts } }, settings));
  return { url: `http://127.0.0.1:${mock.port}`, requests: [], stop: () => mock[Symbol.asyncDispose]() };
}

const customers: JsonObject[] = Array.from({ length: 23 }, (_, index) => ({
  uuid: `0b5c3d1e-0000-4000-8000-${String(index).padStart(12, '0')}`,
  name: `Customer ${index}`,
  created: `2026-02-${String(28 - index).padStart(2, '0')}T00:00:00Z`,
}));

/** A Koa service: an envelope of its own, pages of ten, the newest first, invoices below customers, a singleton. */
export async function koaService(): Promise<Service> {
  const app = new Koa();
  const invoices = customers
    .slice(0, 3)
    .flatMap(({ uuid }, index) =>
      [1, 2].map((number) => ({ number: index * 10 + number, customerId: uuid ?? null, paid: number === 1 })),
    );
  app.use((ctx) => {
    const [, root, id, inner] = ctx.path.split('/');
    if (ctx.path === '/profile') {
      ctx.body = { shop: 'Corner', currency: 'EUR' };
      return;
    }
    if (root !== 'customers') return;
    if (inner === 'invoices') {
      ctx.body = envelope(
        invoices.filter(({ customerId }) => customerId === id),
        1,
        10,
      );
      return;
    }
    const one = customers.find(({ uuid }) => uuid === id);
    if (id !== undefined) {
      if (one) ctx.body = one;
      return;
    }
    ctx.body = envelope(customers, Number(ctx.query.page ?? 1), Number(ctx.query.per_page ?? 10));
  });
  return startService(app.callback());
}

function envelope(all: readonly Json[], page: number, size: number): JsonObject {
  return { data: all.slice((page - 1) * size, page * size), count: all.length, per_page: size, page };
}

/** Bare arrays with Link and X-Total-Count, as GitHub has them. */
export function arrayService(): Promise<Service> {
  const repos = Array.from({ length: 35 }, (_, index) => ({ id: index + 1, name: `repo-${index}`, stars: index % 4 }));
  return startService((req, res) => {
    const url = new URL(req.url ?? '/', 'http://service');
    const send = (status: number, body: Json, headers: Record<string, string> = {}) =>
      res.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
    const [, root, id] = url.pathname.split('/');
    if (root !== 'repos') return send(404, { message: 'Not Found' });
    const one = repos.find((repo) => String(repo.id) === id);
    if (id !== undefined) return one ? send(200, one) : send(404, { message: 'Not Found' });
    const page = Number(url.searchParams.get('page') ?? 1);
    const size = Number(url.searchParams.get('per_page') ?? 30);
    const link = `<http://${req.headers.host}/repos?page=${page + 1}&per_page=${size}>; rel="next"`;
    const more = page * size < repos.length ? { Link: link } : undefined;
    return send(200, repos.slice((page - 1) * size, page * size), { 'X-Total-Count': String(repos.length), ...more });
  });
}
