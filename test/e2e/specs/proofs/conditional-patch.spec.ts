import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { Frame } from '../../pages/frame.ts';
import { TryItPage } from '../../pages/try-it-page.ts';

const order = '/api/orders/1001';

test('by keyboard: a change refused with 412 is merged with the other client’s change', async ({
  console,
  request,
}) => {
  const frame = new Frame(console.page);
  const tryIt = new TryItPage(console.page);
  const { keyboard } = console.page;
  const url = `${await frame.mockUrl()}${order}`;

  await keyboard.type('gt');
  await frame.view('Try it').waitFor();
  await tryIt.tabTo(tryIt.address);
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type(order);
  await keyboard.press('Enter');
  await expect(tryIt.status).toContainText('200');

  await tryIt.tabTo(tryIt.method, 'Shift+Tab');
  await tryIt.chooseByArrows(tryIt.method, 'PATCH');
  await tryIt.tabTo(tryIt.member('status'));
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type('shipped');
  await tryIt.tabTo(tryIt.editor.getByRole('tab', { name: 'Change' }), 'Shift+Tab');
  await keyboard.press('ArrowRight');
  await tryIt.tabTo(tryIt.condition('If-Match'));
  await keyboard.press('ArrowDown');
  await tryIt.tabTo(tryIt.otherClient, 'Shift+Tab');
  const toast = tryIt.toast.waitFor();
  await keyboard.press('Enter');
  await toast;
  await keyboard.press('ControlOrMeta+Enter');
  await expect(tryIt.status).toContainText('412');

  await tryIt.tabTo(tryIt.step('1. Read again'));
  await keyboard.press('Enter');
  await expect(tryIt.step('2. Merge and send')).toBeEnabled();
  await tryIt.tabTo(tryIt.step('2. Merge and send'));
  await keyboard.press('Enter');
  await expect(tryIt.status).toContainText('200');
  await expect(tryIt.conflict).toBeHidden();
  expect(await (await request.get(url)).json()).toMatchObject({ status: 'shipped' });
  expect((await request.get(url)).headers()['x-resource-version']).toBe('3');
});
