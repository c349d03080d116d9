/* Unmodified third-party clients against a mock. */

import { request as httpRequest, type IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../server/domain/json/json.ts';
import { arbitraryJson } from '../server/domain/json/arbitrary-json.ts';
import { type RunningMock, startMock, workspaceOf } from '../support/running-mock.ts';
import { installed } from './installed.ts';

const events = Array.from({ length: 7 }, (_, index) => ({
  id: index + 1,
  kind: index % 3 === 0 ? 'login' : 'order',
  tags: index % 2 === 0 ? ['even'] : ['odd', 'late'],
  at: `2024-05-0${index + 1}T10:00:00Z`,
}));
const ids = events.map(({ id }) => id);
const workspace = { events: { time: 'at', records: events }, documents: { records: [] } };

let mock: RunningMock;
let origin: string;
beforeEach(async () => {
  mock = await startMock(workspaceOf(workspace));
  origin = `http://127.0.0.1:${mock.port}`;
});
afterEach(() => mock[Symbol.asyncDispose]());

/** The statuses of all responses in the log, oldest first. */
function statuses(): readonly (number | null)[] {
  return mock.host.log
    .list()
    .map(({ status }) => status)
    .toReversed();
}

/** Reads a path three times through a caching client and changes the record before the third read. */
async function readTwiceAndChange(path: string, read: (url: string) => Promise<string>): Promise<void> {
  const first = await read(origin + path);
  const second = await read(origin + path);
  await mock.send({ method: 'PATCH', target: '/api/events/1', body: '{"kind":"changed"}' });
  const third = await read(origin + path);
  expect(second).toBe(first);
  expect(third).toContain('changed');
  expect(statuses()).toEqual([200, 304, 200, 200]);
}

test.each(['/api/events/1', '/api/events?limit=2'])('cacheable-request revalidates with 304: %s', async (path) => {
  type Cached = IncomingMessage & { readonly fromCache: boolean };
  type Requester = (url: string, callback: (response: Cached) => void) => { on: (...listener: unknown[]) => void };
  interface Cacheable {
    readonly default: new (request: typeof httpRequest, storage: Map<string, unknown>) => { request: () => Requester };
  }
  const { default: CacheableRequest } = await installed<Cacheable>('cacheable-request');
  const storage = new Map<string, unknown>();
  const cacheable = new CacheableRequest(httpRequest, storage).request();
  const origins: boolean[] = [];
  await readTwiceAndChange(path, async (url) => {
    const read = await new Promise<string>((resolve, reject) => {
      const emitter = cacheable(url, (response) => {
        origins.push(response.fromCache);
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => resolve(body));
      });
      emitter.on('request', (sent: { end: () => void }) => sent.end());
      emitter.on('error', reject);
    });
    // It stores a response after it has delivered it.
    while (storage.size === 0) await setImmediate();
    return read;
  });
  expect(origins).toEqual([false, true, false]);
});

test.each(['/api/events/1', '/api/events?limit=2'])("undici's cache revalidates with 304: %s", async (path) => {
  interface Undici {
    readonly Agent: new () => { compose: (interceptor: unknown) => unknown };
    readonly interceptors: { readonly cache: () => unknown };
    readonly request: (
      url: string,
      options: { dispatcher: unknown },
    ) => Promise<{ readonly statusCode: number; readonly body: { text: () => Promise<string> } }>;
  }
  const { Agent, interceptors, request } = await installed<Undici>('undici');
  const dispatcher = new Agent().compose(interceptors.cache());
  await readTwiceAndChange(path, async (url) => {
    const response = await request(url, { dispatcher });
    expect(response.statusCode).toBe(200);
    return response.body.text();
  });
});

test("GitHub's client crawls a list by its Link headers", async () => {
  await using arrays = await startMock(workspaceOf(workspace, { envelope: 'array' }));
  interface Client {
    readonly paginate: (route: string, options: object) => Promise<readonly JsonObject[]>;
  }
  interface Core {
    readonly Octokit: { plugin: (plugin: unknown) => new (options: object) => Client };
  }
  const { Octokit } = await installed<Core>('@octokit/core');
  const { paginateRest } = await installed<{ readonly paginateRest: unknown }>('@octokit/plugin-paginate-rest');
  const client = new (Octokit.plugin(paginateRest))({ baseUrl: `http://127.0.0.1:${arrays.port}` });
  const all = await client.paginate('GET /api/events', { per_page: 2 });
  expect(all.map(({ id }) => id)).toEqual(ids);
  const logins = await client.paginate('GET /api/events', { per_page: 1, kind: 'login', sort: '-id' });
  expect(logins.map(({ id }) => id)).toEqual([7, 4, 1]);
});

