import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accept } from '../../../../server/domain/basics/result.ts';
import { changeValue, EditHistory } from '../../../../server/domain/records/edit-history.ts';
import type { HistoryEntry } from '../../../../server/domain/records/edit-step.ts';
import { levelsOf } from '../../../../server/domain/records/record-edit.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';

const definition = { name: 'users', key: 'id', sort: null, time: null, schema: null };

function start() {
  return new SharedCollection(definition, [
    { id: 'a', n: 0 },
    { id: 'b', n: 0 },
  ]);
}

function everything(collection: SharedCollection) {
  return ['a', 'b', 'c'].map((id) => levelsOf(collection, id));
}

const edit = fc.record({
  id: fc.constantFrom('a', 'b', 'c'),
  n: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
});

test('undoing every edit restores the first state, redoing every edit the last', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 12 }), async (edits) => {
      const collection = start();
      const history = new EditHistory({ now: () => 0 });
      const states = [everything(collection)];
      for (const { id, n } of edits) {
        const value = n === undefined ? undefined : { id, n };
        const change = () => collection.edit(id, value, value);
        if (history.perform('edit', [{ collection, id }], change)) states.push(everything(collection));
      }
      for (const state of states.slice(0, -1).reverse()) {
        expect(await history.undo()).toEqual(accept('edit'));
        expect(everything(collection)).toEqual(state);
      }
      expect(await history.undo()).toEqual(accept(null));
      for (const state of states.slice(1)) {
        expect(await history.redo()).toEqual(accept('edit'));
        expect(everything(collection)).toEqual(state);
      }
      expect(await history.redo()).toEqual(accept(null));
    }),
  );
});

test('an undo keeps what a client wrote after the edit', async () => {
  const collection = start();
  const history = new EditHistory({ now: () => 0 });
  const value = { id: 'a', n: 1 };
  history.perform('change of a', [{ collection, id: 'a' }], () => collection.edit('a', value, value));
  collection.write('a', { id: 'a', n: 2 });
  await history.undo();
  expect(levelsOf(collection, 'a')).toEqual({ fixture: { id: 'a', n: 0 }, live: { id: 'a', n: 2 } });
});

test('an edit that changes nothing is not remembered and keeps the redo list', async () => {
  const collection = start();
  const history = new EditHistory({ now: () => 0 });
  const set = (n: number) =>
    history.perform(`change to ${n}`, [{ collection, id: 'a' }], () =>
      collection.edit('a', { id: 'a', n }, { id: 'a', n }),
    );
  expect(set(1)).toBe(true);
  await history.undo();
  expect(set(0)).toBe(false);
  expect([history.undoLabel, history.redoLabel]).toEqual([null, 'change to 1']);
});

test('a new edit clears the redo list', async () => {
  const collection = start();
  const history = new EditHistory({ now: () => 0 });
  const remove = (id: string) =>
    history.perform(`delete of ${id}`, [{ collection, id }], () => collection.edit(id, undefined, undefined));
  remove('a');
  await history.undo();
  remove('b');
  expect([history.undoLabel, history.redoLabel]).toEqual(['delete of b', null]);
});

test('an edit may change several records', async () => {
  const collection = start();
  const history = new EditHistory({ now: () => 0 });
  const targets = ['a', 'b'].map((id) => ({ collection, id }));
  history.perform('delete of 2', targets, () => {
    for (const { id } of targets) collection.edit(id, undefined, undefined);
  });
  expect(collection.size).toBe(0);
  await history.undo();
  expect(collection.size).toBe(2);
});

test('lists every edit, newest first, and goes to any of them', async () => {
  let now = 0;
  const collection = start();
  const history = new EditHistory({ now: () => (now += 10) });
  const states = [everything(collection)];
  for (const n of [1, 2, 3]) {
    history.perform(
      `set ${n}`,
      [
        { collection, id: 'a' },
        { collection, id: 'b' },
      ],
      () => {
        for (const id of ['a', 'b']) collection.edit(id, { id, n }, { id, n });
      },
    );
    states.push(everything(collection));
  }
  await history.undo();
  expect(history.entries()).toEqual([
    { id: 3, label: 'set 3', records: 2, first: { collection: 'users', id: 'a' }, by: null, time: 30, isDone: false },
    { id: 2, label: 'set 2', records: 2, first: { collection: 'users', id: 'a' }, by: null, time: 20, isDone: true },
    { id: 1, label: 'set 1', records: 2, first: { collection: 'users', id: 'a' }, by: null, time: 10, isDone: true },
  ]);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(null, 1, 2, 3)), async (stops) => {
      for (const stop of stops) {
        await history.goTo(stop);
        expect(everything(collection)).toEqual(states[stop ?? 0]);
        expect(history.entries().filter(({ isDone }) => isDone)).toHaveLength(stop ?? 0);
        expect(await history.goTo(stop)).toEqual(accept(0));
      }
    }),
  );
  await history.goTo(1);
  expect(await history.goTo(3)).toEqual(accept(2));
  expect(await history.goTo(4)).toEqual(accept(null));
  await history.goTo(null);
  history.remember({ label: 'another way', changes: [{ undo: () => {}, redo: () => {} }] });
  expect(history.entries()).toMatchObject([{ id: 4, label: 'another way', records: 0 }]);
});

