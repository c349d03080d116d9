import { expect } from '@playwright/test';
import { axeFaults } from '../../axe-faults.ts';
import { test } from '../../console-test.ts';
import { Frame } from '../../pages/frame.ts';

test('the time machine goes back by keyboard, compares, replays, restores, and opens at a request', async ({
  console,
  request,
}) => {
  const { page } = console;
  const frame = new Frame(page);
  const mock = await frame.mockUrl();
  await frame.open('Time machine');
  const view = frame.view('Time machine');
  await expect(view).toContainText('Nothing has changed yet');
  await request.patch(`${mock}/api/users/1`, { data: { name: 'First name' } });
  await request.patch(`${mock}/api/users/1`, { data: { name: 'Second name' } });
  await request.delete(`${mock}/api/users/2`);

  const slider = view.getByRole('slider', { name: 'Moment' });
  await expect(slider).toHaveAttribute('aria-valuetext', /DELETE \/api\/users\/2, now/);
  await slider.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', /The beginning/);
  await slider.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', /PATCH \/api\/users\/1/);
  const row = view.getByRole('row').filter({ hasText: 'First name' });
  await expect(row).toContainText('now Second name');
  await expect(page).toHaveURL(/#\/time-machine\/\d+$/);
  expect(await axeFaults(page, 'main')).toEqual([]);

  await view.getByRole('tab', { name: 'Compared with now' }).click();
  const changed = view.getByRole('article', { name: '1 of users' });
  await expect(changed.getByRole('row', { name: /name/ })).toContainText(['"First name"', '"Second name"'].join(''));
  await expect(view.getByRole('article', { name: '2 of users' })).toContainText('Removed since');
  expect(await axeFaults(page, 'main')).toEqual([]);

  await view.getByRole('button', { name: 'Replay from here' }).click();
  await expect(view.getByRole('radio', { name: 'Same 2' })).toBeVisible();
  expect(await axeFaults(page, 'main')).toEqual([]);

  await view.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 records changed' })).toBeVisible();
  await expect((await request.get(`${mock}/api/users/1`)).json()).resolves.toMatchObject({ name: 'First name' });
  await frame.messages.getByRole('button', { name: 'Undo' }).click();
  await expect(async () => {
    expect((await request.get(`${mock}/api/users/2`)).status()).toBe(404);
  }).toPass();

  await frame.open('Requests');
  await page.getByRole('row').filter({ hasText: 'DELETE' }).click();
  await page.getByRole('button', { name: 'Records at this request' }).click();
  await expect(view.getByRole('radio', { name: 'Before the request' })).toBeChecked();
  await view.getByRole('radio', { name: 'After it' }).click();
  await expect(slider).toHaveAttribute('aria-valuetext', /DELETE \/api\/users\/2/);
});
