import { expect, test } from 'vitest';
import { createClient } from '../../../renderer/console/client.ts';
import { goTo, takeStep } from '../../../renderer/console/undo.ts';
import { createToaster } from '../../../renderer/ui/overlay/toaster.ts';
import { problem } from '../../../server/domain/basics/problem.ts';
import { FakeTransport, settled } from './fake-transport.ts';

function editsOfOthers(...labels: readonly string[]) {
  const edits = labels.map((label, index) => ({ id: index + 7, label, by: 'window 2' }));
  return problem('edit-conflict', 'Made in another window.', { edits });
}

test('undoes an own edit at once', async () => {
  const transport = new FakeTransport();
  const step = takeStep(createClient(transport), createToaster(), 'history.undo');
  const call = transport.take('history.undo');
  expect(call.input).toEqual({});
  await call.answer({ label: 'delete of 42' });
  expect(await step).toBe('delete of 42');
});

test('names the edit of another window, and undoes that edit alone once the person agrees', async () => {
  const transport = new FakeTransport();
  const toaster = createToaster();
  const step = takeStep(createClient(transport), toaster, 'history.undo');
  await transport.take('history.undo').refuseWith(editsOfOthers('delete of 42'));
  expect(toaster.question()).toMatchObject({
    title: 'Undo an edit of another window?',
    text: '“delete of 42” was made in another window.',
    verb: 'Undo',
  });
  toaster.question()?.answer(true);
  await settled();
  const call = transport.take('history.undo');
  expect(call.input).toEqual({ edit: 7 });
  await call.answer({ label: 'delete of 42' });
  expect(await step).toBe('delete of 42');
  expect(toaster.question()).toBeNull();
});

test('undoes nothing of another window without consent', async () => {
  const transport = new FakeTransport();
  const toaster = createToaster();
  const step = takeStep(createClient(transport), toaster, 'history.redo');
  await transport.take('history.redo').refuseWith(editsOfOthers('delete of 42'));
  toaster.question()?.answer(false);
  expect(await step).toBeNull();
  expect(transport.calls).toEqual([]);
});

test('names the edits of others that a step through the history would take back', async () => {
  const transport = new FakeTransport();
  const toaster = createToaster();
  const going = goTo(createClient(transport), toaster, 3, 'Undo');
  await transport.take('history.goTo').refuseWith(editsOfOthers('a', 'b', 'c', 'd', 'e'));
  expect(toaster.question()).toMatchObject({
    title: 'Undo 5 edits of another window?',
    text: '“a”, “b”, “c” and 2 more were made in another window.',
  });
  toaster.question()?.answer(true);
  await settled();
  const call = transport.take('history.goTo');
  expect(call.input).toEqual({ id: 3, others: true });
  await call.answer({ steps: 5 });
  await going;
});
