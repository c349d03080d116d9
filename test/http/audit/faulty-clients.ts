import type { Json } from '../../../server/domain/json/json.ts';
import { type AuditedClient, pause } from './audited-client.ts';
import { change, type FaultyClient, faultyWriters, item, kept, post, tagOf, times } from './faulty-writers.ts';

/** Reads pages by offset; `step` is how far the offset moves after a page. */
async function byOffset(client: AuditedClient, limit: number, step: (received: number) => number): Promise<void> {
  for (let offset = 0; ; ) {
    const page = await client.get(`/api/items?limit=${limit}&offset=${offset}`);
    const { items, next } = page.json() as { items: Json[]; next: string | null };
    if (next === null) return;
    offset += step(items.length);
  }
}

const fresh = [{ then: { kind: 'answer', status: 200, headers: { 'Cache-Control': 'max-age=1' }, body: {} } }];
const minimal = { Prefer: 'return=minimal' };

const reading: readonly FaultyClient[] = [
  {
    rule: 'unconditional-get',
    faulty: (client) => times(3, () => client.get(item)),
    mended: async (client) => {
      const read = await client.get(item);
      await times(2, () => client.get(item, kept(read)));
    },
  },
  {
    rule: 'get-after-304',
    faulty: async (client) => {
      await client.get(item, kept(await client.get(item)));
      await client.get(item);
    },
    mended: async (client) => {
      const read = await client.get(item);
      await times(2, () => client.get(item, kept(read)));
    },
  },
  {
    rule: 'tag-of-another-url',
    faulty: async (client) => client.get('/api/items/4', kept(await client.get(item))),
    mended: async (client) => client.get(item, kept(await client.get(item))),
  },
  {
    rule: 'date-without-last-modified',
    faulty: (client) => client.get(item, { 'If-Modified-Since': 'Sun, 22 Nov 2026 08:00:00 GMT' }),
    mended: async (client) => {
      const then = await client.get('/dated');
      await client.get('/dated', { 'If-Modified-Since': then.header('last-modified') ?? '' });
    },
    scenario: [
      {
        when: { path: '/dated' },
        then: { kind: 'answer', status: 200, headers: { 'Last-Modified': 'Sun, 22 Nov 2026 08:00:00 GMT' } },
      },
    ],
  },
  {
    rule: 'fetched-while-fresh',
    scenario: fresh,
    faulty: (client) => times(2, () => client.get(item)),
    mended: async (client) => {
      await client.get(item);
      await pause(1050);
      await client.get(item);
    },
  },
  {
    rule: 'head-before-get',
    faulty: (client) =>
      times(3, async (index) => {
        await client.send('HEAD', `/api/items/${index + 1}`);
        await client.get(`/api/items/${index + 1}`);
      }),
    mended: async (client) => {
      await client.send('HEAD', item);
      await times(3, (index) => client.get(`/api/items/${index + 1}`));
    },
  },
  {
    rule: 'content-in-read',
    faulty: (client) => client.send('GET', item, { fields: ['name'] }),
    mended: (client) => client.get(item),
  },
  {
    rule: 'get-for-each-id',
    faulty: async (client) => {
      await client.get('/api/items?limit=5');
      await times(5, (index) => client.get(`/api/items/${index + 1}`));
    },
    mended: (client) => client.get('/api/items?limit=5'),
  },
  {
    rule: 'minimal-then-get',
    faulty: (client) =>
      times(2, async (index) => {
        await client.send('PATCH', item, { name: `N${index}` }, { ...minimal, ...tagOf(await client.get(item)) });
        await client.get(item);
      }),
    mended: (client) => client.send('PATCH', item, change, minimal),
  },
  {
    rule: 'location-ignored',
    faulty: async (client) => {
      await post(client);
      await client.get('/api/items?name=One');
    },
    mended: async (client) => client.get((await post(client)).header('location') ?? ''),
  },
];

interface Page {
  readonly items: readonly { readonly id: number }[];
  readonly next: string | null;
  readonly next_cursor: string | null;
}

async function follow(client: AuditedClient, first: string, between?: () => Promise<unknown>): Promise<void> {
  for (let url: string | null = first; url !== null; ) {
    const page = (await client.get(url)).json() as unknown as Page;
    url = page.next;
    await between?.();
  }
}

const capped = [{ then: { kind: 'quirk', quirk: 'page-size-capped', size: 5 } }];

