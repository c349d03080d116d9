import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { connected, mockUrl, transports } from './connected.ts';

test.each(transports)('%s: workspace.get returns the state of the workspace', async (_name, connect) => {
  await using console = await connected(connect);
  expect(await console.value('workspace.get', {})).toMatchObject({
    workspace: { name: 'Test workspace', file: 'workspace.json', readOnly: null },
    server: { state: 'stopped' },
    collections: [
      { name: 'users', key: 'userId', count: 2, changed: 0 },
      { name: 'products', key: 'id', count: 1, changed: 0 },
    ],
    scenarios: [{ name: 'Default' }, { name: 'Nobody is active' }],
    scenario: 'Default',
  });
});

test.each(transports)('%s: an edit is returned, announced and saved', async (_name, connect) => {
  await using console = await connected(connect);
  const row = await console.value('users.setStatus', { userId: '42', status: 'inactive' });
  const edited = { userId: '42', name: 'Ada', status: 'inactive' };
  expect(row).toEqual({ id: '42', live: edited, fixture: edited, version: 2 });
  await eventually(() =>
    expect(console.events).toContainEqual(
      expect.objectContaining({ type: 'records', collection: 'users', ids: ['42'] }),
    ),
  );
  await eventually(async () => {
    const saved = JSON.parse(await readFile(console.file, 'utf8'));
    expect(saved.collections.users.records).toContainEqual(edited);
  });
});

test.each(transports)('%s: sessions and snapshots are created, removed and announced', async (_name, connect) => {
  await using console = await connected(connect);
  await console.value('scenario.activate', { name: 'Nobody is active', session: 'worker 1' });
  await console.value('snapshots.save', { name: 'Empty' });
  expect(await console.value('workspace.get', {})).toMatchObject({
    scenario: 'Default',
    sessions: [{ name: 'worker 1', scenario: 'Nobody is active', changed: 0 }],
    snapshots: [{ name: 'Empty', records: 0 }],
  });
  expect(await console.value('sessions.reset', { name: 'worker 1' })).toEqual({ records: 0 });
  expect(await console.value('snapshots.restore', { name: 'Empty', session: 'worker 1' })).toEqual({ records: 0 });
  expect(await console.value('state.diff', { session: 'worker 1' })).toEqual({ records: [], total: 0 });
  const patch = { collection: 'users', id: '42', patch: { name: 'Augusta' }, session: 'worker 1' } as const;
  await console.value('records.patch', patch);
  const page = { collection: 'users', query: 'name=Augusta', offset: 0, limit: 10 };
  expect((await console.value('records.page', page)).total).toBe(0);
  expect((await console.value('records.page', { ...page, session: 'worker 1' })).total).toBe(1);
  expect(await console.call('records.page', { ...page, session: 'nobody' })).toMatchObject({
    problem: { type: '/problems/unknown-session' },
  });
  await console.value('sessions.drop', { name: 'worker 1' });
  await console.value('snapshots.remove', { name: 'Empty' });
  const announced = (slice: object) =>
    expect.objectContaining({ type: 'state', state: expect.objectContaining(slice) });
  await eventually(() => {
    expect(console.events).toContainEqual(announced({ sessions: [] }));
    expect(console.events).toContainEqual(announced({ snapshots: [] }));
  });
});

test.each(transports)(
  '%s: events are numbered without gaps and continue from workspace.get',
  async (_name, connect) => {
    await using console = await connected(connect);
    for (const status of ['inactive', 'active', 'inactive'] as const)
      await console.value('users.setStatus', { userId: '42', status });
    const { seq } = await console.value('workspace.get', {});
    await eventually(() => expect(console.events.at(-1)?.seq).toBeGreaterThanOrEqual(seq));
    const numbers = console.events.map((event) => event.seq);
    expect(numbers).toEqual(Array.from(numbers, (_, index) => (numbers[0] ?? 0) + index));
  },
);

test.each(transports)('%s: undo and redo revert and repeat an edit', async (_name, connect) => {
  await using console = await connected(connect);
  await console.value('records.remove', { collection: 'users', id: '42' });
  expect(await console.value('history.undo', {})).toEqual({ label: 'delete of record 42 of users' });
  expect(await console.value('records.get', { collection: 'users', id: '42' })).toMatchObject({
    live: { name: 'Ada' },
    fixture: { name: 'Ada' },
  });
  expect(await console.value('history.redo', {})).toEqual({ label: 'delete of record 42 of users' });
  expect(await console.call('records.get', { collection: 'users', id: '42' })).toMatchObject({
    ok: false,
    problem: { type: '/problems/unknown-record' },
  });
  expect(await console.value('history.redo', {})).toEqual({ label: null });
});

