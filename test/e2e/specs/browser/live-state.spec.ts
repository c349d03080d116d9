import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { Frame } from '../../pages/frame.ts';
import { LiveStatePage } from '../../pages/live-state-page.ts';
import { RequestsPage } from '../../pages/requests-page.ts';
import { unreachableControls } from '../../unreachable.ts';

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
    await live.compareWith('Checkout');
    await expect.poll(() => live.difference('1 of users')).toEqual([expect.stringMatching(/name.*Before.*After/s)]);
    await live.restore('Checkout');
    await expect.poll(name).toBe('Before checkout');
    await expect(live.changes).toContainText('Equals Checkout');
    await frame.undo.click();
    await expect.poll(name).toBe('After checkout');

    await live.rename('Checkout', 'Paid');
    await expect(console.page).toHaveURL(/#\/live-state\/shared\/snapshot\/Paid$/);
    await live.press('Restore 1 of users');
    await expect.poll(name).toBe('Before checkout');

    await live.remove('Paid');
    await expect(live.snapshot('Paid')).toBeHidden();
    await frame.messages.getByRole('button', { name: 'Undo' }).click();
    await expect(live.snapshot('Paid')).toBeVisible();
  });

  await test.step('a snapshot that is renamed late leaves the form of another one open', async () => {
    const { page } = console;
    const live = new LiveStatePage(page);
    await live.save('First');
    await live.save('Second');
    let reply = () => {};
    const held = new Promise<void>((resolve) => {
      reply = resolve;
    });
    await page.route(/call.snapshots.rename$/, async (route) => {
      await held;
      await route.continue();
    });
    await live.rename('First', 'Before');
    const field = await live.beginRenaming('Second');
    await field.fill('After');
    const renamed = page.waitForResponse(/call.snapshots.rename$/);
    reply();
    await (await renamed).finished();
    await expect(live.snapshot('Before')).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
    await field.press('Enter');
    await expect(live.snapshot('After')).toBeVisible();
  });

  await test.step('Enter runs nothing else when the highlighted action goes', async () => {
    const { page, program } = console;
    if (program.shell !== 'browser') throw new Error('This spec is for the console in a browser.');
    const options = page.getByRole('dialog', { name: 'All actions' }).getByRole('option');
    const highlighted = options.and(page.locator('[aria-selected=true]'));
    await page.keyboard.press('ControlOrMeta+k');
    await expect(highlighted).toHaveCount(1);
    await options.filter({ hasText: 'Restore Before' }).hover();
    await expect(highlighted).toContainText('Restore Before');
    const headers = { Authorization: `Bearer ${program.token}` };
    const called = await request.post(`${program.url}/call/snapshots.remove`, { headers, data: { name: 'Before' } });
    expect(called.ok()).toBe(true);
    await expect(options.filter({ hasText: 'Restore Before' })).toHaveCount(0);
    await expect(highlighted).toHaveCount(0);
    await page.keyboard.press('Enter');
    // What is chosen anew is highlighted, and so is the first action that another search finds.
    await page.keyboard.press('ArrowDown');
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.type('restore');
    await expect(highlighted).toContainText('Restore');
    await page.keyboard.press('Escape');
    await expect(options).toHaveCount(0);
    await expect(new LiveStatePage(page).snapshot('After')).toBeVisible();
    await expect(new LiveStatePage(page).snapshot('Before')).toBeHidden();
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
    await expect(live.state('blue')).toContainText('1 changed');
    await expect(live.state('red')).toContainText('0 changed');

    await live.chooseScenario('red', 'Service unavailable');
    await expect.poll(() => status('red')).toBe(503);
    expect(await status('blue')).toBe(404);
    expect((await request.get(`${mock}/users/1`)).status()).toBe(200);

    await live.reset('blue');
    await expect.poll(() => status('blue')).toBe(200);
    await frame.messages.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => status('blue')).toBe(404);
    await live.drop('red');
    await expect(live.state('red')).toBeHidden();
    await expect(console.page).toHaveURL(/#\/live-state\/shared$/);
    expect(await status('red')).toBe(200);

    await frame.open('Requests');
    const rows = new RequestsPage(console.page).rows.filter({ hasText: 'blue' });
    await expect(rows.first()).toContainText('DELETE');
  });
});