test('remembers the latest 200 edits', async () => {
  const history = new EditHistory({ now: () => 0 });
  let value = 0;
  for (let n = 1; n <= 205; n++)
    history.remember({ label: `${n}`, changes: changeValue(value, n, (next) => (value = next)) });
  expect(history.entries()).toHaveLength(200);
  expect(history.entries().at(-1)?.label).toBe('6');
  expect(await history.goTo(5)).toEqual(accept(null));
  expect(await history.goTo(null)).toEqual(accept(200));
  expect([value, history.undoLabel]).toEqual([5, null]);
});

test('tells of every change of the list, and of steps taken only if there were any', async () => {
  const calls: string[] = [];
  const history = new EditHistory({
    now: () => 0,
    onChange: () => calls.push('changed'),
    onMoved: () => calls.push('moved'),
  });
  await history.undo();
  expect(calls.splice(0)).toEqual(['changed']);
  history.remember({ label: 'none', changes: [] });
  expect(calls.splice(0)).toEqual([]);
  history.remember({ label: 'one', changes: [{ undo: () => {}, redo: () => {} }] });
  expect(calls.splice(0)).toEqual(['changed']);
  await history.undo();
  expect(calls.splice(0)).toEqual(['moved', 'changed']);
});

test('a step that throws leaves the history usable', async () => {
  const history = new EditHistory({ now: () => 0 });
  const broken = () => {
    throw new Error('a bug');
  };
  history.remember({ label: 'good', changes: [{ undo: () => {}, redo: () => {} }] });
  history.remember({ label: 'bad', changes: [{ undo: broken, redo: broken }] });
  await expect(history.undo()).rejects.toThrow('a bug');
  await history.settled();
  expect(await history.undo()).toEqual(accept('good'));
});

test('changeValue sets another value, and gives no change for the same', () => {
  const set: number[] = [];
  const [change] = changeValue(1, 2, (value) => set.push(value));
  change?.undo();
  change?.redo();
  expect(set).toEqual([2, 1, 2]);
  expect(changeValue(1, 1, (value) => set.push(value))).toEqual([]);
  expect(
    changeValue(
      1,
      -1,
      (value) => set.push(value),
      (a, b) => a * a === b * b,
    ),
  ).toEqual([]);
  expect(set).toHaveLength(3);
});

test('prepares each change before it is undone or redone', async () => {
  const steps: string[] = [];
  const history = new EditHistory({ now: () => 0 });
  const change = (name: string) => ({
    undo: () => steps.push(`undo ${name}`),
    redo: () => steps.push(`redo ${name}`),
    *prepare(step: 'undo' | 'redo') {
      steps.push(`prepare ${step} ${name}`);
      yield;
    },
  });
  history.remember({ label: 'both', changes: [change('a'), change('b')] });
  await history.undo();
  expect(steps.splice(0)).toEqual(['prepare undo b', 'undo b', 'prepare undo a', 'undo a']);
  await history.redo();
  expect(steps).toEqual(['prepare redo a', 'redo a', 'prepare redo b', 'redo b']);
});

test('reports each edit, undo and redo with its label', async () => {
  const labels: string[] = [];
  const history = new EditHistory({ now: () => 0 });
  history.onEdit = (label) => labels.push(label);
  history.remember({ label: 'one', changes: [{ undo: () => {}, redo: () => {} }] });
  await history.undo();
  await history.redo();
  expect(labels).toEqual(['one', 'undo of one', 'redo of one']);
});

test('asks for consent to the edits that a step passes, and to no other', async () => {
  const history = new EditHistory({ now: () => 0 });
  for (const label of ['1', '2', '3']) history.remember({ label, changes: [{ undo: () => {}, redo: () => {} }] });
  const asked = async (step: (consent: (edit: HistoryEntry) => boolean) => Promise<unknown>) => {
    const edits: unknown[] = [];
    await step(({ id, isDone }) => edits.push([id, isDone]) > 0);
    return edits;
  };
  expect(await asked((consent) => history.undo(consent))).toEqual([[3, true]]);
  expect(await asked((consent) => history.redo(consent))).toEqual([[3, false]]);
  expect(await asked((consent) => history.goTo(1, consent))).toEqual([
    [2, true],
    [3, true],
  ]);
  expect(await asked((consent) => history.goTo(null, consent))).toEqual([[1, true]]);
  expect(await asked((consent) => history.goTo(2, consent))).toEqual([
    [2, false],
    [1, false],
  ]);
});

test('refuses, before the first step, edits that lack consent', async () => {
  const history = new EditHistory({ now: () => 0 });
  let value = 0;
  const add = (by: string) =>
    history.remember({ label: `by ${by}`, by, changes: changeValue(value, value + 1, (next) => (value = next)) });
  for (const by of ['me', 'you', 'me']) add(by);
  const mine = ({ by }: HistoryEntry) => by === 'me';
  expect(await history.goTo(null, mine)).toMatchObject({ ok: false, problem: [{ id: 2, label: 'by you', by: 'you' }] });
  expect(value).toBe(3);
  expect(await history.undo(mine)).toEqual(accept('by me'));
  expect(await history.undo(mine)).toMatchObject({ ok: false, problem: [{ id: 2, isDone: true }] });
  expect(value).toBe(2);
  expect(await history.undo(({ id }) => id === 2)).toEqual(accept('by you'));
  expect(await history.redo(mine)).toMatchObject({ ok: false, problem: [{ id: 2, isDone: false }] });
  expect(await history.goTo(3, mine)).toMatchObject({ ok: false, problem: [{ id: 2 }] });
  expect(await history.goTo(3)).toEqual(accept(2));
});
