import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { Frame } from '../../pages/frame.ts';
import { LiveStatePage } from '../../pages/live-state-page.ts';
import { RequestsPage } from '../../pages/requests-page.ts';

test('snapshots restore changes, and sessions are isolated', async ({ console, request }) => {
  await test.step('a snapshot restores the changes of clients, and undo reverts that', async () => {
    const frame = new Frame(console.page);
    const live = new LiveStatePage(console.page);
    const url = `${await frame.mockUrl()}/users/1`;
    const name = async () => (await (await request.get(url)).json()).name;
    const rename = (to: string) => request.patch(url.replace('/users', '/api/users'), { data: { name: to } });

    await rename('Before checkout');
    await frame.open('Live state');
    await live.save('Checkout');
    await expect(live.snapshot('Checkout')).toContainText('1 record');
    await rename('After checkout');
    await live.restore('Checkout');
    await expect.poll(name).toBe('Before checkout');
    await frame.undo.click();
    await expect.poll(name).toBe('After checkout');

    await live.remove('Checkout');
    await expect(live.snapshot('Checkout')).toBeHidden();
    await frame.messages.getByRole('button', { name: 'Undo' }).click();
    await expect(live.snapshot('Checkout')).toBeVisible();
  });

  await test.step('two sessions with their own scenarios are isolated from each other', async () => {
    const frame = new Frame(console.page);
    const live = new LiveStatePage(console.page);
    const mock = await frame.mockUrl();
    const inSession = (session: string) => ({ headers: { 'X-Mock-Session': session } });
    const status = async (session: string) => (await request.get(`${mock}/users/1`, inSession(session))).status();
    await frame.open('Live state');
    expect(await status('red')).toBe(200);
    await request.delete(`${mock}/api/users/1`, inSession('blue'));
    await expect(live.session('blue')).toContainText('1 record');
    await expect(live.session('red')).toContainText('0 records');

    await live.chooseScenario('red', 'Service unavailable');
    await expect.poll(() => status('red')).toBe(503);
    expect(await status('blue')).toBe(404);
    expect((await request.get(`${mock}/users/1`)).status()).toBe(200);

    await live.reset('blue');
    await expect.poll(() => status('blue')).toBe(200);
    await live.drop('red');
    await expect(live.session('red')).toBeHidden();
    expect(await status('red')).toBe(200);

    await frame.open('Requests');
    const rows = new RequestsPage(console.page).rows.filter({ hasText: 'blue' });
    await expect(rows.first()).toContainText('DELETE');
  });
});