test.each(transports)('%s: a client changes only the live state, until a reset or a keep', async (_name, connect) => {
  await using console = await connected(connect);
  await console.value('server.start', {});
  const url = await mockUrl(console.value);
  const patch = (name: string) =>
    fetch(`${url}/api/users/42`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ name }),
    });
  const names = async () => {
    const row = await console.value('records.get', { collection: 'users', id: '42' });
    return [row.fixture?.name, row.live?.name];
  };
  expect((await patch('Augusta')).status).toBe(200);
  expect(await names()).toEqual(['Ada', 'Augusta']);
  expect(await console.value('state.reset', {})).toEqual({ records: 1 });
  expect(await names()).toEqual(['Ada', 'Ada']);
  await patch('Augusta');
  expect(await console.value('state.keep', { collection: 'users', id: '42' })).toEqual({ records: 1 });
  expect(await names()).toEqual(['Augusta', 'Augusta']);
});

test.each(transports)(
  '%s: a request appears in the log with headers, bodies and explanation',
  async (_name, connect) => {
    await using console = await connected(connect);
    await console.value('server.start', {});
    const url = await mockUrl(console.value);
    await (await fetch(`${url}/users/42`)).text();
    await eventually(() =>
      expect(console.events).toContainEqual(
        expect.objectContaining({
          type: 'requests',
          entries: [expect.objectContaining({ method: 'GET', path: '/users/42', status: 200 })],
        }),
      ),
    );
    const { entries, total, dropped } = await console.value('requests.list', {});
    expect([entries.length, total, dropped]).toEqual([1, 1, 0]);
    expect(await console.value('requests.get', { id: entries[0]?.id ?? 0 })).toMatchObject({
      response: { body: { encoding: 'utf8', content: '{"userId":"42","name":"Ada","status":"active"}' } },
      explanation: { route: { pattern: '/users/{userId}', id: '42' }, scenario: { name: 'Default' } },
    });
    await console.value('requests.clear', {});
    expect(await console.value('requests.list', {})).toEqual({
      entries: [],
      kept: [],
      total: 0,
      dropped: 0,
      switches: [],
    });
  },
);

test.each(transports)('%s: scenarios are edited, tried out, exported and switched', async (_name, connect) => {
  await using console = await connected(connect);
  const scenario = {
    name: 'Down',
    description: 'Every response is 503.',
    rules: [{ when: { path: '/users/{userId}' }, then: { kind: 'answer', status: 503 } }],
  } as const;
  await console.value('scenarios.put', { scenario, at: 0 });
  const request = { method: 'GET', target: '/users/42', headers: [] };
  expect(await console.value('scenarios.dryRun', { scenario: 'Down', request })).toEqual({
    target: { collection: 'users', id: '42' },
    requests: [
      {
        rules: [{ touches: true, note: 'answered 503' }],
        delivery: { delay: 0, pace: null, fault: null },
        status: 503,
        response: {
          status: 503,
          headers: [
            ['Cache-Control', 'no-cache'],
            ['Vary', 'Prefer, X-Mock-Scenario, X-Mock-Session'],
          ],
          body: null,
          values: [],
        },
      },
    ],
  });
  await console.value('scenario.activate', { name: 'Down' });
  await console.value('scenarios.move', { name: 'Down', to: 1 });
  const { text } = await console.value('scenarios.export', { names: ['Down'] });
  expect(JSON.parse(text)).toEqual({ scenarios: [scenario] });
  await console.value('scenarios.remove', { name: 'Down' });
  await console.value('scenarios.import', { text, fileName: 'down.json', as: 'add' });
  const snapshot = await console.value('workspace.get', {});
  expect(snapshot.scenarios.map(({ name }) => name)).toEqual(['Default', 'Nobody is active', 'Down']);
  expect(snapshot.history.undo).toBe('import of down.json');
  await eventually(() => {
    const switches = console.events.flatMap((event) => (event.type === 'scenario-switched' ? [event.name] : []));
    // A removed scenario stays inactive when an import adds it again.
    expect(switches).toEqual(['Down', 'Default']);
    expect(console.events).toContainEqual(
      expect.objectContaining({
        type: 'state',
        state: expect.objectContaining({ scenarios: expect.arrayContaining([scenario]) }),
      }),
    );
  });
});

