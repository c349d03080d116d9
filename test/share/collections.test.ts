/** Edits of collections at one instance reach all. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Json } from '../../server/domain/json/json.ts';
import { eventually } from '../support/eventually.ts';
import { hostValue, smallWorkspace } from '../support/temporary-host.ts';
import { a, b, type Instance, redis, shareInstances, startInstance } from './instances.ts';
import { startRedis } from './redis-server.ts';

shareInstances(smallWorkspace, { storage: 'file' });

const json = ['Content-Type', 'application/json'] as const;

/** Waits until all instances are equal, and gives the text of the workspace. */
async function level(...others: readonly Instance[]): Promise<string> {
  let text = '';
  await eventually(async () => {
    for (const { host } of [b, ...others]) expect(host.share()?.revision).toBe(a.host.share()?.revision);
    const texts = await Promise.all([a, b, ...others].map(textOf));
    expect(new Set(texts).size).toBe(1);
    text = texts[0] ?? '';
  });
  return text;
}

const textOf = async ({ host }: Instance) => (await hostValue(host, 'workspace.export', {})).text;

/** Status, tag and body of each record, and the list. */
async function seenAt({ send }: Instance, collection: string, ...ids: readonly (string | number)[]) {
  const responses = await Promise.all(ids.map((id) => send({ target: `/api/${collection}/${id}` })));
  const list = await send({ target: `/api/${collection}` });
  return [...responses.map(({ status, body, header }) => [status, header('ETag'), body]), [list.status, list.body]];
}

/** Expects the same at all instances and at one that joins. Gives the statuses of the records, and that of the list. */
async function expectSame(collection: string, ...ids: readonly (string | number)[]) {
  await level();
  await using joined = await startInstance(redis.url);
  await level(joined);
  const [here, ...others] = await Promise.all([a, b, joined].map((one) => seenAt(one, collection, ...ids)));
  for (const other of others) expect(other).toEqual(here);
  return (here ?? []).map(([status]) => status);
}

const statusOf = async ({ send }: Instance, target: string) => (await send({ target })).status;

async function write(instance: Instance, method: string, target: string, value?: Json, session?: string) {
  const headers = session === undefined ? [json] : [json, ['X-Mock-Session', session] as const];
  return instance.send({ method, target, headers, ...(value !== undefined && { body: JSON.stringify(value) }) });
}

test('a new collection is at all instances, with its records, its order and its undo', async () => {
  await hostValue(b.host, 'collections.create', { definition: { name: 'things', key: 'id' }, at: 0 });
  await level();
  await write(a, 'POST', '/api/things', { id: 't1', name: 'Live' });
  await hostValue(a.host, 'records.put', { collection: 'things', record: { id: 't2', name: 'Fixture' } });
  await hostValue(b.host, 'collections.move', { collection: 'things', to: 2 });
  expect(await expectSame('things', 't1', 't2')).toEqual([200, 200, 200]);
  expect(Object.keys(JSON.parse(await level()).collections)).toEqual(['users', 'products', 'things']);
  await hostValue(a.host, 'history.undo', {});
  expect(Object.keys(JSON.parse(await level()).collections)).toEqual(['things', 'users', 'products']);
});

test('a removed collection comes back with its live state, and gives no tag twice', async () => {
  const tags = new Set<string | undefined>();
  const session = [['X-Mock-Session', 'one'] as const];
  await write(a, 'PATCH', '/api/products/1', { name: 'Changed' });
  await write(b, 'PATCH', '/api/products/1', { name: 'Own' }, 'one');
  for (let round = 0; round < 3; round++) {
    const [one, other] = round % 2 ? [a, b] : [b, a];
    await level();
    tags.add((await other.send({ target: '/api/products/1' })).header('ETag'));
    await hostValue(one.host, 'collections.remove', { collection: 'products' });
    await level();
    expect(await statusOf(other, '/api/products/1')).toBe(404);
    expect((await write(other, 'PATCH', '/api/products/1', { name: 'X' })).status).toBe(404);
    // Another one takes the name meanwhile.
    await hostValue(other.host, 'collections.create', { definition: { name: 'products', key: 'id' } });
    await level();
    await write(one, 'PUT', '/api/products/1', { id: 1, name: 'Changed' });
    await level();
    tags.add((await other.send({ target: '/api/products/1' })).header('ETag'));
    await hostValue(other.host, 'history.undo', {});
    await hostValue(one.host, 'history.undo', {});
    expect(await expectSame('products', 1)).toEqual([200, 200]);
    expect(JSON.parse((await one.send({ target: '/api/products/1' })).body).name).toBe('Changed');
    expect(JSON.parse((await other.send({ target: '/api/products/1', headers: session })).body).name).toBe('Own');
  }
  expect(tags.size).toBe(6);
});

