import { expect } from '@playwright/test';
import { test } from './mock-test.ts';

const rename = { method: 'PATCH', path: '/api/users/42' } as const;

for (const name of ['Ada', 'Grace']) {
  test(`the worker that renames a user to ${name} sees only its own state, scenario and requests`, async ({
    request,
    client,
    session,
  }, { parallelIndex }) => {
    await session.expect({ ...rename, body: { name }, count: { exactly: 1 } });
    await session.expect({ ...rename, count: { exactly: 1 } });
    await request.patch('/api/users/42', { data: { name } });
    // Each worker waits until both have written.
    const written = async () => (await client.call('requests.list', { query: 'PATCH' })).entries.length;
    await expect.poll(written).toBe(2);

    expect(await (await request.get('/api/users/42')).json()).toMatchObject({ name });
    expect((await request.get('/users/42')).status()).toBe(parallelIndex === 0 ? 200 : 404);
    await session.verify();
  });
}
