import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { Frame } from '../../pages/frame.ts';
import { TryItPage } from '../../pages/try-it-page.ts';

const order = '/api/orders/1001';

test('by mouse: a change refused with 412 is merged with the other client’s change', async ({ console, request }) => {
  const frame = new Frame(console.page);
  const tryIt = new TryItPage(console.page);
  const url = `${await frame.mockUrl()}${order}`;
  const before = await (await request.get(url)).json();

  await frame.open('Try it');
  await tryIt.ask(order);
  await expect(tryIt.status).toContainText('200');
  await tryIt.method.selectOption('PATCH');
  await tryIt.open('Change');
  await tryIt.member('status').fill('shipped');
  await expect(tryIt.editor.getByRole('table', { name: 'Effect of the change' })).toContainText('delivered');
  await tryIt.open('Conditions');
  await tryIt.condition('If-Match').selectOption('last seen tag');
  const toast = tryIt.toast.waitFor();
  await tryIt.otherClient.click();
  await toast;
  await tryIt.sendButton.click();

  await expect(tryIt.status).toContainText('412');
  const ladder = tryIt.response.getByRole('region', { name: 'Conditions' });
  await expect(ladder.getByRole('listitem').filter({ hasText: 'If-Match' })).toContainText('false');
  expect(await (await request.get(url)).json()).toMatchObject({ status: 'delivered' });

  const steps = () =>
    Promise.all((['1. Read again', '2. Merge and send'] as const).map((name) => tryIt.step(name).boundingBox()));
  const places = await steps();
  await tryIt.step('1. Read again').click();
  await expect(tryIt.conflict).toContainText('Changed by you');
  expect(await steps()).toEqual(places);
  await expect(tryIt.step('1. Read again')).toBeFocused();
  await tryIt.step('Merge without sending').click();
  await tryIt.step('2. Merge and send').click();
  await expect(tryIt.status).toContainText('200');
  await expect(tryIt.conflict).toBeHidden();
  const after = await (await request.get(url)).json();
  expect(after).toMatchObject({ status: 'shipped' });
  expect(
    Object.keys(after).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name])),
  ).toHaveLength(2);
});

test('a change at the path of the User Information Service leads to the same user below /api', async ({ console }) => {
  const tryIt = new TryItPage(console.page);
  await new Frame(console.page).open('Try it');
  await tryIt.address.fill('/users/42');
  await tryIt.method.selectOption('PATCH');
  await console.page.getByRole('button', { name: 'Use /api/users/42' }).click();
  await expect(tryIt.address).toHaveValue('/api/users/42');
  await expect(tryIt.member('name')).toBeVisible();

  await tryIt.collection.selectOption('/users/{userId}');
  await expect(tryIt.address).toHaveValue('/users/42');
  await tryIt.collection.selectOption('/api/users');
  await expect(tryIt.address).toHaveValue('/api/users/42');
});

test('the person resolves a member that both changed', async ({ console, request }) => {
  const frame = new Frame(console.page);
  const tryIt = new TryItPage(console.page);
  const url = `${await frame.mockUrl()}/api/users/42`;

  await frame.open('Try it');
  await tryIt.ask('/api/users/42');
  await expect(tryIt.status).toContainText('200');
  await tryIt.method.selectOption('PATCH');
  await tryIt.member('name').fill('Ada Byron');
  await tryIt.open('Conditions');
  await tryIt.condition('X-Resource-Version').selectOption('last seen version');
  await request.patch(url, { data: { name: 'Countess of Lovelace', plan: 'team' } });
  await tryIt.sendButton.click();
  await expect(tryIt.status).toContainText('412');
  await tryIt.step('1. Read again').click();
  await tryIt.conflict.getByRole('radio', { name: /Theirs/ }).check();
  await expect(tryIt.step('2. Merge and send')).toHaveAccessibleDescription(/^There is nothing to send/);
  await tryIt.conflict.getByRole('radio', { name: /Yours/ }).check();
  await tryIt.step('2. Merge and send').click();
  await expect(tryIt.conflict).toBeHidden();
  await expect(tryIt.status).toContainText('200');
  expect(await (await request.get(url)).json()).toMatchObject({ name: 'Ada Byron', plan: 'team' });
});