test('a renamed collection takes its records, rules, requests and snapshots along, and back', async () => {
  const request = { name: 'One', note: '', method: 'GET', target: '/api/products/1', headers: [], body: null };
  await hostValue(a.host, 'saved.put', { request });
  await hostValue(a.host, 'scenarios.put', {
    scenario: {
      ...{ name: 'Slow', description: '' },
      rules: [{ when: { path: '/api/products' }, then: { kind: 'delay', milliseconds: 1 } }],
    },
  });
  await write(b, 'PATCH', '/api/products/1', { name: 'Changed' });
  await hostValue(b.host, 'snapshots.save', { name: 'one' });
  const before = await level();
  await hostValue(b.host, 'collections.change', { collection: 'products', to: { name: 'goods' } });
  expect(await expectSame('goods', 1)).toEqual([200, 200]);
  const after = await level();
  expect(after).toContain('/api/goods/1');
  expect(after).not.toContain('products');
  await hostValue(a.host, 'history.undo', {});
  expect(await level()).toBe(before);
  expect(await expectSame('products', 1)).toEqual([200, 200]);
  await hostValue(a.host, 'history.redo', {});
  expect(await level()).toBe(after);
  await hostValue(b.host, 'state.reset', {});
  expect(await hostValue(b.host, 'snapshots.restore', { name: 'one' })).toEqual({ records: 1 });
  await level();
  expect(JSON.parse((await a.send({ target: '/api/goods/1' })).body).name).toBe('Changed');
});

test('a copy has fixtures and live state, and another key gives records other ids', async () => {
  await write(a, 'PATCH', '/api/products/1', { name: 'Changed' });
  await level();
  await hostValue(b.host, 'collections.duplicate', { collection: 'products', as: 'copies' });
  const copied = await expectSame('copies', 1);
  expect(copied).toEqual([200, 200]);
  await hostValue(a.host, 'collections.change', { collection: 'copies', to: { key: 'price' } });
  expect(await expectSame('copies', 20)).toEqual([200, 200]);
  expect(JSON.parse((await b.send({ target: '/api/copies/20' })).body).name).toBe('Changed');
  expect(await hostValue(b.host, 'state.reset', {})).toEqual({ records: 2 });
  await level();
  expect(JSON.parse((await a.send({ target: '/api/copies/20' })).body).name).toBe('Lamp');
  await hostValue(a.host, 'history.undo', {});
  await hostValue(a.host, 'history.undo', {});
  expect(await expectSame('copies', 1)).toEqual([200, 200]);
});

test('writes at the same time go to the collection that is there, or are refused', async () => {
  const writes = Array.from({ length: 20 }, (_, index) =>
    write(index % 2 ? a : b, 'PUT', `/api/products/n${index}`, { id: `n${index}` }),
  );
  const renamed = hostValue(a.host, 'collections.change', { collection: 'products', to: { name: 'goods' } });
  const statuses = (await Promise.all(writes)).map(({ status }) => status);
  await renamed;
  for (const status of statuses) expect([201, 404]).toContain(status);
  await level();
  const created = statuses.filter((status) => status === 201).length;
  for (const instance of [a, b]) {
    expect((await instance.send({ target: '/api/goods' })).header('X-Total-Count')).toBe(String(1 + created));
  }
});

test('an import makes new collections at all instances, and its undo takes them away', async () => {
  const text = JSON.stringify({ trees: [{ id: 1, name: 'Oak' }], products: [{ id: 2, name: 'Table' }] });
  const { id } = await hostValue(a.host, 'import.preview', { fileName: 'some.json', text });
  await hostValue(a.host, 'import.apply', { id, collections: ['trees', 'products'] });
  expect(await expectSame('trees', 1)).toEqual([200, 200]);
  expect(await statusOf(b, '/api/products/2')).toBe(200);
  await hostValue(b.host, 'history.undo', {});
  await level();
  expect([await statusOf(a, '/api/trees'), await statusOf(a, '/api/products/2')]).toEqual([404, 404]);
});

