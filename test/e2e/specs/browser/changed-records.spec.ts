import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';

test('changes of clients are marked, and can be reverted or kept, and deleted records restored', async ({
  console,
  request,
}) => {
  const { page } = console;
  const fixtures = new FixturesPage(page);
  const mock = await new Frame(page).mockUrl();
  const url = `${mock}/api/users/1`;
  const changes = page.getByRole('region', { name: 'Live changes' });
  const change = async (name: string) => {
    expect((await request.patch(url, { data: { name } })).status()).toBe(200);
    await expect(changes.getByRole('status')).toHaveText('1 live change');
  };

  await change('From a client');
  await changes.getByRole('button', { name: 'Revert' }).click();
  await expect(changes).toBeHidden();
  expect((await (await request.get(url)).json()).name).toBe('Rohan Singh');

  await change('From a client again');
  await changes.getByRole('button', { name: 'Keep' }).click();
  await expect(changes).toBeHidden();
  expect((await (await request.get(url)).json()).name).toBe('From a client again');

  expect((await request.delete(url)).status()).toBe(204);
  await expect(fixtures.row('1')).toBeHidden();

  await fixtures.changedOnly.click();
  await expect(fixtures.count).toHaveText('1 record changed');
  await fixtures.cell('1', 'From a client again').click();
  await fixtures.revert.click();
  await expect(fixtures.count).toHaveText('0 records changed');
  expect((await request.get(`${mock}/users/1`)).status()).toBe(200);

  await fixtures.changedOnly.click();
  await expect(fixtures.row('1')).toBeVisible();
});
