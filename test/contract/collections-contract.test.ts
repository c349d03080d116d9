import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { connected, mockUrl, transports } from './connected.ts';

describe.each(transports)('collections over %s', (_, connect) => {
  it('creates a collection with a schema, which the mock then enforces, and undoes it', async () => {
    await using host = await connected(connect);
    const { value } = host;
    const schema = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };
    await value('collections.create', { definition: { name: 'books', key: 'isbn', sort: '-price', schema }, at: 1 });
    await value('server.start', {});
    const url = await mockUrl(value);
    const names = async () => (await value('workspace.get', {})).collections.map(({ name }) => name);
    expect((await names())[1]).toBe('books');

    const post = (body: object) =>
      fetch(`${url}/api/books`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json' },
      });
    expect((await post({ isbn: 'a', price: 'much' })).status).toBe(422);
    expect((await post({ isbn: 'a', price: 1 })).status).toBe(201);
    expect((await post({ isbn: 'b', price: 2 })).status).toBe(201);
    const list = (await (await fetch(`${url}/api/books`)).json()) as { items: { isbn: string }[] };
    expect(list.items.map(({ isbn }) => isbn)).toEqual(['b', 'a']);

    expect(await value('history.undo', {})).toEqual({ label: 'new collection books' });
    expect(await names()).not.toContain('books');
    expect((await fetch(`${url}/api/books`)).status).toBe(404);
    await value('history.redo', {});
    expect((await names())[1]).toBe('books');
  });

  it('imports a file with choices after a preview of its rows, and finds a record in the table', async () => {
    await using host = await connected(connect);
    const { value, call } = host;
    const file = { text: 'no,article\n1,b\n2,a\n', fileName: 'goods.csv' };
    const choices = [{ collection: 'goods', into: 'things', key: 'article' }];
    expect(await call('import.preview', { ...file, choices: [{ collection: 'other' }] })).toMatchObject({ ok: false });
    const { id, collections } = await value('import.preview', { ...file, choices });
    expect(collections).toMatchObject([{ name: 'things', source: 'goods', key: 'article', fresh: 2 }]);
    const page = { id, collection: 'things', kind: 'new', offset: 1, limit: 5 } as const;
    const after = { no: 2, article: 'a' };
    expect(await value('import.rows', page)).toMatchObject({
      total: 2,
      rows: [{ line: 3, id: 'a', before: null, after }],
    });
    const first = { collection: 'things', id: 'b' };
    expect(await value('import.apply', { id, collections: ['things'] })).toEqual({
      records: 2,
      first,
      added: { collection: 'things', first: 'a', count: 2, areTogether: true },
    });
    expect(await value('records.find', { ...first, query: 'sort=article' })).toEqual({ index: 1 });
    expect(await value('records.find', { ...first, search: 'nothing' })).toEqual({ index: null });
  });

  it('serves a collection at paths of its own, and refuses those that are taken', async () => {
    await using host = await connected(connect);
    const { value, call } = host;
    await value('server.start', {});
    const url = await mockUrl(value);
    const list = { path: '/v2/goods', record: null };
    const record = { path: '/v2/goods/{id}', record: null };
    await value('collections.create', { definition: { name: 'orders' } });
    await value('collections.change', { collection: 'products', to: { paths: [list, record] } });
    expect((await fetch(`${url}/v2/goods/1`)).status).toBe(200);

    const refusal = async (collection: string, paths: readonly { path: string; record: string | null }[]) => {
      const reply = await call('collections.change', { collection, to: { paths } });
      return reply.ok ? null : ((reply.problem.errors ?? [reply.problem]) as { pointer: string; detail: string }[])[0];
    };
    expect(await refusal('orders', [{ path: '/v2/goods/{order}', record: null }])).toEqual({
      pointer: '/paths/0',
      detail: '/v2/goods/{order} is a path of products already, as /v2/goods/{id}',
    });
    expect((await refusal('orders', [{ path: '/users/{id}', record: null }]))?.detail).toBe(
      '/users/{id} is a path of the User Information Service already, as /users/{userId}',
    );
    expect((await refusal('orders', [list]))?.detail).toBe('/v2/goods is a path of products already');
    expect((await refusal('orders', [{ path: 'orders', record: null }]))?.pointer).toBe('/paths/0');
    expect((await refusal('orders', [{ path: '/x/{id}', record: '1' }]))?.detail).toContain(
      'cannot end with a parameter',
    );
    expect(await value('collections.duplicate', { collection: 'products', as: 'goods' })).not.toHaveProperty('paths');

    await value('settings.set', { settings: { userService: false } });
    await value('collections.change', { collection: 'orders', to: { paths: [{ path: '/users/{id}', record: null }] } });
    expect(await call('settings.set', { settings: { userService: true } })).toMatchObject({
      ok: false,
      problem: { parameter: 'userService' },
    });
    await value('collections.change', { collection: 'orders', to: { paths: [{ path: '/api/news', record: null }] } });
    expect(await call('collections.create', { definition: { name: 'news' } })).toMatchObject({ ok: false });
    for (let undone = 0; undone < 6; undone += 1) await value('history.undo', {});
    expect((await fetch(`${url}/v2/goods/1`)).status).toBe(404);
    expect((await fetch(`${url}/users/42`)).status).toBe(200);
  });

  it('renames a collection with the rules and saved requests that have its path', async () => {
    await using host = await connected(connect);
    const { value, call } = host;
    const rule = { when: { path: '/api/products/{id}' }, then: { kind: 'delay', milliseconds: 1 } } as const;
    const request = { name: 'one', note: '', method: 'GET', target: '/api/products?limit=1', headers: [], body: null };
    await value('scenarios.put', { scenario: { name: 'Slow', rules: [rule] } });
    await value('saved.put', { request });
    const before = await value('workspace.get', {});
    const { uses } = await value('collections.check', { collection: 'products', definition: {} });
    expect(uses).toMatchObject({ rules: 1, expectations: 0 });

    await value('collections.change', { collection: 'products', to: { name: 'purchases' } });
    const after = await value('workspace.get', {});
    const slow = after.scenarios.find(({ name }) => name === 'Slow');
    expect(slow?.rules[0]?.when.path).toBe('/api/purchases/{id}');
    expect(after.saved.find(({ name }) => name === 'one')?.target).toBe('/api/purchases?limit=1');
    expect(after.collections.map(({ name }) => name)).toEqual(
      before.collections.map(({ name }) => (name === 'products' ? 'purchases' : name)),
    );
    expect(await call('collections.change', { collection: 'products', to: { name: 'x' } })).toMatchObject({
      ok: false,
      problem: { type: '/problems/unknown-collection' },
    });

    await value('history.undo', {});
    const undone = await value('workspace.get', {});
    expect(undone.saved).toEqual(before.saved);
    expect(undone.collections.map(({ name }) => name)).toEqual(before.collections.map(({ name }) => name));
    expect(undone.scenarios.find(({ name }) => name === 'Slow')?.rules[0]?.when.path).toBe('/api/products/{id}');
  });

  it('keeps versions, sessions and live changes over a new schema and a rename', async () => {
    await using host = await connected(connect);
    const { value } = host;
    await value('server.start', {});
    const url = await mockUrl(value);
    const patch = (name: string, session?: string) =>
      fetch(`${url}/api/${name}/1`, {
        method: 'PATCH',
        body: '{"note":"mine"}',
        headers: { 'Content-Type': 'application/json', ...(session && { 'X-Mock-Session': session }) },
      });
    await value('collections.create', { definition: { name: 'things' } });
    await value('records.put', { collection: 'things', record: { id: 1, note: 'theirs' } });
    const version = (await patch('things', 's')).headers.get('X-Resource-Version');

    await value('collections.change', { collection: 'things', to: { name: 'items', schema: { type: 'object' } } });
    const kept = await fetch(`${url}/api/items/1`, { headers: { 'X-Mock-Session': 's' } });
    expect(await kept.json()).toEqual({ id: 1, note: 'mine' });
    expect(kept.headers.get('X-Resource-Version')).toBe(version);
    expect(await (await fetch(`${url}/api/items/1`)).json()).toEqual({ id: 1, note: 'theirs' });
  });

  it('gives no version out twice when another collection takes a name over', async () => {
    await using host = await connected(connect);
    const { value } = host;
    await value('server.start', {});
    const url = await mockUrl(value);
    const versions: number[] = [];
    const see = async (name: string) => {
      const response = await fetch(`${url}/api/${name}/1`);
      versions.push(Number(response.headers.get('X-Resource-Version')));
    };
    for (const name of ['first', 'second']) {
      await value('collections.create', { definition: { name } });
      await value('records.put', { collection: name, record: { id: '1', of: name } });
    }
    await value('records.put', { collection: 'first', record: { id: '1', of: 'changed' } });
    await see('first');
    await value('collections.remove', { collection: 'first' });
    await value('collections.change', { collection: 'second', to: { name: 'first' } });
    await see('first');
    await value('history.undo', {});
    await value('history.undo', {});
    await see('first');
    expect(new Set(versions).size).toBe(3);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    await value('history.undo', {});
    expect((await value('records.get', { collection: 'first', id: '1' })).live).toEqual({ id: '1', of: 'first' });
  });

  it('changes the key when every record has its own, and brings the old ids back', async () => {
    await using host = await connected(connect);
    const { value, call } = host;
    await value('collections.create', { definition: { name: 'things' } });
    await value('records.put', { collection: 'things', record: { id: 1, sku: 'a' } });
    await value('records.put', { collection: 'things', record: { id: 2, sku: 'a' } });
    expect(await call('collections.change', { collection: 'things', to: { key: 'sku' } })).toMatchObject({
      ok: false,
      problem: { errors: [{ pointer: '/key', detail: '1 record, such as "2", has no "sku" of their own' }] },
    });
    await value('records.patch', { collection: 'things', id: '2', patch: { sku: 'b' } });
    await value('collections.change', { collection: 'things', to: { key: 'sku' } });
    expect((await value('records.get', { collection: 'things', id: 'b' })).live).toEqual({ id: 2, sku: 'b' });
    await value('history.undo', {});
    expect((await value('records.get', { collection: 'things', id: '2' })).live).toEqual({ id: 2, sku: 'b' });
  });

  it('makes keys by the schema that the collection has now', async () => {
    await using host = await connected(connect);
    const { value } = host;
    const coded = (pattern: string) => ({ properties: { code: { type: 'string', pattern } } });
    await value('collections.create', { definition: { name: 'parts', key: 'code', schema: coded('^A-[0-9]{4}$') } });
    await value('server.start', {});
    const url = await mockUrl(value);
    const newCode = async () => {
      const headers = { 'Content-Type': 'application/json' };
      const response = await fetch(`${url}/api/parts`, { method: 'POST', body: '{}', headers });
      return ((await response.json()) as { code: string }).code;
    };
    expect(await newCode()).toMatch(/^A-[0-9]{4}$/);
    await value('collections.change', { collection: 'parts', to: { schema: coded('^B-[0-9]{4}$') } });
    expect(await newCode()).toMatch(/^B-[0-9]{4}$/);
  });

  it('counts the records that a schema would refuse, and takes it all the same', async () => {
    await using host = await connected(connect);
    const { value } = host;
    await value('collections.create', { definition: { name: 'people' } });
    for (const [at, age] of [1, 1.5, 'old'].entries()) {
      await value('records.put', { collection: 'people', record: { id: at + 1, age } });
    }
    const schema = { properties: { age: { type: 'integer' } } };
    const checked = await value('collections.check', { collection: 'people', definition: { schema } });
    expect(checked).toMatchObject({ errors: [], records: 3, faulty: 2 });
    expect(checked.faults.map(({ id, pointer }) => [id, pointer])).toEqual([
      ['2', '/age'],
      ['3', '/age'],
    ]);
    const broken = await value('collections.check', {
      collection: 'people',
      definition: { schema: { type: 'wrong' }, sort: 'gae' },
    });
    expect(broken.errors.map(({ pointer }) => pointer)).toEqual(['/schema', '/sort']);
    await value('collections.change', { collection: 'people', to: { schema } });
    expect((await value('collections.fields', { collection: 'people' })).definition.schema).toEqual(schema);
  });

  it('infers a schema that every record fits', async () => {
    await using host = await connected(connect);
    const { value } = host;
    const { schema } = await value('collections.inferSchema', { collection: 'users' });
    expect(schema).toMatchObject({ type: 'object', properties: { status: { type: 'string' } } });
    const { faulty } = await value('collections.check', { collection: 'users', definition: { schema } });
    expect(faulty).toBe(0);
  });

  it('duplicates with live changes, moves and removes, and undoes each', async () => {
    await using host = await connected(connect);
    const { value } = host;
    const names = async () => (await value('workspace.get', {})).collections.map(({ name }) => name);
    const before = await names();
    await value('collections.duplicate', { collection: 'products', as: 'products2' });
    const [original, copy] = (await value('workspace.get', {})).collections.filter(({ name }) =>
      name.startsWith('products'),
    );
    expect(copy?.count).toBe(original?.count);
    await value('collections.move', { collection: 'products2', to: 0 });
    expect((await names())[0]).toBe('products2');
    await value('collections.remove', { collection: 'products2' });
    expect(await names()).toEqual(before);
    await value('history.undo', {});
    expect((await names())[0]).toBe('products2');
    await value('history.undo', {});
    await value('history.undo', {});
    expect(await names()).toEqual(before);
  });

  it('keeps users where GET /users/{userId} finds them', async () => {
    await using host = await connected(connect);
    const { call } = host;
    expect(await call('collections.remove', { collection: 'users' })).toMatchObject({ ok: false });
    expect(await call('collections.change', { collection: 'users', to: { name: 'people' } })).toMatchObject({
      ok: false,
    });
    expect(await call('collections.change', { collection: 'users', to: { key: 'name' } })).toMatchObject({ ok: false });
  });
});

it('writes new collections to the file in their order', async () => {
  await using host = await connected(transports[0]?.[1] ?? (() => Promise.reject(new Error('no transport'))));
  await host.value('collections.create', { definition: { name: 'books', key: 'isbn' }, at: 0 });
  await host.host.save();
  const file = JSON.parse(await readFile(host.host.file, 'utf8')) as { collections: Record<string, { key: string }> };
  expect(Object.keys(file.collections)[0]).toBe('books');
  expect(file.collections.books?.key).toBe('isbn');
});