test.each(['limit=2', 'page=1&per_page=2', 'cursor=&limit=2', 'since_id=&limit=2', 'from=0&limit=2'])(
  'http-link-header crawls a list from %s',
  async (start) => {
    interface LinkHeader {
      readonly default: { parse: (header: string) => { rel: (name: string) => readonly { readonly uri: string }[] } };
    }
    const { default: LinkHeader } = await installed<LinkHeader>('http-link-header');
    const found: Json[] = [];
    for (let url: string | undefined = `${origin}/api/events?${start}`; url !== undefined; ) {
      const response: Response = await fetch(url);
      const { items }: { items: readonly JsonObject[] } = await response.json();
      found.push(...items.map(({ id }) => id ?? null));
      url = LinkHeader.parse(response.headers.get('Link') ?? '').rel('next')[0]?.uri;
    }
    expect(found).toEqual(ids);
  },
);

test('filters written by scim2-parse-filter select the same records as the library itself', async () => {
  interface Scim {
    readonly stringify: (filter: object) => string;
    readonly filter: (filter: object) => (record: object) => boolean;
  }
  const scim = await installed<Scim>('scim2-parse-filter');
  const leaves = fc.constantFrom<object>(
    { op: 'eq', attrPath: 'kind', compValue: 'login' },
    { op: 'ne', attrPath: 'kind', compValue: 'login' },
    { op: 'co', attrPath: 'kind', compValue: 'o' },
    { op: 'sw', attrPath: 'kind', compValue: 'or' },
    { op: 'ew', attrPath: 'kind', compValue: 'in' },
    { op: 'gt', attrPath: 'id', compValue: 3 },
    { op: 'ge', attrPath: 'id', compValue: 3 },
    { op: 'lt', attrPath: 'id', compValue: 3 },
    { op: 'le', attrPath: 'id', compValue: 3 },
    { op: 'pr', attrPath: 'at' },
  );
  const { filter } = fc.letrec<{ filter: object }>((tie) => ({
    filter: fc.oneof(
      { depthSize: 'small' },
      leaves,
      fc.record({ op: fc.constantFrom('and', 'or'), filters: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }) }),
      fc.record({ op: fc.constant('not'), filter: tie('filter') }),
    ),
  }));
  const property = fc.asyncProperty(filter, async (expression) => {
    const wanted = events.filter(scim.filter(expression)).map(({ id }) => id);
    const found: Json[] = [];
    const query = new URLSearchParams({ filter: scim.stringify(expression), cursor: '', limit: '2' });
    for (let url: string | null = `${origin}/api/events?${query}`; url !== null; ) {
      const response: Response = await fetch(url);
      const page: { items: readonly JsonObject[]; next: string | null } = await response.json();
      found.push(...page.items.map(({ id }) => id ?? null));
      url = page.next;
    }
    expect(found, scim.stringify(expression)).toEqual(wanted);
  });
  await fc.assert(property, { numRuns: 300 });
});

/** Sends patches that a library writes from a document before and after. */
async function patchBy(write: (before: JsonObject, after: JsonObject) => readonly object[]): Promise<void> {
  // These libraries do not support a member called __proto__.
  const document = arbitraryJson.filter((value) => !JSON.stringify(value).includes('__proto__'));
  const target = '/api/documents/1';
  const property = fc.asyncProperty(document, document, async (from, to) => {
    const [before, after] = [from, to].map(
      (value): JsonObject => JSON.parse(JSON.stringify({ id: '1', document: value })),
    );
    if (!before || !after) throw new Error('Two documents are needed.');
    const put = await mock.send({ method: 'PUT', target, body: JSON.stringify(before) });
    const headers = [
      ['Content-Type', 'application/json-patch+json'],
      ['If-Match', put.header('ETag') ?? ''],
    ] as const;
    const patch = write(before, after);
    const response = await mock.send({ method: 'PATCH', target, headers, body: JSON.stringify(patch) });
    expect([response.status, response.json()], JSON.stringify(patch)).toEqual([200, after]);
  });
  await fc.assert(property, { numRuns: 500 });
}

test('patches written by fast-json-patch produce the intended document', async () => {
  const { compare } = await installed<{ compare: (before: object, after: object) => object[] }>('fast-json-patch');
  await patchBy(compare);
});

test('patches written by rfc6902 produce the intended document', async () => {
  const { createPatch } = await installed<{ createPatch: (before: object, after: object) => object[] }>('rfc6902');
  await patchBy(createPatch);
});
