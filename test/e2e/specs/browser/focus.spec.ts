import { expect, type Locator } from '@playwright/test';
import { test } from '../../console-test.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';
import { LiveStatePage } from '../../pages/live-state-page.ts';
import { ScenariosPage } from '../../pages/scenarios-page.ts';
import { TryItPage } from '../../pages/try-it-page.ts';

test('the focus never falls to the body, and quick keys mean the view that the first ones open', async ({
  console,
  request,
}) => {
  await test.step('the focus never falls to the body', async () => {
    const { page } = console;
    const frame = new Frame(page);
    const fixtures = new FixturesPage(page);
    const isFocused = (target: Locator) => expect(target).toBeFocused();
    const mock = await frame.mockUrl();
    await request.get(`${mock}/users/1`);

    await test.step('after a dialog', async () => {
      await fixtures.cell('1', 'Rohan Singh').click();
      for (const key of ['n', 'e', '?', 'ControlOrMeta+k']) {
        await page.keyboard.press(key);
        await expect(page.getByRole('dialog')).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toBeHidden();
        await isFocused(fixtures.table);
      }
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.keyboard.press('Escape');
      await isFocused(page.getByRole('button', { name: 'Add', exact: true }));
    });

    await test.step('after a menu', async () => {
      await fixtures.row('2').click({ button: 'right' });
      await expect(page.getByRole('menu')).toBeVisible();
      await page.keyboard.press('Escape');
      await isFocused(fixtures.table);
    });

    await test.step('after a deleted row, and the button of its toast, which moves nothing', async () => {
      const place = await page.getByRole('main').boundingBox();
      await page.keyboard.press('Delete');
      await expect(fixtures.row('2')).toBeHidden();
      await isFocused(fixtures.table);
      const undo = frame.messages.getByRole('button', { name: 'Undo' });
      await expect(undo).toBeVisible();
      expect(await page.getByRole('main').boundingBox()).toEqual(place);
      await undo.click();
      await expect(undo).toBeHidden();
      expect(await page.getByRole('main').boundingBox()).toEqual(place);
      await expect(fixtures.row('2')).toBeVisible();
      await isFocused(fixtures.table);
    });

    await test.step('on a tab, with a frame for the keyboard alone', async () => {
      const tab = (name: string) => page.getByRole('tab', { name });
      await tab('products').click();
      await isFocused(tab('products'));
      await expect(tab('products')).toHaveCSS('outline-style', 'none');
      await page.keyboard.press('ArrowLeft');
      await isFocused(tab('users'));
      await expect(tab('users')).toHaveCSS('outline-style', 'solid');
    });

    await test.step('after the choice of a theme', async () => {
      const theme = page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Theme' });
      await theme.click();
      await page.getByRole('menuitem', { name: /dark/i }).click();
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await isFocused(theme);
    });

    await test.step('after a search without hits', async () => {
      await fixtures.search('nobody of this name');
      await expect(fixtures.row('1')).toBeHidden();
      await page.getByRole('button', { name: 'Clear the search' }).click();
      await expect(fixtures.row('1')).toBeVisible();
      await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).not.toBe('body');
    });

    await test.step('in another view', async () => {
      await fixtures.cell('1', 'Rohan Singh').click();
      await page.keyboard.type('gr');
      await isFocused(page.getByRole('grid', { name: 'Requests' }));
      await page.keyboard.type('gl');
      await isFocused(frame.view('Live state'));
    });

    await test.step('after a deleted snapshot: at the next one, and then at the view', async () => {
      const live = new LiveStatePage(page);
      await live.save('First');
      await live.save('Second');
      await live.remove('First');
      await expect(live.snapshot('First')).toBeHidden();
      await isFocused(live.snapshot('Second').getByRole('button').first());
    });

    await test.step('after a tab that goes with its request', async () => {
      await frame.open('Try it');
      await new TryItPage(page).begin('Filter by groups');
      await new TryItPage(page).editor.getByRole('tab', { name: 'Filter' }).click();
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByPlaceholder('What do you want to do?').fill('Open An active user');
      await page.keyboard.press('Enter');
      await expect(new TryItPage(page).editor.getByRole('tab', { name: 'Filter' })).toBeHidden();
      await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).not.toBe('body');
    });
  });

  await test.step('keys at once mean the new view, and the one before is out of reach', async () => {
    await new Frame(console.page).open('Fixtures');
    const { page } = console;
    const { table } = new FixturesPage(page);
    await expect(table).toBeVisible();
    await page.evaluate(async () => {
      for (const key of 'gsn') {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        // As between two keys, only what a browser does before its next event happens here.
        await null;
      }
    });
    await expect(page).toHaveURL(/#\/scenarios/);
    await expect(new ScenariosPage(page).field('Name')).toBeFocused();
    await expect(table).toBeHidden();
    await expect(page.getByRole('grid')).toHaveCount(0);
    const kept = await page.evaluate(() => {
      const grid = document.querySelector<HTMLElement>('[role=grid]');
      grid?.focus();
      return { isThere: grid !== null, hasFocus: document.activeElement === grid };
    });
    expect(kept).toEqual({ isThere: true, hasFocus: false });
  });

  await test.step('the rest of what is typed in a field that another client takes away does nothing', async () => {
    const { page, program } = console;
    if (program.shell !== 'browser') throw new Error('Only the console API of a browser has other clients.');
    const frame = new Frame(page);
    const tryIt = new TryItPage(page);
    const scenario = page.getByRole('radiogroup', { name: 'Scenario' }).getByRole('radio');
    const headers = { authorization: `Bearer ${program.token}` };
    const call = (name: string, data: object) => request.post(`${program.url}/call/${name}`, { headers, data });
    const goesOnTyping = async (field: Locator) => {
      await expect(field).toBeHidden();
      await page.keyboard.type('23');
      await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
      // The list that comes back may have the focus: Space would mark its row, and Enter would edit a cell.
      await expect(page.locator('body')).not.toBeFocused();
      await expect(page.getByRole('grid').getByRole('textbox')).toHaveCount(0);
      await expect(scenario.first()).toBeChecked();
    };
    await frame.activate('Default');

    await test.step('the new name of a saved request, which is kept', async () => {
      await frame.open('Try it');
      await tryIt.address.fill('/users/7');
      await page.getByRole('button', { name: 'Rename Filter by groups' }).click();
      const field = page.getByRole('textbox', { name: 'New name of Filter by groups' });
      await field.press('End');
      await page.keyboard.type(' of 4');
      await call('saved.remove', { name: 'Filter by groups' });
      await goesOnTyping(field);
      await expect(tryIt.address).toHaveValue('/users/7');
      await call('history.undo', {});
      await page.getByRole('button', { name: 'Rename Filter by groups' }).click();
      await expect(field).toHaveValue('Filter by groups of 4');
      await field.press('Escape');
    });

    await test.step('the note of a request, which is offered', async () => {
      await request.get(`${await frame.mockUrl()}/users/1`);
      await frame.open('Requests');
      await page.getByRole('grid', { name: 'Requests' }).getByRole('row').last().click();
      await page.keyboard.press('n');
      const field = page.getByRole('textbox', { name: 'Note' });
      await expect(field).toBeFocused();
      await page.keyboard.type('Takes 1');
      await call('requests.clear', {});
      await goesOnTyping(field);
      await expect(frame.messages.getByRole('button', { name: 'Copy the note' })).toBeVisible();
    });

    await test.step('a dialog over a workspace that is read again', async () => {
      await frame.open('Fixtures');
      await new FixturesPage(page).cell('1', 'Rohan Singh').click();
      await page.keyboard.press('n');
      const field = page.getByRole('dialog').getByRole('textbox').first();
      await field.click();
      await page.keyboard.type('1');
      await call('workspace.reload', {});
      await goesOnTyping(field);
    });

    await page.keyboard.press('Escape');
    await page.keyboard.press('2');
    await expect(scenario.nth(1)).toBeChecked();
  });
});
