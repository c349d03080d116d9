import type { Json } from '../../../server/domain/json/json.ts';
import { type AuditedClient, pause, retrying } from './audited-client.ts';

/** A client with a fault, and the same client mended. */
export interface FaultyClient {
  /** The id of the rule that catches it. */
  readonly rule: string;
  /** Rules of a scenario for its session. */
  readonly scenario?: readonly Json[];
  readonly faulty: (client: AuditedClient) => Promise<unknown>;
  readonly mended: (client: AuditedClient) => Promise<unknown>;
}

export const item = '/api/items/3';
export const change = { name: 'Changed' };
const fails = (count: number, then: Json = { kind: 'answer', status: 503 }, when: Json = {}): Json => ({
  when: { ...(when as object), occurrence: { kind: 'first', count } } as Json,
  then,
});
export const tagOf = (response: { header: (name: string) => string | undefined }) => ({
  'If-Match': response.header('etag') ?? '',
});
export const kept = (response: { header: (name: string) => string | undefined }) => ({
  'If-None-Match': response.header('etag') ?? '',
});

export async function times(count: number, step: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index += 1) await step(index);
}

const writes: readonly FaultyClient[] = [
  {
    rule: 'unconditional-write',
    faulty: async (client) => {
      await client.get(item);
      await client.send('PATCH', item, change);
    },
    mended: async (client) => client.send('PATCH', item, change, tagOf(await client.get(item))),
  },
  {
    rule: 'lost-update',
    faulty: async (client) => {
      const mine = (await client.get(item)).json() as object;
      const theirs = { method: 'PATCH', target: item, body: '{"price":99}' };
      await client.apart({ ...theirs, headers: [['Content-Type', 'application/json']] });
      await client.send('PUT', item, { ...mine, name: 'Mine' });
    },
    mended: async (client) => {
      const mine = await client.get(item);
      const theirs = { method: 'PATCH', target: item, body: '{"price":99}' };
      await client.apart({ ...theirs, headers: [['Content-Type', 'application/json']] });
      await client.send('PUT', item, { ...(mine.json() as object), name: 'Mine' }, tagOf(mine));
      const again = await client.get(item);
      await client.send('PUT', item, { ...(again.json() as object), name: 'Mine' }, tagOf(again));
    },
  },
  {
    rule: 'unusable-if-match',
    faulty: async (client) => {
      const { 'If-Match': tag } = tagOf(await client.get(item));
      await client.send('PATCH', item, change, { 'If-Match': tag.replaceAll('"', '') });
    },
    mended: async (client) => client.send('PATCH', item, change, tagOf(await client.get(item))),
  },
  {
    rule: 'if-match-any',
    faulty: (client) => client.send('PATCH', item, change, { 'If-Match': '*' }),
    mended: async (client) => client.send('PATCH', item, change, tagOf(await client.get(item))),
  },
  {
    rule: 'no-read-after-412',
    faulty: async (client) => {
      const refused = await client.send('PATCH', item, change, { 'If-Match': '"0-old"' });
      const { currentEtag } = refused.json() as { currentEtag: string };
      await client.send('PATCH', item, change, { 'If-Match': currentEtag });
    },
    mended: async (client) => {
      await client.send('PATCH', item, change, { 'If-Match': '"0-old"' });
      await client.send('PATCH', item, change, tagOf(await client.get(item)));
    },
  },
  {
    rule: 'repeated-412-428',
    faulty: (client) => times(2, () => client.send('PATCH', item, change, { 'If-Match': '"0-old"' })),
    mended: async (client) => {
      await client.send('PATCH', item, change, { 'If-Match': '"0-old"' });
      await client.send('PATCH', item, change, tagOf(await client.get(item)));
    },
  },
  {
    rule: 'put-lacks-members',
    faulty: async (client) => client.send('PUT', item, { id: 3, name: 'New' }, tagOf(await client.get(item))),
    mended: async (client) => {
      const read = await client.get(item);
      await client.send('PUT', item, { ...(read.json() as object), name: 'New' }, tagOf(read));
    },
  },
  {
    rule: 'patch-by-index',
    faulty: (client) => client.send('PATCH', item, [{ op: 'replace', path: '/tags/0', value: 'x' }]),
    mended: (client) =>
      client.send('PATCH', item, [
        { op: 'test', path: '/tags/0', value: 'a' },
        { op: 'replace', path: '/tags/0', value: 'x' },
      ]),
  },
  {
    rule: 'null-deletes-required',
    faulty: (client) => client.send('PATCH', item, { name: null }),
    mended: (client) => client.send('PATCH', item, { price: null }),
  },
  {
    rule: 'old-tag-after-write',
    faulty: async (client) => {
      const read = await client.get(item);
      await client.send('PATCH', item, change, tagOf(read));
      await client.get(item, kept(read));
    },
    mended: async (client) => {
      const written = await client.send('PATCH', item, change, tagOf(await client.get(item)));
      await client.get(item, kept(written));
    },
  },
];

