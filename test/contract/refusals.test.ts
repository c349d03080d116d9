import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CommandInput, type CommandName, commands } from '../../server/contract/command.ts';
import type { Host } from '../../server/host.ts';
import { rounds } from '../support/rounds.ts';
import { hostValue, temporaryHost } from '../support/temporary-host.ts';

const names = Object.keys(commands) as CommandName[];

/** Words that name something, once named something, or never did. */
const word = fc.constantFrom(
  'users',
  'products',
  'nothing',
  '42',
  '7',
  'Default',
  'Nobody is active',
  'kept',
  '',
  '../x',
);
const number = fc.constantFrom(-1, 0, 1, 2, 7, 1000, 1e9, 0.5);
const record = fc.constantFrom<object>(
  { userId: '42', name: 'Other' },
  { userId: '42', name: 5, status: 'active' },
  { userId: '43', name: 'New', status: 'asleep' },
  { userId: '', name: 'x', status: 'active' },
  { id: 1, name: 'Lamp' },
  { name: null },
  {},
);
/** The members of the inputs, each with values of which many do not fit. */
const members: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  collection: word,
  id: fc.oneof(word, number),
  record,
  base: record,
  patch: record,
  name: word,
  to: fc.oneof(word, number, fc.constant({ key: 'nothing' }), fc.constant({ name: 'products' })),
  as: fc.constantFrom('all', 'rest', 'add', 'users', 'x'),
  of: fc.constantFrom<unknown>({}, { ids: ['42', 'nobody'] }, { query: 'nonsense=1' }, 'live'),
  change: fc.constantFrom<unknown>(
    { kind: 'set', path: ['status'], value: 'asleep' },
    { kind: 'unset', path: ['name'] },
    { kind: 'set', path: ['userId'], value: 'x' },
    { kind: 'other' },
  ),
  rows: fc.constantFrom<unknown>([{ id: '42', cells: [{ path: ['status'], value: 1 }] }], []),
  count: number,
  changes: fc.constantFrom<unknown>([
    { collection: 'users', record: {} },
    { collection: 'users', id: '42', remove: true },
  ]),
  definition: fc.constantFrom<unknown>(
    { name: 'users', key: 'id' },
    { name: 'a/b' },
    { name: 'more', schema: { type: 'nonsense' } },
    { name: 'more', paths: [{ path: '/users/{id}', record: 'id' }] },
  ),
  scenario: fc.constantFrom<unknown>({ name: 'kept', rules: [{ when: {}, then: { kind: 'nothing' } }] }, 'nothing'),
  scenarios: fc.constantFrom<unknown>(['nothing'], []),
  text: fc.constantFrom('{"a":1}', '[', '{"format":"mock-api-console","version":9}', ''),
  fileName: fc.constantFrom('users.json', 'x.bin'),
  session: fc.constantFrom('nobody', '', 'worker'),
  settings: fc.constantFrom<unknown>(
    { pageSize: -1 },
    { pageSize: 2000, maxPageSize: 10 },
    { port: 1e6 },
    { nothing: 1 },
  ),
  expectation: fc.constantFrom<unknown>({ path: '/x', times: -1 }, { method: 5 }),
  edit: number,
  moment: number,
  query: fc.constantFrom('filter=(', 'nothing=1', 'status:'),
  kind: fc.constantFrom('import', 'other'),
  format: fc.constantFrom('har', 'other'),
  limit: number,
  offset: number,
  userId: word,
  status: fc.constantFrom('active', 'asleep'),
  collections: fc.constantFrom<unknown>(['users'], ['nothing'], []),
  ids: fc.constantFrom<unknown>([999], ['42']),
  at: number,
};

/** What no refused command may change. */
async function stateOf(host: Host) {
  const value = <Name extends CommandName>(name: Name, input: CommandInput<Name>) => hostValue(host, name, input);
  const { seq: _, jobs: __, save: ___, ...state } = await value('workspace.get', {});
  const page = { offset: 0, limit: 100 };
  const collections = state.collections.map(({ name }) => name);
  const rows = await Promise.all(collections.map((collection) => value('records.page', { collection, ...page })));
  const read = {
    state,
    rows,
    file: await value('workspace.export', {}),
    history: await value('history.list', {}),
    snapshots: await value('snapshots.list', {}),
    sessions: await value('sessions.list', {}),
    expectations: await value('expectations.list', {}),
    timeline: await value('timeline.get', {}),
    requests: await value('requests.list', {}),
  };
  // A session that a command names was used, whether it is refused or not.
  return JSON.parse(JSON.stringify(read, (name, inner) => (name === 'lastUsed' ? undefined : inner)));
}

/** A workspace in which everything exists once, that a command could change. */
async function begun() {
  const temporary = await temporaryHost();
  const { host } = temporary;
  await hostValue(host, 'records.put', { collection: 'products', record: { id: 2, name: 'Chair', price: 1 } });
  await hostValue(host, 'records.put', { collection: 'products', record: { id: 3, name: 'Table', price: 2 } });
  await hostValue(host, 'history.undo', {});
  await hostValue(host, 'snapshots.save', { name: 'kept' });
  await hostValue(host, 'scenario.activate', { name: 'Nobody is active', session: 'worker' });
  await hostValue(host, 'expectations.add', { expectation: { name: 'kept', path: '/users/42' } } as never);
  return temporary;
}

test('no refused command has an effect', async () => {
  let temporary = await begun();
  let before = await stateOf(temporary.host);
  const refused = new Map<string, number>();
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.record(members, { requiredKeys: [] }),
        fc.constantFrom('console', undefined),
        async (name, given, by) => {
          const input = ownMembers(name, given);
          const reply = await temporary.host.call(name, input, { console: by, key: undefined } as never);
          const after = await stateOf(temporary.host);
          if (!reply.ok) {
            refused.set(name, (refused.get(name) ?? 0) + 1);
            expect(after, `${name} ${JSON.stringify(input)}: ${reply.problem.detail}`).toEqual(before);
            expect(temporary.faults).toEqual([]);
          } else if (!isDeepStrictEqual(after, before)) {
            // The change may have removed what later commands name: the next call begins anew.
            await temporary[Symbol.asyncDispose]();
            temporary = await begun();
            before = await stateOf(temporary.host);
          }
        },
      ),
      { numRuns: rounds(4000, 16), endOnFailure: true },
    );
  } finally {
    await temporary[Symbol.asyncDispose]();
  }
  expect(refused.size).toBeGreaterThan(names.length / 2);
}, 300_000);

/** The members that the command has, so that more than their names are refused. */
function ownMembers(name: CommandName, given: Readonly<Record<string, unknown>>): object {
  const shape = (commands[name].input as { readonly shape?: object }).shape;
  return shape ? Object.fromEntries(Object.entries(given).filter(([member]) => member in shape)) : given;
}
