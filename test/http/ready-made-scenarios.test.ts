import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { ClientRequest, Send } from '../support/http-client.ts';
import { converse } from '../support/raw-client.ts';
import { startMock } from '../support/running-mock.ts';
import { hostValue } from '../support/temporary-host.ts';

/** `send` expects a response; `converse` gives the bytes that came over a connection of its own, and how it ended. */
interface Client {
  readonly send: Send;
  readonly converse: (method: string, target: string, body?: string) => ReturnType<typeof converse>;
}

async function statuses(send: Send, count: number, request: ClientRequest): Promise<readonly number[]> {
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) found.push((await send(request)).status);
  return found;
}

function patch(id: string, tag?: string): ClientRequest {
  const condition = tag === undefined ? [] : ([['If-Match', tag]] as const);
  const headers = [['Content-Type', 'application/merge-patch+json'], ...condition] as const;
  return { method: 'PATCH', target: `/api/users/${id}`, headers, body: '{"age":50}' };
}

const user42: ClientRequest = { target: '/users/42' };
const nothing = { bytes: '', code: undefined };

/** The effect of each ready-made scenario on a client. */
const demonstrations: Readonly<Record<string, (client: Client) => Promise<void>>> = {
  async Default({ send }) {
    expect((await send(user42)).json()).toEqual({ userId: '42', name: 'Ada Lovelace', status: 'active' });
  },
  async 'User 42 found'({ send }) {
    expect((await send(user42)).json()).toEqual({ userId: '42', name: 'Ada Lovelace', status: 'active' });
  },
  async 'User 42 not found'({ send }) {
    const response = await send(user42);
    expect(response.status).toBe(404);
    expect(response.json()).toEqual({ message: 'User 42 was not found.', status: 'inactive' });
    expect((await send({ target: '/api/users/42' })).status).toBe(404);
    expect((await send({ target: '/users/1' })).status).toBe(200);
  },
  async 'No user is found'({ send }) {
    for (const target of ['/users/42', '/users/1']) {
      const response = await send({ target });
      expect([response.status, response.json()]).toEqual([404, { message: expect.any(String), status: 'inactive' }]);
    }
    expect((await send({ target: '/api/users/42' })).status).toBe(404);
  },
  async 'Slow backend'({ send }) {
    const begun = performance.now();
    expect((await send(user42)).status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThan(1990);
  },
  async 'Flaky backend'({ send }) {
    const met = await statuses(send, 40, user42);
    expect(new Set(met)).toEqual(new Set([200, 503]));
  },
  async 'Service unavailable'({ send }) {
    expect((await send(user42)).status).toBe(503);
    expect((await send({ target: '/api/users/42' })).status).toBe(200);
  },
  async 'Rate limit'({ send }) {
    expect(await statuses(send, 4, user42)).toEqual([200, 200, 200, 429]);
    expect((await send(user42)).header('retry-after')).toMatch(/^\d+$/);
  },
  async 'Someone else edits'({ send }) {
    const read = await send({ target: '/api/users/5' });
    expect((await send(patch('5', read.header('etag')))).status).toBe(412);
    const again = await send({ target: '/api/users/5' });
    expect((await send(patch('5', again.header('etag')))).status).toBe(200);
  },
  async 'Saved, then cut off'({ send, converse }) {
    expect(await converse('PATCH', '/api/users/6', '{"age":51}')).toEqual({ bytes: '', code: 'ECONNRESET' });
    expect((await send({ target: '/api/users/6' })).json()).toMatchObject({ age: 51 });
  },
  async 'Connection reset'({ send, converse }) {
    expect((await send(user42)).status).toBe(200);
    expect(await converse('GET', '/users/42')).toEqual({ bytes: '', code: 'ECONNRESET' });
  },
  async 'Empty response'({ converse }) {
    expect(await converse('GET', '/users/42')).toEqual(nothing);
  },
  async 'No response at all'({ send }) {
    const answered = send(user42).then(() => 'answered');
    expect((await send({ target: '/api/users/42' })).status).toBe(200);
    expect(await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 300, 'silent'))])).toBe('silent');
    answered.catch(() => undefined);
  },
  async 'Body cut short'({ converse }) {
    const { bytes } = await converse('GET', '/api/users');
    const length = Number(/Content-Length: (\d+)/.exec(bytes)?.[1]);
    const body = bytes.slice(bytes.indexOf('\r\n\r\n') + 4);
    expect(Buffer.byteLength(body)).toBeLessThan(length);
    expect(Buffer.byteLength(body)).toBeGreaterThan(0);
  },
  async 'Not HTTP'({ converse }) {
    const { bytes } = await converse('GET', '/users/42');
    expect(bytes).not.toBe('');
    expect(bytes).not.toMatch(/^HTTP\//);
  },
  async 'Slow line'({ send }) {
    const begun = performance.now();
    const { body } = await send({ target: '/api/users?limit=5' });
    expect(performance.now() - begun).toBeGreaterThan((Buffer.byteLength(body) / 2000) * 900);
  },
  async 'Maintenance window'({ send }) {
    const response = await send({ target: '/api/orders' });
    expect([response.status, response.header('retry-after')]).toEqual([503, '120']);
  },
  async 'Writes fail'({ send }) {
    expect((await send(patch('8'))).status).toBe(500);
    expect((await send({ target: '/api/users/8' })).json()).not.toMatchObject({ age: 50 });
  },
  async 'Weak entity tags'({ send }) {
    const tag = (await send({ target: '/api/users/9' })).header('etag');
    expect(tag).toMatch(/^W\//);
    expect((await send(patch('9', tag))).status).toBe(412);
  },
  async 'Cursors expire'({ send }) {
    const first = (await send({ target: '/api/users?cursor=&limit=2' })).json() as { next: string };
    expect((await send({ target: first.next })).status).toBe(410);
  },
  async 'Careless lists'({ send }) {
    const list = (await send({ target: '/api/users?limit=50' })).json() as { items: unknown[]; total: number };
    expect([list.items.length, list.total]).toEqual([10, 321]);
    const keys = async () => (await send({ target: '/api/users?sort=status&limit=5' })).body;
    expect(await keys()).not.toBe(await keys());
  },
  async 'Other conventions'({ send }) {
    expect((await send(user42)).json()).toMatchObject({ userId: 42 });
    expect((await send({ target: '/api/users?page=0&per_page=1' })).json()).toMatchObject({ items: [{ userId: '1' }] });
    const newest = (await send({ target: '/api/users?since_id=1&limit=1' })).json();
    expect(newest).toMatchObject({ items: [{ userId: '320' }] });
  },
};

const sample = JSON.parse(await readFile(new URL('../../assets/sample.workspace.json', import.meta.url), 'utf8'));

test('there is a demonstration of every ready-made scenario', () => {
  const names = sample.scenarios.map(({ name }: { name: string }) => name);
  expect(Object.keys(demonstrations)).toEqual(['Default', ...names]);
});

test.each(Object.entries(demonstrations))('%s does what it says', async (name, meet) => {
  await using mock = await startMock(sample);
  await hostValue(mock.host, 'scenario.activate', { name });
  await meet({
    send: mock.send,
    converse: (method, target, body = '') =>
      converse(
        mock.port,
        `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      ),
  });
  expect(mock.faults).toEqual([]);
});
