import { expect, test } from 'vitest';
import type { CommandInput, CommandOutput } from '../../server/contract/command.ts';
import { temporaryHost } from './temporary-host.ts';

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

test('a collection is exported in each format, under a name of its own', async () => {
  await using temporary = await opened();
  expect(await temporary.exported({ format: 'ndjson' })).toEqual({ file: 'users.ndjson', text: `${grace}\n${ada}\n` });
  expect(await temporary.exported({ format: 'json' })).toEqual({
    file: 'users.json',
    text: `[\n${grace},\n${ada}\n]\n`,
  });
  expect(await temporary.exported({ format: 'csv' })).toEqual({
    file: 'users.csv',
    text: 'userId,name,status\r\n7,Grace,inactive\r\n42,Ada,active\r\n',
  });
});

test('live state, fixtures, or the chosen records in the order given', async () => {
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

test('a collection that is not there is refused', async () => {
  await using temporary = await opened();
  const reply = await temporary.host.call('records.export', { collection: 'cars', of: 'live', format: 'csv' });
  expect(reply).toMatchObject({ ok: false, problem: { detail: 'There is no collection "cars".' } });
});
