import { expect, test, vi } from 'vitest';
import { createToaster } from '../../../../renderer/ui/overlay/toaster.ts';

function open() {
  const toaster = createToaster();
  return { toaster, texts: () => toaster.toasts().map(({ text }) => text) };
}

test('shows the last three messages', () => {
  const { toaster, texts } = open();
  for (const text of ['one', 'two', 'three', 'four']) toaster.say(text);
  expect(texts()).toEqual(['two', 'three', 'four']);
});

test('shows a message once, as the latest, however often it is said', () => {
  const { toaster, texts } = open();
  for (const text of ['on', 'off', 'on']) toaster.say(text);
  expect(texts()).toEqual(['off', 'on']);
});

test('an undo outlives its message until something else is edited or offered', () => {
  const { toaster } = open();
  const undo = { title: 'Undo', undoes: 'switch', run: () => {} };
  const offer = () => toaster.offerUntilEdit('switched', undo);
  const dismiss = () => toaster.dismiss(toaster.toasts()[0]?.id ?? 0);
  offer();
  dismiss();
  expect([toaster.toasts(), toaster.offeredUndo()]).toEqual([[], undo]);
  toaster.forgetUndo();
  expect(toaster.offeredUndo()).toBeNull();

  offer();
  toaster.forgetUndo();
  expect(toaster.offeredUndo()).toBe(undo);
  dismiss();
  expect(toaster.offeredUndo()).toBeNull();

  for (const end of [toaster.withdraw, () => toaster.offerUntilEdit('edited', { title: 'Undo', run: () => {} })]) {
    offer();
    dismiss();
    end();
    expect(toaster.offeredUndo()).toBeNull();
  }
});

test('has one offer at a time, and a withdrawn one goes', () => {
  const { toaster, texts } = open();
  const undo = { title: 'Undo', run: () => {} };
  toaster.say('saved');
  toaster.offerUntilEdit('first', undo);
  toaster.offerUntilEdit('second', undo);
  expect(texts()).toEqual(['saved', 'second']);
  toaster.withdraw();
  expect(texts()).toEqual(['saved']);
});

test('an offer that edits leave as it is goes when it is removed, and not when another is withdrawn', () => {
  const { toaster, texts } = open();
  const remove = toaster.offer('discarded', { title: 'Restore', run: () => {} });
  toaster.offerUntilEdit('edited', { title: 'Undo', run: () => {} });
  expect(texts()).toEqual(['discarded', 'edited']);
  toaster.withdraw();
  expect(texts()).toEqual(['discarded']);
  remove();
  expect(texts()).toEqual([]);
});

test('messages push out messages, and offers the oldest offer, which ends with it after an edit', () => {
  const { toaster, texts } = open();
  const restore = () => ({ title: 'Restore', run: () => {} });
  toaster.offerUntilEdit('switched', { title: 'Undo', undoes: 'switch', run: () => {} });
  toaster.forgetUndo();
  for (const text of ['one', 'two', 'three']) toaster.say(text);
  expect(texts()).toEqual(['switched', 'two', 'three']);
  for (const text of ['first', 'second']) toaster.offer(text, restore());
  expect(texts()).toEqual(['switched', 'first', 'second']);
  expect(toaster.offeredUndo()).not.toBeNull();
  toaster.fail('failed');
  expect(texts()).toEqual(['first', 'second', 'failed']);
  expect(toaster.offeredUndo()).toBeNull();
});

test('an undo that lasts a while ends then, once its message has gone', () => {
  vi.useFakeTimers();
  const { toaster } = open();
  toaster.offerUntilEdit('Cleared the log.', { title: 'Undo', undoes: 'clear', lasts: 1000, run: () => {} });
  toaster.dismiss(toaster.toasts()[0]?.id ?? 0);
  vi.advanceTimersByTime(999);
  expect(toaster.offeredUndo()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(toaster.offeredUndo()).toBeNull();
  vi.useRealTimers();
});
