/* Real client libraries under audit: proper use breaks no rule, improper use does. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditScenes } from '../../server/domain/audit/scenes.ts';
import { type RunningMock, startMock, workspaceOf } from '../support/running-mock.ts';
import { hostValue } from '../support/temporary-host.ts';
import { HonestApp } from './honest-app.ts';
import { installed } from './installed.ts';
import { libraries } from './library-clients.ts';

const items = Array.from({ length: 24 }, (_, index) => ({
  id: index + 1,
  name: `Item ${index + 1}`,
  created_at: `2024-05-01T10:00:${String(index).padStart(2, '0')}Z`,
}));

/** Rules that every app exercises at least. */
const leastExercised = 30;

let mock: RunningMock;
let origin: string;
beforeEach(async () => {
  mock = await startMock(workspaceOf({ items: { records: items } }));
  origin = `http://127.0.0.1:${mock.port}`;
});
afterEach(() => mock[Symbol.asyncDispose]());

test.each(libraries)('%s breaks no rule in an honest app, with and without scenes', async (name, library) => {
  const app = new HonestApp(await library(origin, name));
  let written = 0;
  const others = (target: string) => {
    written += 1;
    const headers = [['Content-Type', 'application/json']] as const;
    return mock.send({ method: 'PATCH', target, headers, body: JSON.stringify({ note: `Other ${written}` }) });
  };
  await app.work(0, others);
  // A library may add its own name and version to User-Agent.
  const { clients } = await hostValue(mock.host, 'audit.clients', {});
  const client = clients.find((one) => one.client.startsWith(name))?.client ?? name;
  const found = await hostValue(mock.host, 'audit.run', { client });
  expect(found.results.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  await hostValue(mock.host, 'audit.begin', { client, scenes: auditScenes.map((scene) => scene.name) });
  for (const [index] of auditScenes.entries()) {
    await app.work(index + 1, others);
    await hostValue(mock.host, 'audit.step', {});
  }
  const { results, scenes } = await hostValue(mock.host, 'audit.end', {});
  expect(results.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  expect(scenes.filter(({ requests }) => requests === 0)).toEqual([]);
  const exercised = [...found.results, ...results].filter(({ outcome }) => outcome === 'pass').map(({ id }) => id);
  const rules = [...new Set(exercised)].toSorted();
  process.stdout.write(`${name} exercises ${rules.length} rules: ${rules.join(', ')}\n`);
  expect(rules.length).toBeGreaterThanOrEqual(leastExercised);
});

/** What an app does wrong with a library, and the rule that catches it. */
const improper: readonly (readonly [name: string, rule: string, scene: string, work: () => Promise<unknown>])[] = [
  [
    'fetch: a write that ignores the tag it has read',
    'unconditional-write',
    'changed-total',
    async () => {
      await (await fetch(`${origin}/api/items/1`)).text();
      const headers = { 'Content-Type': 'application/json' };
      await (await fetch(`${origin}/api/items/1`, { method: 'PATCH', headers, body: '{"name":"Blind"}' })).text();
    },
  ],
  [
    'undici: RetryAgent with POST among its methods, and no key',
    'committed-twice',
    'commit-then-reset',
    async () => {
      const { Agent, RetryAgent, request } = await installed<Undici>('undici');
      const dispatcher = new RetryAgent(new Agent(), { minTimeout: 20, methods: ['POST'] });
      const headers = { 'Content-Type': 'application/json' };
      await request(`${origin}/api/items`, { method: 'POST', headers, body: '{"name":"Twice"}', dispatcher });
    },
  ],
  [
    'axios-retry: its default delay of 0, and POST retried',
    'blind-retry',
    'unavailable',
    async () => {
      const { default: axios } = await installed<Axios>('axios');
      const { default: axiosRetry } = await installed<AxiosRetry>('axios-retry');
      const client = axios.create();
      axiosRetry(client, { retries: 3, retryCondition: () => true });
      await client.post(`${origin}/api/items`, { name: 'Blind' });
    },
  ],
  [
    'got: a delay of its own in place of Retry-After',
    'before-retry-after',
    'retry-after',
    async () => {
      const { default: got } = await installed<Caller>('got');
      await got(`${origin}/api/items/1`, { retry: { limit: 2, calculateDelay: () => 50 } });
    },
  ],
  [
    'ky: POST among the methods to retry, and no key',
    'blind-retry',
    'unavailable',
    async () => {
      const { default: ky } = await installed<Caller>('ky');
      await ky(`${origin}/api/items`, { method: 'post', json: { name: 'Blind' }, retry: { methods: ['post'] } });
    },
  ],
  [
    'octokit: page numbers up to the total instead of paginate',
    'page-cap-unnoticed',
    'capped-pages',
    async () => {
      const { Octokit } = await installed<Core>('@octokit/core');
      const client = new Octokit({ baseUrl: origin });
      for (const page of [1, 2, 3]) await client.request('GET /api/items', { page, per_page: 8 });
    },
  ],
  [
    'TanStack Query: its default retries, which repeat refusals too',
    'refusal-retried',
    'slow',
    async () => {
      const { QueryClient } = await installed<Query>('@tanstack/query-core');
      const queryFn = async () => {
        const response = await fetch(`${origin}/api/items?limit=0`);
        await response.text();
        if (!response.ok) throw new Error(String(response.status));
      };
      await new QueryClient().fetchQuery({ queryKey: ['items'], queryFn, retry: 3, retryDelay: 50 }).catch(() => {});
    },
  ],
];

test.each(improper)('%s breaks the rule %s', async (_, rule, scene, work) => {
  await hostValue(mock.host, 'audit.begin', { scenes: [scene] });
  await work();
  const { results } = await hostValue(mock.host, 'audit.end', {});
  expect(results.find(({ id }) => id === rule)).toMatchObject({ outcome: 'fail' });
});

interface Undici {
  readonly Agent: new () => unknown;
  readonly RetryAgent: new (agent: unknown, options: object) => unknown;
  readonly request: (url: string, options: object) => Promise<unknown>;
}

interface Axios {
  readonly default: { create: () => { post: (url: string, body: object) => Promise<unknown> } };
}

interface AxiosRetry {
  readonly default: (client: object, options: object) => void;
}

interface Caller {
  readonly default: (url: string, options: object) => Promise<unknown>;
}

interface Core {
  readonly Octokit: new (options: object) => { request: (route: string, options: object) => Promise<unknown> };
}

interface Query {
  readonly QueryClient: new () => { fetchQuery: (options: object) => Promise<unknown> };
}