test.each(transports)('%s: an expectation is declared, met and announced', async (_name, connect) => {
  await using console = await connected(connect);
  await console.value('server.start', {});
  expect(await console.value('expectations.add', { expectation: { name: 'reads', path: '/users/{id}' } })).toEqual({
    name: 'reads',
  });
  await (await fetch(`${await mockUrl(console.value)}/users/42`)).text();
  await eventually(() =>
    expect(console.events).toContainEqual(
      expect.objectContaining({
        state: expect.objectContaining({ expectations: expect.objectContaining({ total: 1, met: 1 }) }),
      }),
    ),
  );
  expect(await console.value('expectations.list', {})).toMatchObject({
    results: [{ expectation: { name: 'reads' }, outcome: 'met', requests: [1] }],
  });
});

test.each(transports)('%s: invalid input is refused with a code and a sentence', async (_name, connect) => {
  await using console = await connected(connect);
  const refusals: [string, unknown, string][] = [
    ['nothing.such', {}, 'unknown-command'],
    ['constructor', {}, 'unknown-command'],
    ['users.setStatus', { userId: '42', status: 'asleep' }, 'bad-request'],
    ['users.setStatus', { userId: '42', status: 'active', extra: 1 }, 'bad-request'],
    ['users.setStatus', { userId: '0', status: 'active' }, 'unknown-record'],
    ['workspace.get', null, 'bad-request'],
    ['workspace.get', [], 'bad-request'],
    ['scenario.activate', { name: 'Nothing' }, 'unknown-scenario'],
    ['scenarios.put', { scenario: { name: 'A', rules: [{ then: {} }] } }, 'invalid-scenario'],
    ['scenarios.put', { scenario: [] }, 'bad-request'],
    ['scenarios.import', { text: '{', fileName: 'a.json', as: 'preview' }, 'invalid-scenario'],
    ['records.put', { collection: 'users', record: { userId: '1', name: 5, status: 'active' } }, 'invalid-record'],
    ['records.put', { collection: 'nobody', record: {} }, 'unknown-collection'],
    ['records.patch', { collection: 'users', id: '42', patch: { userId: '43' } }, 'invalid-record'],
    ['records.change', { collection: 'users', of: { ids: [] }, change: { kind: 'keep' }, as: 'all' }, 'bad-request'],
    [
      'records.change',
      { collection: 'users', of: { query: 'x=1' }, change: { kind: 'keep' }, as: 'all' },
      'unknown-field',
    ],
    ['records.paste', { collection: 'users', rows: [{ id: '0', cells: [] }], as: 'all' }, 'records-refused'],
    ['requests.get', { id: 1 }, 'unknown-request'],
    ['requests.send', { method: 'GET', target: '/', headers: [], body: null }, 'server-stopped'],
    ['requests.send', { method: 'GET', target: 'http://example.com/', headers: [], body: null }, 'bad-request'],
    ['collections.fields', { collection: 'nobody' }, 'unknown-collection'],
    ['saved.remove', { name: 'Nothing' }, 'unknown-request'],
    ['settings.set', { settings: { pageSize: 5000 } }, 'bad-request'],
    ['expectations.add', { expectation: { count: { exactly: 1, atMost: 2 } } }, 'bad-request'],
    ['expectations.add', { expectation: { after: 'nothing' } }, 'invalid-expectation'],
    ['expectations.remove', { name: 'nothing' }, 'unknown-expectation'],
  ];
  for (const [name, input, code] of refusals) {
    const reply = await console.call(name, input);
    expect([name, reply]).toMatchObject([name, { ok: false, problem: { type: `/problems/${code}` } }]);
    expect(!reply.ok && reply.problem.detail).toMatch(/\.$/);
  }
});

test.each(transports)('%s: a cleared log can be restored once', async (_name, connect) => {
  await using console = await connected(connect);
  await console.value('server.start', {});
  await fetch(`${await mockUrl(console.value)}/users/42`);
  await console.value('requests.clear', {});
  expect(await console.value('requests.list', {})).toMatchObject({ entries: [], total: 0 });
  await console.value('requests.restore', {});
  expect(await console.value('requests.list', {})).toMatchObject({ entries: [{ path: '/users/42' }], total: 1 });
  expect(console.events.map(({ type }) => type)).toContain('requests-restored');
  expect(await console.call('requests.restore', {})).toMatchObject({ ok: false, problem: { status: 409 } });
});