test('changes are shown record by record, and reverted or kept', async ({ console, request }) => {
  const { page } = console;
  const frame = new Frame(page);
  const live = new LiveStatePage(page);
  const mock = await frame.mockUrl();
  const patch = (id: number, data: object, headers = {}) => request.patch(`${mock}/api/users/${id}`, { data, headers });
  const nameOf = async (id: number) => (await (await request.get(`${mock}/api/users/${id}`)).json()).name;

  await test.step('without changes, the view says what it is for; a change appears by itself', async () => {
    await frame.open('Live state');
    await expect(live.changes).toContainText('No changes');
    const before = await nameOf(1);
    await patch(1, { name: 'One', address: { city: 'Oslo' } });
    await request.delete(`${mock}/api/users/3`);
    await expect(live.records).toHaveCount(2);
    await expect
      .poll(() => live.difference('1 of users'))
      .toEqual([expect.stringMatching(new RegExp(`name.*${before}.*One`, 's')), expect.stringContaining('"Oslo"')]);
    await expect(live.state('Shared')).toContainText('2 changed');
  });

  await test.step('a record is reverted by keyboard and kept by mouse; undo takes each back', async () => {
    await page.getByRole('button', { name: /^Changed 1 users/ }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('button', { name: /^Removed 3 users/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(live.changes.getByRole('table', { name: 'Difference of 3 of users' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(live.record('3 of users')).toBeHidden();
    expect((await request.get(`${mock}/users/3`)).status()).toBe(200);
    await frame.messages.getByRole('button', { name: 'Undo' }).click();
    await expect(live.record('3 of users')).toBeVisible();
    await live.press('Keep 1 of users');
    await expect(live.records).toHaveCount(1);
    expect(await nameOf(1)).toBe('One');
    await frame.undo.click();
    await expect(live.records).toHaveCount(2);
  });

  await test.step('selected and filtered records are settled together', async () => {
    for (const id of [4, 5]) await patch(id, { name: `User ${id}` });
    await expect(live.records).toHaveCount(4);
    for (const id of [4, 5]) await live.select(`${id} of users`);
    await live.press('Revert 2 selected');
    await expect(live.records).toHaveCount(2);
    await live.changes.getByRole('radio', { name: 'Removed 1' }).click();
    await expect(live.records).toHaveCount(1);
    await live.press('Keep these 1');
    await expect(live.changes).toContainText('No such change');
    await live.press('Show all changes');
    await live.press('Revert all');
    await expect(live.changes).toContainText('No changes');
  });

  await test.step('the changes of a session are kept in the fixtures; its link opens again', async () => {
    await patch(6, { name: 'From a session' }, { 'X-Mock-Session': 'worker' });
    await live.state('worker').click();
    await expect(page).toHaveURL(/#\/live-state\/session\/worker$/);
    await page.reload();
    await expect(live.record('6 of users')).toBeVisible();
    await live.press('Keep 6 of users');
    await expect(live.changes).toContainText('No changes');
    expect(await nameOf(6)).toBe('From a session');
  });

  await test.step('a session that somebody else ends is not begun anew', async () => {
    const { program } = console;
    if (program.shell !== 'browser') throw new Error('Only the console API of a browser has other clients.');
    const headers = { authorization: `Bearer ${program.token}` };
    await request.post(`${program.url}/call/sessions.drop`, { headers, data: { name: 'worker' } });
    await expect(live.changes).toContainText('There is no session “worker”.');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await page.getByRole('textbox', { name: 'Name of the snapshot' }).fill('Ended');
    await page.keyboard.press('Enter');
    await expect(save).toHaveAccessibleDescription('There is no session “worker”.');
    await live.press('Show the shared live state');
    await expect(save).not.toHaveAccessibleDescription(/./);
    await expect(page.getByRole('button', { name: 'Compare with Ended' })).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Name of the snapshot' }).fill('');
  });

  await test.step('a record shows the request that changed it last', async () => {
    await patch(7, { name: 'Seven' });
    await live.state('Shared').click();
    await live.changes.getByRole('button', { name: /^Show request \d+, which last changed 7 of users$/ }).click();
    await expect(new RequestsPage(page).detail).toContainText('/api/users/7');
    await frame.open('Live state');
  });

  await test.step('in a narrow window, everything can be reached', async () => {
    await page.setViewportSize({ width: 420, height: 800 });
    await expect(live.record('7 of users')).toBeVisible();
    await expect.poll(() => unreachableControls(page)).toEqual([]);
  });
});