export const post = (client: AuditedClient, key?: string, value = 'One') =>
  client.send('POST', '/api/items', { name: value }, key === undefined ? {} : { 'Idempotency-Key': key });
const lost = ['POST', 'PATCH'].map((method) => fails(1, { kind: 'fault', fault: 'commit-then-reset' }, { method }));

const retries: readonly FaultyClient[] = [
  {
    rule: 'blind-retry',
    scenario: [fails(1)],
    faulty: (client) => retrying(() => post(client), 5),
    mended: (client) => retrying(() => post(client, 'k1'), 5),
  },
  {
    rule: 'committed-twice',
    scenario: lost,
    faulty: (client) => retrying(() => post(client), 5),
    mended: async (client) => {
      const read = await client.get(item);
      await retrying(() => client.send('PATCH', item, change, tagOf(read)), 5);
    },
  },
  {
    rule: 'idempotency-key-changed',
    scenario: [fails(1)],
    faulty: async (client) => {
      await post(client, 'k3');
      await post(client, 'k4');
    },
    mended: (client) => retrying(() => post(client, 'k5'), 5),
  },
  {
    rule: 'refusal-retried',
    faulty: (client) => times(2, () => client.send('POST', '/api/items', { name: 7 })),
    mended: async (client) => {
      await client.send('POST', '/api/items', { name: 7 });
      await client.send('POST', '/api/items', { name: 'Seven' });
    },
  },
  {
    rule: 'before-retry-after',
    scenario: [fails(1, { kind: 'answer', status: 429, headers: { 'Retry-After': '1' } })],
    faulty: (client) => retrying(() => client.get(item), 20),
    mended: (client) => retrying(() => client.get(item), 1050),
  },
  {
    rule: 'no-backoff',
    scenario: [fails(3)],
    faulty: (client) => retrying(() => client.get(item), 150, 80, 40),
    mended: (client) => retrying(() => client.get(item), 20, 100, 300),
  },
  {
    rule: 'retries-in-step',
    scenario: [fails(50)],
    faulty: (client) =>
      times(10, async () => {
        await Promise.all(Array.from({ length: 5 }, (_, index) => client.apart({ target: `/api/items/${index + 1}` })));
        await pause(150);
      }),
    mended: async (client) => {
      await Promise.all(Array.from({ length: 5 }, (_, index) => client.apart({ target: `/api/items/${index + 1}` })));
      await pause(150);
      await times(5, (index) => client.apart({ target: `/api/items/${index + 1}` }).then(() => pause(40)));
    },
  },
  {
    rule: 'read-not-retried',
    scenario: [fails(1)],
    faulty: (client) => client.get(item),
    mended: (client) => retrying(() => client.get(item), 5),
  },
  {
    rule: 'rate-limit-ignored',
    scenario: [
      fails(1, { kind: 'answer', status: 200, headers: { 'RateLimit-Remaining': '0', 'RateLimit-Reset': '1' } }),
    ],
    faulty: (client) => times(2, () => client.get(item)),
    mended: async (client) => {
      await client.get(item);
      await pause(1050);
      await client.get(item);
    },
  },
];

/** Clients that write, and clients that retry. */
export const faultyWriters: readonly FaultyClient[] = [...writes, ...retries];
