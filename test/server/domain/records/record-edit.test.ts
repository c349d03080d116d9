import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EditHistory } from '../../../../server/domain/records/edit-history.ts';
import { levelsOf, sameLevels } from '../../../../server/domain/records/record-edit.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { rounds } from '../../../support/rounds.ts';

const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };

function start(records: readonly { readonly id: number | string; readonly n: number }[] = [{ id: 1, n: 0 }]) {
  const collection = new SharedCollection(definition, records);
  const history = new EditHistory({ now: () => 0 });
  /** Edits a record on both levels, as the console does. */
  const edit = (id: string, members: object | undefined) => {
    const value = members && { id: Number.isNaN(Number(id)) ? id : Number(id), ...members };
    history.perform(`edit of ${id}`, [{ collection, id }], () => collection.edit(id, value, value));
  };
  const live = (id: string) => collection.get(id)?.value.n;
  const fields = () => collection.fields.fields().map(({ name }) => name);
  return { collection, history, edit, live, fields };
}

test('redo keeps what a client wrote since the undo, also if it is the same value', async () => {
  const { collection, history, edit, live } = start();
  edit('1', { n: 1 });
  await history.undo();
  const { version } = collection.write('1', { id: 1, n: 0 });
  await history.redo();
  expect([live('1'), collection.get('1')?.version, collection.fixture('1')?.value.n]).toEqual([0, version, 1]);
  await history.undo();
  expect(collection.get('1')?.version).toBe(version);
});

test('undo keeps what a client wrote since the edit, also if it is the same value', async () => {
  const { collection, history, edit, live } = start();
  edit('1', { n: 1 });
  collection.write('1', { id: 1, n: 2 });
  collection.write('1', { id: 1, n: 1 });
  await history.undo();
  expect([live('1'), collection.fixture('1')?.value.n]).toEqual([1, 0]);
});

test('undo keeps a DELETE of a client that follows its POST after the edit deleted the record', async () => {
  const { collection, history, edit, live } = start();
  edit('1', undefined);
  collection.write('1', { id: 1, n: 5 });
  collection.remove('1');
  await history.undo();
  expect([live('1'), collection.fixture('1')?.value.n]).toEqual([undefined, 0]);
});

test('undo keeps a DELETE of a client after an undo restored the record', async () => {
  const { collection, history, edit, live } = start();
  edit('1', { n: 1 });
  edit('1', { n: 2 });
  await history.undo();
  collection.remove('1');
  await history.undo();
  expect([live('1'), collection.fixture('1')?.value.n]).toEqual([undefined, 0]);
});

test('undo of an older edit keeps a write of a client that a newer edit replaced', async () => {
  const { collection, history, edit, live } = start();
  edit('1', { n: 1 });
  collection.write('1', { id: 1, n: 1 });
  edit('1', { n: 2 });
  await history.undo();
  expect(live('1')).toBe(1);
  await history.undo();
  expect(live('1')).toBe(1);
});

test('undo restores deleted records that are no longer remembered as removed', async () => {
  const { collection, history, edit, live } = start(Array.from({ length: 10_100 }, (_, id) => ({ id, n: id })));
  edit('1', undefined);
  for (let id = 2; id < 10_050; id++) collection.remove(String(id));
  await history.undo();
  expect(live('1')).toBe(1);
});

/** Writes of clients and edits, undone and redone in any order. */
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('edit' as const, 'write' as const), n: fc.integer({ min: 0, max: 1 }) }),
  fc.record({ kind: fc.constantFrom('delete' as const, 'remove' as const, 'undo' as const, 'redo' as const) }),
);

test('no undo or redo replaces a state that a client made', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const { collection, history, edit } = start();
      /** The version that a client wrote, or the removal by one, while no edit followed it. */
      let ofClient: number | null | undefined;
      for (const one of steps) {
        if (one.kind === 'edit') edit('1', { n: one.n });
        else if (one.kind === 'delete') edit('1', undefined);
        else if (one.kind === 'write') collection.write('1', { id: 1, n: one.n });
        else if (one.kind === 'remove' && collection.get('1')) collection.remove('1');
        else if (one.kind === 'remove') continue;
        else await history[one.kind]();
        const version = collection.get('1')?.version ?? null;
        if (one.kind === 'write' || one.kind === 'remove') ofClient = version;
        else if (one.kind === 'edit' || one.kind === 'delete') ofClient = undefined;
        else if (ofClient !== undefined) expect(version).toBe(ofClient);
      }
    }),
    { numRuns: rounds(2000) },
  );
});

test('undo of an edit takes back the fields that it introduced, in sessions too', async () => {
  const { collection, history, edit, fields } = start();
  const session = collection.newSession();
  const known = () => new Set(session.fields.fields().map(({ name }) => name));
  expect([fields(), known()]).toEqual([['id', 'n'], new Set(['id', 'n'])]);
  edit('2', { n: 1, nick: { short: 'B' } });
  session.write('3', { id: 3, own: true });
  expect(fields()).toEqual(['id', 'n', 'nick', 'nick.short']);
  expect(known()).toEqual(new Set(['id', 'own', 'n', 'nick', 'nick.short']));
  await history.undo();
  expect(fields()).toEqual(['id', 'n']);
  expect(known()).toEqual(new Set(['id', 'own', 'n']));
  await history.redo();
  expect(fields()).toEqual(['id', 'n', 'nick', 'nick.short']);
  await history.undo();
  expect(fields()).toEqual(['id', 'n']);
});

