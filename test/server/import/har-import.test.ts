import naughty from 'big-list-of-naughty-strings';
import { expect, onTestFinished, test } from 'vitest';
import type { CommandInput, CommandName, CommandOutput } from '../../../server/contract/command.ts';
import type { Json } from '../../../server/domain/json/json.ts';
import { hostValue, smallWorkspace, type TemporaryHost, temporaryHost } from '../../support/temporary-host.ts';

function value<Name extends CommandName>(
  { host }: TemporaryHost,
  name: Name,
  input: CommandInput<Name>,
): Promise<CommandOutput<Name>> {
  return hostValue(host, name, input);
}

async function started(workspace: Json): Promise<{ readonly temporary: TemporaryHost; readonly url: string }> {
  const temporary = await temporaryHost(workspace);
  onTestFinished(() => temporary[Symbol.asyncDispose]());
  await value(temporary, 'server.start', {});
  const { server } = await value(temporary, 'workspace.get', {});
  if (server.state !== 'listening') throw new Error('The mock server does not listen');
  return { temporary, url: server.url };
}

async function recordsOf(temporary: TemporaryHost, collection: string): Promise<Json> {
  const { text } = await value(temporary, 'records.export', { collection, of: 'fixtures', format: 'json' });
  return JSON.parse(text);
}

const archive = (...entries: readonly Json[]) => JSON.stringify({ log: { version: '1.2', entries } });

function entry(path: string, body: Json | string, more: Record<string, Json> = {}): Json {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    request: { method: 'GET', url: `http://elsewhere${path}` },
    response: { status: 200, content: { mimeType: 'application/json', text } },
    ...more,
  };
}

test('records that a client reads survive export and import of the log', async () => {
  const records = naughty
    .filter((text) => text !== 'id')
    .map((text, index) => ({ id: `${index}`, value: text, inner: JSON.parse(`{${JSON.stringify(text)}:1}`) }));
  const { temporary, url } = await started({ ...smallWorkspace, collections: { things: { records } } });
  let next: string | null = `${url}/api/things?limit=100`;
  while (next !== null) next = (await (await fetch(next)).json()).next;
  const { text } = await value(temporary, 'requests.export', { format: 'har' });

  await using other = await temporaryHost();
  const { id, collections, notes } = await value(other, 'import.preview', { text, fileName: 'requests.har' });
  expect([collections.map(({ name, fresh }) => [name, fresh]), notes]).toEqual([[['things', records.length]], []]);
  await value(other, 'import.apply', { id, collections: ['things'] });
  expect(await recordsOf(other, 'things')).toEqual(await recordsOf(temporary, 'things'));
});

test('the last occurrence of a record counts; members that user responses omit stay', async () => {
  const workspace = {
    ...smallWorkspace,
    collections: { users: { key: 'userId', records: [{ userId: '42', name: 'Ada', status: 'active', plan: 'free' }] } },
  };
  await using temporary = await temporaryHost(workspace);
  const text = archive(
    entry('/api/users/9', { userId: '9', name: 'Old', plan: 'pro' }),
    entry('/users/9', { userId: '9', name: 'New' }),
    entry('/users/42', { userId: '42', name: 'Ada', status: 'inactive' }),
  );
  const { id } = await value(temporary, 'import.preview', { text, fileName: 'a.har' });
  await value(temporary, 'import.apply', { id, collections: ['users'] });
  expect(await recordsOf(temporary, 'users')).toEqual([
    { userId: '42', name: 'Ada', status: 'inactive', plan: 'free' },
    { userId: '9', name: 'New', plan: 'pro' },
  ]);
});

test('counts unused requests by reason; a request body counts if the response has none', async () => {
  await using temporary = await temporaryHost();
  const html = { response: { status: 200, content: { mimeType: 'text/html', text: '<p>' } } };
  const created = {
    request: { method: 'POST', url: '/api/orders', postData: { mimeType: 'application/json', text: '{"id":5}' } },
    response: { status: 201, content: { size: 0, mimeType: '' } },
  };
  const bytes = Buffer.from('{"id":6}').toString('base64');
  const base64 = { response: { status: 200, content: { text: bytes, encoding: 'base64' } } };
  const text = archive(
    entry('/', '', html),
    entry('/x', '', html),
    entry('/api/orders/1', {}, { response: { status: 404, content: {} } }),
    entry('/api/orders', '', created),
    entry('/api/orders', '', base64),
    entry('/api/users', [{ userId: '1' }, { name: 'Nobody' }]),
  );
  expect(await value(temporary, 'import.preview', { text, fileName: 'a.har' })).toMatchObject({
    collections: [
      { name: 'orders', state: 'new', fresh: 2, refused: 0 },
      { name: 'users', refused: 2, refusals: [{ line: 6 }, { line: 6 }], places: 'entry' },
    ],
    notes: ['2 requests not used: its body is not JSON.', '1 request not used: its response has status 404.'],
  });
});

test('refuses an archive without records and lists the reasons', async () => {
  await using temporary = await temporaryHost();
  const text = archive(entry('/api/orders', '{"a":'));
  expect(await temporary.host.call('import.preview', { text, fileName: 'a.har' })).toMatchObject({
    ok: false,
    problem: { detail: expect.stringMatching(/None of the 1 request .*not JSON/) },
  });
});
