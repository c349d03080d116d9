import { expect, test } from 'vitest';
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

test('has one offer at a time, and a withdrawn one goes', () => {
  const { toaster, texts } = open();
  const undo = { title: 'Undo', run: () => {} };
  toaster.say('saved');
  toaster.offer('first', undo);
  toaster.offer('second', undo);
  expect(texts()).toEqual(['saved', 'second']);
  toaster.withdraw();
  expect(texts()).toEqual(['saved']);
});
