/** All instances are equal after any edits, undos and writes at the same time. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandInput, CommandName } from '../../server/contract/command.ts';
import type { Json } from '../../server/domain/json/json.ts';
import { eventually } from '../support/eventually.ts';
import { rounds } from '../support/rounds.ts';
import { hostValue, smallWorkspace } from '../support/temporary-host.ts';
import { type Instance, startInstance } from './instances.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

let redis: RedisServer;

beforeAll(async () => {
  redis = await startRedis();
});

afterAll(() => redis[Symbol.asyncDispose]());

const ids = ['7', '42', '50'];
const collection = 'users';

/** A command of the console, or a request of a client. A refusal, such as for a missing record, changes nothing. */
type Action =
  | { readonly [Name in CommandName]: { readonly command: Name; readonly input: CommandInput<Name> } }[CommandName]
  | { readonly method: 'PATCH' | 'DELETE'; readonly id: string; readonly name?: string };

function carryOut(action: Action, { host, send }: Instance): Promise<unknown> {
  if ('command' in action) return host.call(action.command, action.input);
  const headers = [['Content-Type', 'application/json'] as const];
  const { method, id, name } = action;
  return send({ method, target: `/api/users/${id}`, headers, ...(name && { body: JSON.stringify({ name }) }) });
}

const renames = [
  ['things', 'goods'],
  ['goods', 'things'],
  ['users', 'things'],
  ['users', 'goods'],
] as const;
const id = fc.constantFrom(...ids);
const name = fc.string({ minLength: 1, maxLength: 3, unit: 'grapheme-ascii' });
const record = fc.record({ userId: id, name, status: fc.constant('active') });
const action: fc.Arbitrary<Action> = fc.oneof(
  record.map((value) => ({ command: 'records.put' as const, input: { collection, record: value } })),
  fc.record({ id, name }).map((one) => {
    return { command: 'records.patch' as const, input: { collection, id: one.id, patch: { name: one.name } } };
  }),
  id.map((one) => ({ command: 'records.remove' as const, input: { collection, id: one } })),
  name.map((value) => {
    const change = { kind: 'set' as const, path: ['name'], value };
    return { command: 'records.change' as const, input: { collection, of: { ids }, change, as: 'rest' as const } };
  }),
  fc.constantFrom({ command: 'state.reset' as const, input: {} }, { command: 'state.keep' as const, input: {} }),
  fc.constantFrom({ command: 'history.undo' as const, input: {} }, { command: 'history.redo' as const, input: {} }),
  fc.integer({ min: 1, max: 50 }).map((pageSize) => {
    return { command: 'settings.set' as const, input: { settings: { pageSize } } };
  }),
  fc.constantFrom('users', 'things', 'goods').map((one) => {
    return { command: 'collections.create' as const, input: { definition: { name: one, key: 'userId' } } };
  }),
  fc.constantFrom('things', 'goods').map((one) => {
    return { command: 'collections.remove' as const, input: { collection: one } };
  }),
  fc.constantFrom(...renames).map(([from, to]) => {
    return { command: 'collections.change' as const, input: { collection: from, to: { name: to } } };
  }),
  fc.constantFrom(...renames).map(([from, as]) => {
    return { command: 'collections.duplicate' as const, input: { collection: from, as } };
  }),
  fc.nat(3).map((to) => ({ command: 'collections.move' as const, input: { collection, to } })),
  fc.record({ one: fc.constantFrom('things', 'goods'), value: record }).map(({ one, value }) => {
    return { command: 'records.put' as const, input: { collection: one, record: value, in: 'live' as const } };
  }),
  fc.record({ one: fc.constantFrom('things', 'goods'), value: record }).map(({ one, value }) => {
    return { command: 'records.put' as const, input: { collection: one, record: value } };
  }),
  fc.record({ method: fc.constant('PATCH' as const), id, name }),
  fc.record({ method: fc.constant('DELETE' as const), id }),
);

async function stateOf({ host, send }: Instance) {
  const rows = await Promise.all(
    ids.map(async (one) => {
      const row = await host.call('records.get', { collection, id: one });
      const response = await send({ target: `/api/users/${one}` });
      return [row.ok && row.value, response.status, response.header('ETag'), response.body];
    }),
  );
  const { workspace } = await hostValue(host, 'workspace.get', {});
  const { text } = await hostValue(host, 'workspace.export', {});
  const names = ['users', 'things', 'goods'];
  const lists = await Promise.all(names.map(async (one) => (await send({ target: `/api/${one}` })).body));
  const others = names.flatMap((one) => ids.map((other) => `/api/${one}/${other}`));
  const tags = await Promise.all(others.map(async (target) => (await send({ target })).header('ETag')));
  return { rows, lists, tags, text: sorted(text), pageSize: workspace.settings.pageSize };
}

/** A workspace with its records in the order of their keys: those that were deleted and added again stand elsewhere. */
function sorted(text: string): Json {
  const { collections, ...rest } = JSON.parse(text);
  const inOrder = Object.entries(collections as Record<string, { records: { userId?: string }[] }>).map(
    ([one, all]) => {
      return [one, { ...all, records: all.records.toSorted((x, y) => ((x.userId ?? '') < (y.userId ?? '') ? -1 : 1)) }];
    },
  );
  return { ...rest, collections: inOrder } as unknown as Json;
}

const labelsOf = async ({ host }: Instance) =>
  (await hostValue(host, 'history.list', {})).entries.map(({ id: edit, label, isDone }) => [edit, label, isDone]);

async function level([first, ...others]: readonly Instance[]): Promise<void> {
  await eventually(() => {
    for (const { host } of others) expect(host.share()?.revision).toBe(first?.host.share()?.revision);
  });
}

test('random edits, undos and writes at once leave all instances equal', async () => {
  const steps = fc.array(fc.tuple(action, action), { minLength: 5, maxLength: 15 });
  await fc.assert(
    fc.asyncProperty(steps, async (pairs) => {
      await redis.send('FLUSHALL');
      await using a = await startInstance(redis.url, smallWorkspace);
      await using b = await startInstance(redis.url, smallWorkspace);
      for (const [one, other] of pairs) await Promise.all([carryOut(one, a), carryOut(other, b)]);
      await using c = await startInstance(redis.url, smallWorkspace);
      await level([a, b, c]);
      const [here, ...others] = await Promise.all([a, b, c].map(stateOf));
      for (const other of others) expect(other).toEqual(here);
      expect(await labelsOf(b)).toEqual(await labelsOf(a));
      // Undone one by one, with nobody else about, all edits of fixtures are gone.
      await hostValue(b.host, 'history.goTo', { id: null });
      await level([a, b, c]);
      expect(await stateOf(a)).toEqual(await stateOf(b));
      expect((await stateOf(a)).pageSize).toBe(20);
      for (const { faults } of [a, b, c]) expect(faults).toEqual([]);
    }),
    { numRuns: rounds(20), endOnFailure: true },
  );
});
