import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { EditHistory, levelsOf } from '../../../../server/domain/records/edit-history.ts';
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

test('undoing every edit brings everything back, redoing brings every edit back', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
      const collection = start();
      const history = new EditHistory(() => 0);
      const states = [everything(collection)];
      for (const { id, n } of edits) {
        const value = n === undefined ? undefined : { id, n };
        history.perform('edit', [{ collection, id }], () => collection.edit(id, value, value));
        states.push(everything(collection));
      }
      for (const state of states.slice(0, -1).reverse()) {
        expect(finish(history.undo())).toBe('edit');
        expect(everything(collection)).toEqual(state);
      }
      expect(finish(history.undo())).toBeNull();
      for (const state of states.slice(1)) {
        expect(finish(history.redo())).toBe('edit');
        expect(everything(collection)).toEqual(state);
      }
      expect(finish(history.redo())).toBeNull();
    }),
  );
});

test('an undo leaves what a client has written meanwhile', () => {
  const collection = start();
  const history = new EditHistory(() => 0);
  const value = { id: 'a', n: 1 };
  history.perform('change of a', [{ collection, id: 'a' }], () => collection.edit('a', value, value));
  collection.write('a', { id: 'a', n: 2 });
  finish(history.undo());
  expect(levelsOf(collection, 'a')).toEqual({ fixture: { id: 'a', n: 0 }, live: { id: 'a', n: 2 } });
});

test('a new edit makes what was undone unreachable', () => {
  const collection = start();
  const history = new EditHistory(() => 0);
  const remove = (id: string) =>
    history.perform(`delete of ${id}`, [{ collection, id }], () => collection.edit(id, undefined, undefined));
  remove('a');
  finish(history.undo());
  remove('b');
  expect([history.undoLabel, history.redoLabel]).toEqual(['delete of b', null]);
});

test('several records are one edit', () => {
  const collection = start();
  const history = new EditHistory(() => 0);
  const targets = ['a', 'b'].map((id) => ({ collection, id }));
  history.perform('delete of 2', targets, () => {
    for (const { id } of targets) collection.edit(id, undefined, undefined);
  });
  expect(collection.size).toBe(0);
  finish(history.undo());
  expect(collection.size).toBe(2);
});

test('the list names every edit, newest first, and one goes to any of them', () => {
  let now = 0;
  const collection = start();
  const history = new EditHistory(() => (now += 10));
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
  finish(history.undo());
  expect(history.entries()).toEqual([
    { id: 3, label: 'set 3', records: 2, time: 30, isDone: false },
    { id: 2, label: 'set 2', records: 2, time: 20, isDone: true },
    { id: 1, label: 'set 1', records: 2, time: 10, isDone: true },
  ]);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(null, 1, 2, 3)), (stops) => {
      for (const stop of stops) {
        finish(history.goTo(stop));
        expect(everything(collection)).toEqual(states[stop ?? 0]);
        expect(history.entries().filter(({ isDone }) => isDone)).toHaveLength(stop ?? 0);
        expect(finish(history.goTo(stop))).toBe(0);
      }
    }),
  );
  finish(history.goTo(1));
  expect(finish(history.goTo(3))).toBe(2);
  expect(finish(history.goTo(4))).toBeNull();
  finish(history.goTo(null));
  history.remember({ label: 'another way', undo: () => {}, redo: () => {} });
  expect(history.entries()).toMatchObject([{ id: 4, label: 'another way', records: 0 }]);
});

test('an undo that takes long leaves nothing to redo when something else was done meanwhile', () => {
  const records = Array.from({ length: 2000 }, (_, index) => ({ id: `r${index}`, n: 0 }));
  const collection = new SharedCollection(definition, records);
  const history = new EditHistory(() => 0);
  const targets = records.map(({ id }) => ({ collection, id }));
  history.perform('all', targets, () => {
    for (const { id } of targets) collection.edit(id, { id, n: 1 }, { id, n: 1 });
  });
  const undoing = history.undo();
  expect(undoing.next().done).toBe(false);
  history.remember({ label: 'another', undo: () => {}, redo: () => {} });
  expect(finish(undoing)).toBe('all');
  expect(history.entries().map(({ label, isDone }) => [label, isDone])).toEqual([['another', true]]);
  expect(targets.every(({ id }) => collection.fixture(id)?.value.n === 0)).toBe(true);
});
