import { expect, test } from 'vitest';
import { createClient } from '../../../renderer/console/client.ts';
import { noReply } from '../../../renderer/console/transport.ts';
import { goTo, offerUndo, takeStep } from '../../../renderer/console/undo.ts';
import { createToaster } from '../../../renderer/ui/overlay/toaster.ts';
import { problem } from '../../../server/domain/basics/problem.ts';
import { FakeTransport, settled, timers } from './fake-transport.ts';

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
  await timers();
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

/** An offer to undo the deletion of 42, pressed while an edit is on its way, such as that of a field which the press left. */
function pressOffer() {
  const transport = new FakeTransport();
  const client = createClient(transport);
  const toaster = createToaster();
  client.onEdit(toaster.withdraw);
  offerUndo(client, toaster, 'Deleted 42.');
  const patch = { collection: 'users', id: '1', patch: {}, base: {} };
  void client.call('records.patch', patch);
  toaster.toasts()[0]?.action?.run();
  return { transport, toaster };
}

test('an offered undo takes back nothing that was saved after what it offers', async () => {
  const { transport, toaster } = pressOffer();
  await transport.take('records.patch').answer(null);
  await timers();
  expect(transport.calls).toEqual([]);
  expect(toaster.toasts().map(({ text }) => text)).toEqual([
    'Not undone, because another edit was made after it. Undo takes back the latest edit first.',
  ]);
});

test('an offered undo takes back nothing after an edit whose reply was lost, which may be the latest', async () => {
  const { transport, toaster } = pressOffer();
  await transport.take('records.patch').refuseWith(noReply);
  await timers();
  expect(transport.calls).toEqual([]);
  expect(toaster.toasts()).toMatchObject([{ text: expect.stringContaining('Not undone'), action: null }]);
});

test('an offered undo waits for an edit under way, and takes its own back if that was refused', async () => {
  const { transport } = pressOffer();
  expect(transport.calls.map(({ name }) => name)).toEqual(['records.patch']);
  await transport.take('records.patch').refuse('Nothing has this id.');
  await timers();
  expect(transport.calls.map(({ name }) => name)).toEqual(['history.undo']);
});

test('a step to a place in the history waits for an edit under way', async () => {
  const transport = new FakeTransport();
  const client = createClient(transport);
  void client.call('records.remove', { collection: 'users', id: '1' });
  void goTo(client, createToaster(), 3, 'Undo');
  await timers();
  expect(transport.calls.map(({ name }) => name)).toEqual(['records.remove']);
  await transport.take('records.remove').answer(null);
  await timers();
  expect(transport.calls.map(({ name }) => name)).toEqual(['history.goTo']);
});
