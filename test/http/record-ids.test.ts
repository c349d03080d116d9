import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../server/domain/json/json.ts';
import { decodeWorkspace } from '../../server/store/formats/workspace-format.ts';
import { rounds } from '../support/rounds.ts';
import { hostValue, temporaryHost } from '../support/temporary-host.ts';

async function listening() {
  const temporary = await temporaryHost();
  await hostValue(temporary.host, 'server.start', {});
  const server = temporary.host.server();
  if (server.state !== 'listening') throw new Error(server.state);
  const send = (method: string, path: string, body?: JsonObject) =>
    fetch(new URL(path, server.url), {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  return { ...temporary, send };
}

test('a record that a POST creates is found at its Location', async () => {
  await using temporary = await listening();
  const { send } = temporary;
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.string({
      unit: fc.constantFrom('.', '/', '%', '~', '?', '#', ' ', '\t', '\0', '\x7f', 'é', '😀'),
      maxLength: 4,
    }),
    fc.constantFrom('x'.repeat(1000), '字'.repeat(1000), 'x'.repeat(1001)),
  );
  await fc.assert(
    fc.asyncProperty(text, async (id) => {
      const created = await send('POST', '/api/products', { id, name: 'New' });
      if (created.status === 409) return;
      expect([id, created.status]).toEqual([id, isUsable(id) ? 201 : 422]);
      if (created.status !== 201) return;
      const found = await send('GET', created.headers.get('Location') ?? '');
      expect([found.status, await found.json()]).toEqual([200, { id, name: 'New' }]);
    }),
    { numRuns: rounds(300) },
  );
});

/** Without control characters, a dot segment or half a surrogate pair. */
function isUsable(id: string): boolean {
  const isPrintable = Array.from(id).every((character) => character >= ' ' && character !== '\x7f');
  return isPrintable && id.isWellFormed() && id.length > 0 && id.length <= 1000 && !['.', '..'].includes(id);
}

test.each(['a\nb', '\0', '\x7f', '.', '..'])('no record with the id %j can enter', async (id) => {
  await using temporary = await listening();
  const { host, send } = temporary;
  expect((await send('POST', '/api/products', { id })).status).toBe(422);
  expect((await send('PUT', `/api/products/${encodeURIComponent(id)}`, { id })).status).not.toBe(201);
  const refused = async (name: Parameters<typeof host.call>[0], input: unknown) =>
    expect([name, await host.call(name, input)]).toMatchObject([name, { ok: false }]);
  await refused('records.put', { collection: 'products', record: { id } });
  await refused('records.paste', {
    collection: 'products',
    rows: [{ id: null, cells: [{ path: ['id'], value: id }] }],
    as: 'all',
  });
  await refused('records.change', {
    collection: 'products',
    of: { ids: ['1'] },
    change: { kind: 'set', path: ['id'], value: id },
    as: 'all',
  });
  const text = JSON.stringify([{ id: 'good' }, { id }]);
  const preview = await hostValue(host, 'import.preview', { text, fileName: 'products.json' });
  expect(preview.collections).toMatchObject([
    { fresh: 1, refusals: [{ line: 2, reason: 'there is no usable key "id"' }] },
  ]);
  expect(await hostValue(host, 'records.page', { collection: 'products', offset: 0, limit: 10 })).toMatchObject({
    total: 1,
  });
  const collections = { products: { records: [{ id }] } };
  const decoded = decodeWorkspace(JSON.stringify({ format: 'mock-api-console', version: 1, collections }));
  expect(decoded).toMatchObject({
    problem: { detail: expect.stringContaining('(/collections/products/records/0/id)') },
  });
});