const pages: readonly FaultyClient[] = [
  {
    rule: 'wrong-offset',
    scenario: capped,
    faulty: (client) => byOffset(client, 8, () => 8),
    mended: (client) => byOffset(client, 8, (received) => received),
  },
  {
    rule: 'cursor-altered',
    faulty: async (client) => {
      const { next_cursor: cursor } = (
        await client.get('/api/items?cursor=&limit=5&sort=name')
      ).json() as unknown as Page;
      await client.get(`/api/items?cursor=${encodeURIComponent(cursor ?? '')}&limit=5&sort=price`);
    },
    mended: (client) => follow(client, '/api/items?cursor=&limit=5&sort=name'),
  },
  {
    rule: 'next-rebuilt',
    faulty: async (client) => {
      await client.get('/api/items?limit=5&offset=0&price_gt=1');
      await client.get('/api/items?limit=5&offset=5');
    },
    mended: (client) => follow(client, '/api/items?limit=5&offset=0&price_gt=1'),
  },
  {
    rule: 'wrong-end',
    faulty: async (client) => {
      await follow(client, '/api/items?page=1&per_page=8');
      await client.get('/api/items?page=4&per_page=8');
    },
    mended: (client) => follow(client, '/api/items?page=1&per_page=8'),
  },
  {
    rule: 'page-cap-unnoticed',
    scenario: capped,
    faulty: (client) => times(3, (index) => client.get(`/api/items?page=${index + 1}&per_page=8`)),
    mended: (client) => byOffset(client, 8, (received) => received),
  },
  {
    rule: 'window-gap',
    faulty: async (client) => {
      await client.get('/api/items?from=1700000000&to=1700000100');
      await client.get('/api/items?from=1700000101&to=1700000200');
    },
    mended: async (client) => {
      await client.get('/api/items?from=1700000000&to=1700000100');
      await client.get('/api/items?from=1700000100&to=1700000200');
    },
  },
  {
    rule: 'pages-drifted',
    faulty: async (client) => {
      await client.get('/api/items?limit=10&offset=0');
      await client.apart({ method: 'DELETE', target: '/api/items/1' });
      await client.get('/api/items?limit=10&offset=10');
      await client.get('/api/items?limit=10&offset=20');
    },
    mended: async (client) => {
      await follow(client, '/api/items?cursor=&limit=10');
    },
  },
];

const form: readonly FaultyClient[] = [
  {
    rule: 'lossy-json',
    faulty: (client) => client.send('PATCH', item, '{"price":9007199254740993}'),
    mended: (client) => client.send('PATCH', item, { price: 9 }),
  },
  {
    rule: 'wrong-content-type',
    faulty: (client) => client.send('PATCH', item, change, { 'Content-Type': 'text/plain' }),
    mended: (client) => client.send('PATCH', item, change),
  },
  {
    rule: 'allow-ignored',
    faulty: (client) => times(2, () => client.send('DELETE', '/api/items')),
    mended: async (client) => {
      await client.send('DELETE', '/api/items');
      await client.send('DELETE', '/api/items/9');
    },
  },
  {
    rule: 'named-parameter-repeated',
    faulty: async (client) => {
      await client.get('/api/items?limit=0');
      await client.get('/api/items?limit=0&sort=name');
    },
    mended: async (client) => {
      await client.get('/api/items?limit=0');
      await client.get('/api/items?limit=1');
    },
  },
  {
    rule: 'timestamp-without-offset',
    faulty: (client) => client.get('/api/items?created_at_after=2024-01-01T10:00:00'),
    mended: (client) => client.get('/api/items?created_at_after=2024-01-01T10:00:00Z'),
  },
  {
    rule: 'secret-in-url',
    faulty: (client) => client.get('/api/items?access_token=abcdef123456'),
    mended: (client) => client.get('/api/items?limit=2', { Authorization: 'Bearer abcdef123456' }),
  },
  {
    rule: 'encoded-twice',
    faulty: (client) => client.get('/api/items?name=Caf%25C3%25A9'),
    mended: (client) => client.get('/api/items?name=Caf%C3%A9'),
  },
  {
    rule: 'connections-not-reused',
    faulty: (client) => times(12, (index) => client.apart({ target: `/api/items/${index + 1}` })),
    mended: (client) => times(12, (index) => client.get(`/api/items/${index + 1}`)),
  },
];

/** A faulty client for every rule. */
export const faultyClients: readonly FaultyClient[] = [...faultyWriters, ...reading, ...pages, ...form];