test('undo of an edit takes back the types that it introduced', async () => {
  const { collection, history, edit } = start();
  const kinds = () => collection.fields.find('n')?.kinds;
  expect(kinds()).toEqual(['number']);
  edit('1', { n: 'many' });
  expect(kinds()).toEqual(['number', 'string']);
  await history.undo();
  expect(kinds()).toEqual(['number']);
});

test('undo of an edit keeps the fields that another record has since', async () => {
  const { collection, history, edit, fields } = start();
  expect(fields()).toEqual(['id', 'n']);
  edit('2', { nick: 'B' });
  collection.write('1', { id: 1, n: 0, nick: 'A' });
  await history.undo();
  expect(fields()).toEqual(['id', 'n', 'nick']);
});

test('undo of an edit keeps the fields of deleted records that were known before it', async () => {
  const { collection, history, edit, fields } = start();
  expect(fields()).toEqual(['id', 'n']);
  collection.write('2', { id: 2, nick: 'B' });
  collection.remove('2');
  edit('3', { n: 1 });
  await history.undo();
  expect(fields()).toEqual(['id', 'n', 'nick']);
});

test('fields are complete when an undo ends during their scan', async () => {
  const { collection, history, edit, fields } = start(Array.from({ length: 2000 }, (_, id) => ({ id, n: id })));
  edit('2001', { nick: 'B' });
  const scan = collection.indexFields();
  scan.next();
  await history.undo();
  while (!scan.next().done) {}
  expect(fields()).toEqual(['id', 'n']);
});

test('keys continue where they were before an edit that was undone, in sessions too', async () => {
  const { collection, history, edit } = start();
  const session = collection.newSession();
  const next = () => [collection.nextKey(() => 'made'), session.nextKey(() => 'made')];
  expect(next()).toEqual([2, 2]);
  edit('word', { n: 1 });
  expect(next()).toEqual(['made', 'made']);
  await history.undo();
  expect(next()).toEqual([2, 2]);
  edit('7', { n: 1 });
  expect(next()).toEqual([8, 8]);
  await history.undo();
  expect(next()).toEqual([2, 2]);
  await history.redo();
  expect(next()).toEqual([8, 8]);
});

test('undo of an edit repeats no key that a client has deleted', async () => {
  const { collection, history, edit } = start();
  const next = () => collection.nextKey(() => 'made');
  expect(next()).toBe(2);
  edit('2', { n: 1 });
  collection.write('3', { id: 3 });
  collection.remove('3');
  await history.undo();
  expect(next()).toBe(4);
});

test('undo restores both levels of a record that differed before', async () => {
  const { collection, history, edit } = start();
  collection.write('1', { id: 1, n: 9 });
  edit('1', { n: 1 });
  await history.undo();
  expect(levelsOf(collection, '1')).toEqual({ fixture: { id: 1, n: 0 }, live: { id: 1, n: 9 } });
});

test('levels are the same only if both are', () => {
  const [one, other] = [{ id: 1 }, { id: 2 }];
  expect(sameLevels({ fixture: one, live: undefined }, { fixture: { id: 1 }, live: undefined })).toBe(true);
  expect(sameLevels({ fixture: one, live: one }, { fixture: one, live: other })).toBe(false);
  expect(sameLevels({ fixture: one, live: one }, { fixture: other, live: one })).toBe(false);
});

test('a redo of a deletion does not give out the deleted key again', async () => {
  const { collection, history, edit } = start([
    { id: 1, n: 0 },
    { id: 7, n: 0 },
  ]);
  const next = () => collection.nextKey(() => 'made');
  expect(next()).toBe(8);
  edit('7', undefined);
  expect(next()).toBe(8);
  await history.undo();
  await history.redo();
  expect([next(), collection.get('7')]).toEqual([8, undefined]);
});

test('a redo keeps a write of a client that the undo before it had kept', async () => {
  const { collection, history, edit, live } = start();
  edit('1', { n: 1 });
  const { version } = collection.write('1', { id: 1, n: 2 });
  await history.undo();
  await history.redo();
  expect([live('1'), collection.get('1')?.version]).toEqual([2, version]);
});

test.each([
  ['fixture', { id: 9 }, undefined],
  ['live record', undefined, { id: 9 }],
])('the key of a %s alone is free again after the undo of its edit', async (_, fixture, own) => {
  const { collection, history } = start();
  const next = () => collection.nextKey(() => 'made');
  expect(next()).toBe(2);
  history.perform('edit', [{ collection, id: '9' }], () => collection.edit('9', fixture, own));
  expect(next()).toBe(10);
  await history.undo();
  expect([next(), levelsOf(collection, '9')]).toEqual([2, { fixture: undefined, live: undefined }]);
});
