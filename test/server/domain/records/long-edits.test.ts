import { expect, test } from 'vitest';
import { accept } from '../../../../server/domain/basics/result.ts';
import type { Work } from '../../../../server/domain/basics/work.ts';
import { EditHistory } from '../../../../server/domain/records/edit-history.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';

const definition = { name: 'users', key: 'id', sort: null, time: null, schema: null };

/** Two thousand records, one edit of all of them, and scheduled work that the test advances. */
function longEdit() {
  const records = Array.from({ length: 2000 }, (_, index) => ({ id: `r${index}`, n: 0 }));
  const collection = new SharedCollection(definition, records);
  const waiting: (() => boolean)[] = [];
  const run = <T>(work: Work<T>) =>
    new Promise<T>((resolve) => {
      waiting.push(() => {
        const { done, value } = work.next();
        if (done) resolve(value);
        return done === true;
      });
    });
  const history = new EditHistory({ now: () => 0, run });
  const targets = records.map(({ id }) => ({ collection, id }));
  const setAll = (n: number) =>
    history.perform(`all ${n}`, targets, () => {
      for (const { id } of targets) collection.edit(id, { id, n }, { id, n });
    });
  /** Runs all work, one time slice each in turn. */
  const runAll = async () => {
    for (let round = 0; round < 10_000; round += 1) {
      for (const slice of waiting.splice(0)) if (!slice()) waiting.push(slice);
      await Promise.resolve();
    }
  };
  const areAll = (n: number) => targets.every(({ id }) => collection.fixture(id)?.value.n === n);
  return { collection, history, setAll, waiting, runAll, areAll };
}

/** Runs one time slice of all waiting work. */
async function runAllOnce(waiting: readonly (() => boolean)[]): Promise<void> {
  await Promise.resolve();
  for (const slice of waiting) expect(slice()).toBe(false);
}

test('a long undo leaves nothing to redo if another edit is made meanwhile', async () => {
  const { history, setAll, waiting, runAll, areAll } = longEdit();
  setAll(1);
  const undoing = history.undo();
  await Promise.resolve();
  expect(waiting[0]?.()).toBe(false);
  history.remember({ label: 'another', changes: [{ undo: () => {}, redo: () => {} }] });
  await runAll();
  expect(await undoing).toEqual(accept('all 1'));
  expect(history.entries().map(({ label, isDone }) => [label, isDone])).toEqual([['another', true]]);
  expect(areAll(0)).toBe(true);
});

test('a redo that another edit interrupts leaves that edit alone', async () => {
  const { history, setAll, waiting, runAll, areAll } = longEdit();
  setAll(1);
  const undoing = history.undo();
  await runAll();
  await undoing;
  const redoing = history.redo();
  await runAllOnce(waiting);
  history.remember({ label: 'another', changes: [{ undo: () => {}, redo: () => {} }] });
  await runAll();
  expect(await redoing).toEqual(accept('all 1'));
  expect(history.entries().map(({ label, isDone }) => [label, isDone])).toEqual([['another', true]]);
  expect(areAll(1)).toBe(true);
});

test('going back does not undo an edit that is made meanwhile', async () => {
  const { history, setAll, waiting, runAll } = longEdit();
  setAll(1);
  setAll(2);
  const going = history.goTo(null);
  await runAllOnce(waiting);
  const undone: string[] = [];
  history.remember({ label: 'another', changes: [{ undo: () => undone.push('another'), redo: () => {} }] });
  await runAll();
  expect(await going).toEqual(accept(1));
  expect(undone).toEqual([]);
  expect(history.entries().map(({ label }) => label)).toEqual(['another', 'all 1']);
});

test('undo and redo pause after every record, because one may be wide', async () => {
  const { history, setAll, waiting } = longEdit();
  setAll(1);
  for (const step of [() => history.undo(), () => history.redo()]) {
    const taken = step();
    await Promise.resolve();
    let slices = 1;
    while (!waiting[0]?.()) slices += 1;
    waiting.shift();
    await taken;
    // 1999 pauses between 2000 records.
    expect(slices).toBe(2000);
  }
});

test('an undo waits for the undo under way', async () => {
  const { history, setAll, runAll, areAll } = longEdit();
  setAll(1);
  setAll(2);
  const undone = Promise.all([history.undo(), history.undo()]);
  await runAll();
  expect(await undone).toEqual([accept('all 2'), accept('all 1')]);
  expect(areAll(0)).toBe(true);
  expect(history.redoLabel).toBe('all 1');
});

test('is settled once no undo is under way', async () => {
  const { history, setAll, runAll } = longEdit();
  setAll(1);
  let isSettled = false;
  void history.undo();
  const settled = history.settled().then(() => {
    isSettled = true;
  });
  await new Promise(setImmediate);
  expect(isSettled).toBe(false);
  await runAll();
  await settled;
});
