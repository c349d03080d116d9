import { expect, test } from 'vitest';
import { accept } from '../../../../server/domain/basics/result.ts';
import { finish, type Work } from '../../../../server/domain/basics/work.ts';
import { type Change, type Edit, EditHistory } from '../../../../server/domain/records/edit-history.ts';

const change = (follow?: Change['follow']): Change => ({ undo: () => {}, redo: () => {}, ...(follow && { follow }) });

function historyOf(...edits: readonly Edit[]) {
  const calls: string[] = [];
  const history = new EditHistory({ now: () => 0, onChange: () => calls.push('changed') });
  history.onEdit = (label) => calls.push(label);
  for (const [index, edit] of edits.entries()) history.add(edit, index + 5);
  calls.length = 0;
  return { history, calls, list: () => history.entries().map(({ id, isDone }) => [id, isDone]) };
}

test('an edit that is proposed to other instances is not remembered before they agree', () => {
  const proposed: Edit[] = [];
  const proposal = { remember: (edit: Edit) => proposed.push(edit) };
  const history = new EditHistory({ now: () => 0, proposal: () => proposal as never });
  const edit = { label: 'one', changes: [change()] };
  expect(history.remember(edit)).toBe(false);
  expect([proposed, history.entries()]).toEqual([[edit], []]);
});

test('follows the undo and redo of other instances, also of an edit that is not the last', () => {
  const steps: string[] = [];
  const followed = change((step) => {
    steps.push(`before ${step}`);
    return () => steps.push(`after ${step}`);
  });
  const { history, calls, list } = historyOf(
    { label: 'one', changes: [followed, change()] },
    { label: 'two', changes: [change()] },
  );
  const finished = finish(history.follow('undo', 5));
  expect(steps).toEqual(['before undo']);
  expect(list()).toEqual([
    [6, true],
    [5, true],
  ]);
  finished();
  expect(steps).toEqual(['before undo', 'after undo']);
  expect(list()).toEqual([
    [5, false],
    [6, true],
  ]);
  expect(calls.splice(0)).toEqual(['undo of one', 'changed']);
  finish(history.follow('redo', 5))();
  expect(list()).toEqual([
    [5, true],
    [6, true],
  ]);
  expect(calls).toEqual(['redo of one', 'changed']);
});

test('leaves out a step of an edit that it does not remember', () => {
  const { history, calls, list } = historyOf({ label: 'one', changes: [change()] });
  finish(history.follow('undo', 4))();
  finish(history.follow('redo', 5))();
  expect([list(), calls]).toEqual([[[5, true]], []]);
});

test('forgets all edits, done and undone', async () => {
  const { history, calls, list } = historyOf(
    { label: 'one', changes: [change()] },
    { label: 'two', changes: [change()] },
  );
  await history.undo();
  calls.length = 0;
  history.forget();
  expect([list(), calls]).toEqual([[], ['changed']]);
});

test('an undo or redo that is proposed takes its changes back and leaves the list to the other instances', async () => {
  const calls: string[] = [];
  const proposal = {
    *inSlices<T>(work: Work<T>): Work<T> {
      calls.push('begin');
      const result = yield* work;
      calls.push('end');
      return result;
    },
    remember: () => {},
    move: (step: string, id: number) => calls.push(`${step} ${id}`),
  };
  const onMoved = () => calls.push('moved');
  const history = new EditHistory({ now: () => 0, onMoved, proposal: () => proposal });
  for (const id of [1, 2, 3]) {
    const step = { undo: () => calls.push(`undone ${id}`), redo: () => calls.push(`redone ${id}`) };
    history.add({ label: `edit ${id}`, changes: [step] }, id);
  }
  const list = () => history.entries().map(({ id, isDone }) => [id, isDone]);
  const all = list();
  expect(await history.undo()).toEqual(accept('edit 3'));
  expect(calls.splice(0)).toEqual(['begin', 'undone 3', 'undo 3', 'end']);
  // The first step only: the others follow once all instances have taken it.
  expect(await history.goTo(null)).toEqual(accept(1));
  expect(calls.splice(0)).toEqual(['begin', 'undone 3', 'undo 3', 'end']);
  expect(list()).toEqual(all);
  for (const id of [3, 2]) finish(history.follow('undo', id))();
  expect(await history.redo()).toEqual(accept('edit 2'));
  expect(await history.goTo(3)).toEqual(accept(1));
  expect(calls).toEqual(['begin', 'redone 2', 'redo 2', 'end', 'begin', 'redone 2', 'redo 2', 'end']);
});

test('follows an edit of many changes with pauses', () => {
  const { history } = historyOf({ label: 'one', changes: Array.from({ length: 5000 }, () => change(() => () => {})) });
  const work = history.follow('undo', 5);
  let pauses = 0;
  while (!work.next().done) pauses += 1;
  expect(pauses).toBeGreaterThanOrEqual(9);
});
