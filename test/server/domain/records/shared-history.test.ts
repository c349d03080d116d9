import { expect, test } from 'vitest';
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
  const finish = history.follow('undo', 5);
  expect(steps).toEqual(['before undo']);
  expect(list()).toEqual([
    [6, true],
    [5, true],
  ]);
  finish();
  expect(steps).toEqual(['before undo', 'after undo']);
  expect(list()).toEqual([
    [5, false],
    [6, true],
  ]);
  expect(calls.splice(0)).toEqual(['undo of one', 'changed']);
  history.follow('redo', 5)();
  expect(list()).toEqual([
    [5, true],
    [6, true],
  ]);
  expect(calls).toEqual(['redo of one', 'changed']);
});

test('leaves out a step of an edit that it does not remember', () => {
  const { history, calls, list } = historyOf({ label: 'one', changes: [change()] });
  history.follow('undo', 4)();
  history.follow('redo', 5)();
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
