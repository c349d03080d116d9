import { expect, test } from 'vitest';
import type { CommandInput } from '../../../server/contract/command.ts';
import type { ConsoleEvent } from '../../../server/contract/event.ts';
import type { JsonObject } from '../../../server/domain/json/json.ts';
import { hostValue, temporaryHost } from '../../support/temporary-host.ts';

type Mode = NonNullable<NonNullable<CommandInput<'import.preview'>['choices']>[number]['mode']>;

/** A host with a preview of a file for its users. */
async function previewed(text: string, mode: Mode = 'merge') {
  const temporary = await temporaryHost();
  const { host } = temporary;
  const choices = [{ collection: 'users', mode }];
  const preview = await hostValue(host, 'import.preview', { text, fileName: 'users.csv', choices });
  return {
    ...temporary,
    preview,
    apply: () => host.call('import.apply', { id: preview.id, collections: ['users'] }),
    put: (record: JsonObject) => hostValue(host, 'records.put', { collection: 'users', record }),
    remove: (id: string) => hostValue(host, 'records.remove', { collection: 'users', id }),
    users: async () => {
      const { rows } = await hostValue(host, 'records.page', { collection: 'users', offset: 0, limit: 100 });
      return rows.map(({ fixture }) => fixture);
    },
    undoable: async () => (await hostValue(host, 'workspace.get', {})).history.undo,
  };
}

const grace = { userId: '7', name: 'Grace', status: 'inactive' };
const ada = { userId: '42', name: 'Ada', status: 'active' };
const refusal = (sentence: string) => ({
  ok: false,
  problem: {
    type: '/problems/conflict',
    detail: `${sentence} since the preview. Nothing was imported.`,
  },
});

test('an import is refused whole once a record that it changes has changed, and the edit stays', async () => {
  await using console = await previewed('userId,name,status\n7,Grace,active\n42,Ada,inactive\n8,Nell,active\n');
  const countess = { userId: '42', name: 'Countess', status: 'active', city: 'London' };
  await console.put(countess);
  const events: ConsoleEvent[] = [];
  console.host.subscribe((batch) => events.push(...batch));
  expect(await console.apply()).toMatchObject(refusal('Record 42 of users has changed'));
  expect(await console.users()).toEqual([grace, countess]);
  expect(await console.undoable()).toContain('record 42');
  expect(events.filter(({ type }) => type === 'records')).toEqual([]);
});

test('an import is refused once a record that it adds was created', async () => {
  await using console = await previewed('userId,name,status\n43,Charles,active\n');
  const mine = { userId: '43', name: 'Mine', status: 'active' };
  await console.put(mine);
  expect(await console.apply()).toMatchObject(refusal('Record 43 of users was created'));
  expect(await console.users()).toEqual([grace, ada, mine]);
});

test('an import is refused once a record that it changes was deleted', async () => {
  await using console = await previewed('userId,status\n42,inactive\n');
  await console.remove('42');
  expect(await console.apply()).toMatchObject(refusal('Record 42 of users was deleted'));
  expect(await console.users()).toEqual([grace]);
});

test('an import is refused once a record that it removes has changed', async () => {
  await using console = await previewed('userId,name,status\n7,Grace,active\n', 'replace-all');
  const countess = { ...ada, name: 'Countess' };
  await console.put(countess);
  expect(await console.apply()).toMatchObject(refusal('Record 42 of users has changed'));
  expect(await console.users()).toEqual([grace, countess]);
});

test('an import is refused once its collection has another schema', async () => {
  await using console = await previewed('userId,status\n42,inactive\n');
  const schema = { type: 'object', properties: { status: { enum: ['active'] } } };
  await hostValue(console.host, 'collections.change', { collection: 'users', to: { schema } });
  expect(await console.apply()).toMatchObject(refusal('The schema of users has changed'));
  expect(await console.users()).toEqual([grace, ada]);
});

test('edits of other records, and those that were taken back, are no obstacle', async () => {
  await using console = await previewed('userId,status\n42,inactive\n');
  await console.put({ ...grace, name: 'Hopper' });
  await console.put({ ...ada, name: 'Countess' });
  await hostValue(console.host, 'history.undo', {});
  expect(await console.apply()).toMatchObject({ value: { records: 1 } });
  expect(await console.users()).toEqual([
    { ...grace, name: 'Hopper' },
    { ...ada, status: 'inactive' },
  ]);
});

test('what clients write over an unchanged fixture is no obstacle, because an import replaces it', async () => {
  await using console = await previewed('userId,status\n42,inactive\n');
  await hostValue(console.host, 'records.patch', {
    collection: 'users',
    id: '42',
    patch: { name: 'Written' },
    in: 'live',
  });
  expect(await console.apply()).toMatchObject({ value: { records: 1 } });
  expect(await console.users()).toEqual([grace, { ...ada, status: 'inactive' }]);
});

test('an edit made while records are written takes back the whole import', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => `${index + 100},User ${index},active`);
  await using console = await previewed(['userId,name,status', '7,Grace,active', ...rows].join('\n'));
  const last = { userId: '20099', name: 'Mine', status: 'active' };
  let created: Promise<unknown> | undefined;
  console.host.subscribe((events) => {
    for (const event of events) {
      const isWriting = event.type === 'state' && event.state.jobs?.[0]?.share !== undefined;
      if (isWriting) created ??= console.put(last);
    }
  });
  expect(await console.apply()).toMatchObject(refusal('Record 20099 of users was created'));
  await created;
  expect(await console.users()).toEqual([grace, ada, last]);
});
