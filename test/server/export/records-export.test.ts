import { expect, test } from 'vitest';
import type { CommandInput, CommandOutput } from '../../../server/contract/command.ts';
import { decodeWorkspace } from '../../../server/store/formats/workspace-format.ts';
import { temporaryHost } from '../../support/temporary-host.ts';

const grace = '{"userId":"7","name":"Grace","status":"inactive"}';
const ada = '{"userId":"42","name":"Ada","status":"active"}';

async function opened() {
  const temporary = await temporaryHost();
  const exported = async (input: Partial<CommandInput<'records.export'>>) => {
    const reply = await temporary.host.call('records.export', {
      collection: 'users',
      of: 'live',
      format: 'ndjson',
      ...input,
    });
    if (!reply.ok) throw new Error(reply.problem.detail);
    return reply.value as CommandOutput<'records.export'>;
  };
  return { ...temporary, exported };
}

test('exports a collection in each format with a matching file name', async () => {
  await using temporary = await opened();
  expect(await temporary.exported({ format: 'ndjson' })).toEqual({
    file: 'users.ndjson',
    text: `${grace}\n${ada}\n`,
    records: 2,
  });
  expect(await temporary.exported({ format: 'json' })).toEqual({
    file: 'users.json',
    text: `[\n${grace},\n${ada}\n]\n`,
    records: 2,
  });
  expect(await temporary.exported({ format: 'csv' })).toEqual({
    file: 'users.csv',
    text: 'userId,name,status\r\n7,Grace,inactive\r\n42,Ada,active\r\n',
    records: 2,
  });
});

test('exports live state, fixtures, or chosen records in the given order', async () => {
  await using temporary = await opened();
  await temporary.host.call('server.start', {});
  const server = temporary.host.server();
  const url = server.state === 'listening' ? server.url : '';
  const body = JSON.stringify({ name: 'Ada L.' });
  await fetch(`${url}/api/users/42`, { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body });
  const changed = ada.replace('Ada', 'Ada L.');
  expect((await temporary.exported({})).text).toBe(`${grace}\n${changed}\n`);
  expect((await temporary.exported({ of: 'fixtures' })).text).toBe(`${grace}\n${ada}\n`);
  expect((await temporary.exported({ ids: ['42', 'nobody', '7'] })).text).toBe(`${changed}\n${grace}\n`);
});

test('refuses an unknown collection', async () => {
  await using temporary = await opened();
  const reply = await temporary.host.call('records.export', { collection: 'cars', of: 'live', format: 'csv' });
  expect(reply).toMatchObject({ ok: false, problem: { detail: 'There is no collection "cars".' } });
});

test("exports a workspace that opens, with the collection's definition", async () => {
  await using temporary = await opened();
  const { file, text } = await temporary.exported({ format: 'workspace', ids: ['42'] });
  expect(file).toBe('users.workspace.json');
  const workspace = decodeWorkspace(text);
  expect(workspace).toMatchObject({
    value: {
      name: 'users',
      collections: [{ definition: { name: 'users', key: 'userId' }, records: [{ name: 'Ada' }] }],
    },
  });
  expect(workspace.ok && workspace.value.collections[0]?.definition.schema).not.toBeNull();
});

test('a long export reports its progress; a cancelled one gives no file', async () => {
  const records = Array.from({ length: 5000 }, (_, id) => ({ id, name: `Record ${id}` }));
  const workspace = { format: 'mock-api-console', version: 1, collections: { many: { records } } };
  await using temporary = await temporaryHost(workspace);
  const shares: number[] = [];
  temporary.host.subscribe((events) => {
    for (const event of events) {
      const share = event.type === 'state' ? event.state.jobs?.[0]?.share : undefined;
      if (share !== undefined) shares.push(share);
    }
  });
  const exporting = temporary.host.call('records.export', { collection: 'many', of: 'live', format: 'csv' });
  await temporary.host.call('jobs.cancel', { kind: 'export' });
  expect(await exporting).toMatchObject({ ok: false, problem: { type: '/problems/job-cancelled' } });
  const whole = await temporary.host.call('records.export', { collection: 'many', of: 'live', format: 'json' });
  expect(whole).toMatchObject({ ok: true });
  const state = await temporary.host.call('workspace.get', {});
  expect(state).toMatchObject({ value: { jobs: [] } });
  expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
});

test('exports the records that a search, a filter or the changes of clients find, in the order of the table', async () => {
  await using temporary = await opened();
  const texts = async (found: CommandInput<'records.export'>['found']) => (await temporary.exported({ found })).text;
  expect(await texts({ search: 'ada' })).toBe(`${ada}\n`);
  expect(await texts({ query: 'status=inactive' })).toBe(`${grace}\n`);
  expect(await texts({ query: 'sort=name' })).toBe(`${ada}\n${grace}\n`);
  expect(await texts({ only: 'changed' })).toBe('');
  const input = { collection: 'users', of: 'live', format: 'json', found: { query: 'nothing=1' } } as const;
  expect(await temporary.host.call('records.export', input)).toMatchObject({ ok: false });
});