test('the saved file, with which an instance joins, has the collections under their names', async () => {
  await hostValue(b.host, 'collections.change', { collection: 'products', to: { name: 'goods' } });
  await hostValue(b.host, 'collections.create', { definition: { name: 'things', key: 'id' } });
  await hostValue(b.host, 'records.put', { collection: 'things', record: { id: 't1' } });
  await hostValue(b.host, 'records.put', { collection: 'goods', record: { id: 2, name: 'New' } });
  await level();
  await eventually(async () => expect(await readFile(a.file, 'utf8')).toBe(await textOf(b)));
  await hostValue(b.host, 'records.patch', { collection: 'goods', id: '1', patch: { name: 'Edited' } });
  await level();
  await using joined = await startInstance(redis.url, JSON.parse(await readFile(a.file, 'utf8')));
  await level(joined);
  for (const name of ['goods', 'things'])
    expect(await seenAt(joined, name, 1, 2, 't1')).toEqual(await seenAt(b, name, 1, 2, 't1'));
  await hostValue(joined.host, 'collections.remove', { collection: 'things' });
  await level(joined);
});

test('the engine that forgets everything leaves the collections that are saved', async () => {
  await hostValue(b.host, 'collections.create', { definition: { name: 'things', key: 'id' } });
  await hostValue(b.host, 'records.put', { collection: 'things', record: { id: 't1' } });
  await level();
  await eventually(async () => {
    expect(await readFile(a.file, 'utf8')).toBe(await textOf(b));
    expect((await hostValue(a.host, 'workspace.get', {})).save.state).toBe('saved');
  });
  await level();
  const epoch = a.host.share()?.epoch ?? 0;
  await redis.send('FLUSHALL');
  await eventually(() => {
    for (const { host } of [a, b]) expect(host.share()).toMatchObject({ state: 'live', instances: 2 });
    expect(b.host.share()?.epoch).toBeGreaterThan(epoch);
  });
  await write(b, 'PATCH', '/api/things/t1', { name: 'Live' });
  await level();
  await using joined = await startInstance(redis.url, JSON.parse(await readFile(a.file, 'utf8')));
  await level(joined);
  expect(await seenAt(joined, 'things', 't1')).toEqual(await seenAt(a, 'things', 't1'));
});

test('a collection of 30,000 records gets another key at all instances at once, and the old one by undo', async () => {
  const count = 30_000;
  const records = Array.from({ length: count }, (_, index) => ({ id: `i${index}`, mail: `m${index}`, size: index }));
  const collections = { items: { key: 'id', records } };
  await using engine = await startRedis();
  const workspace = { ...smallWorkspace, name: 'Many', collections: { ...smallWorkspace.collections, ...collections } };
  await using one = await startInstance(engine.url, workspace);
  await using other = await startInstance(engine.url, workspace);
  await write(other, 'PATCH', '/api/items/i7', { size: -7 });
  const isLevel = () => eventually(() => expect(other.host.share()?.revision).toBe(one.host.share()?.revision));

  await hostValue(one.host, 'collections.change', { collection: 'items', to: { key: 'mail' } });

  await isLevel();
  for (const instance of [one, other]) {
    expect((await instance.send({ target: '/api/items/m7' })).json()).toEqual({ id: 'i7', mail: 'm7', size: -7 });
    expect(await statusOf(instance, '/api/items/i7')).toBe(404);
    expect((await instance.send({ target: '/api/items?limit=1' })).header('X-Total-Count')).toBe(`${count}`);
  }
  const [here, there] = await Promise.all(
    [one, other].map((each) => each.send({ target: `/api/items/m${count - 1}` })),
  );
  expect(there?.header('ETag')).toBe(here?.header('ETag'));
  const patched = await write(other, 'PATCH', '/api/items/m8', { size: -8 });
  expect(patched.status).toBe(200);

  await hostValue(other.host, 'history.undo', {});

  await isLevel();
  for (const instance of [one, other]) {
    expect(await statusOf(instance, '/api/items/i7')).toBe(200);
    expect(await statusOf(instance, '/api/items/m7')).toBe(404);
  }
});
