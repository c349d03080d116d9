import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { transformWithOxc } from 'vite';
import type { pressNative } from '../../../../renderer/ui/base/native-keys.ts';
import { test } from '../../console-test.ts';
import { Hands } from '../../hands.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';
import { ScenariosPage } from '../../pages/scenarios-page.ts';
import { SettingsPage } from '../../pages/settings-page.ts';

declare global {
  interface Window {
    pressNative: typeof pressNative;
  }
}

const source = new URL('../../../../renderer/ui/base/native-keys.ts', import.meta.url);

/** Every kind of control of the console whose keys are the browser's, in a state from which each key moves it. */
const controls: Readonly<Record<string, { readonly html: string; readonly keys: readonly string[] }>> = {
  list: {
    html: '<select><option>a<option disabled>b<option selected>c<option>d<option>e</select>',
    keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'Delete', ' '],
  },
  'list at its end': { html: '<select><option>a<option selected>b</select>', keys: ['ArrowDown', 'End'] },
  'radio group': {
    html: '<input type="radio" name="one" value="a"><input type="radio" name="one" value="b" checked autofocus><input type="radio" name="one" value="c" disabled>',
    keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', ' ', 'Home'],
  },
  'radio group without a choice': {
    html: '<input type="radio" name="one" value="a"><input type="radio" name="one" value="b">',
    keys: [' ', 'ArrowUp', 'ArrowRight', 'Enter'],
  },
  slider: {
    html: '<input type="range" min="2" max="9" step="1" value="5">',
    keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'x'],
  },
  'slider at its end': { html: '<input type="range" min="2" max="9" value="9">', keys: ['ArrowRight', 'End'] },
  number: { html: '<input type="number" min="1" max="9" value="5">', keys: ['ArrowUp', 'ArrowDown', '7'] },
  box: { html: '<input type="checkbox">', keys: [' ', 'ArrowDown', 'x'] },
  button: { html: '<button type="button">Press</button>', keys: ['Enter', ' ', 'x'] },
  text: { html: '<input value="text">', keys: ['x', 'Backspace', 'Delete', 'Home', 'ArrowUp'] },
  'text area': { html: '<textarea>one\ntwo</textarea>', keys: ['x', 'Enter', 'Backspace', 'Delete', 'ArrowUp', 'End'] },
};

/** What a key does to a control that is new: its state, and the events that tell of it. */
async function effectOf(page: Page, html: string, press: () => Promise<void>) {
  await page.setContent(`<form>${html}</form>`);
  await page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea, button')];
    const control = all.find((one) => one.autofocus) ?? all[0];
    control?.focus();
    // The caret stands within the text.
    if (control?.matches('input:not([type]), textarea')) control.setSelectionRange(2, 2);
    document.body.dataset.events = '';
    for (const type of ['input', 'change', 'click']) {
      document.addEventListener(type, () => {
        document.body.dataset.events += `${type} `;
      });
    }
  });
  await press();
  return page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')];
    return {
      controls: all.map(({ value, checked, selectionStart }) => ({ value, checked, selectionStart })),
      focused: all.indexOf(document.activeElement as HTMLInputElement),
      events: document.body.dataset.events,
    };
  });
}

test('keys that come while the console works are not lost', async ({ console, request }) => {
  const { page } = console;

  await test.step('Undo reaches the first edit while it is saved, and Redo reaches that undo', async () => {
    const fixtures = new FixturesPage(page);
    const mock = await new Frame(page).mockUrl();
    const name = async () => (await (await request.get(`${mock}/users/1`)).json()).name;
    await fixtures.cell('1', 'Rohan Singh').dblclick();
    // Longer than the keys take.
    await page.route(/call.(records.patch|history.undo)$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.continue();
    });
    await fixtures.editor('1', 'name').fill('Somebody Else');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(page.getByText(/^Redone: /)).toBeVisible();
    expect(await name()).toBe('Somebody Else');
    await page.unrouteAll({ behavior: 'wait' });
    await new Frame(page).undo.click();
    await expect.poll(name).toBe('Rohan Singh');
  });

  await test.step('they reach the fields of a rule that is being added, and its list', async () => {
    const scenarios = new ScenariosPage(page);
    const hands = new Hands(page);
    await new Frame(page).open('Scenarios');
    await scenarios.button('New').click();
    await expect(scenarios.field('Name')).toBeFocused();
    await hands.fill('Third is slow');
    await hands.run('Add a rule: Delay');
    await hands.fill('30');
    await hands.press('Shift+Tab', 'Shift+Tab');
    await hands.type('Every n');
    await expect(scenarios.field('Applies to')).toHaveValue('every');
    await expect(scenarios.field('Time')).toHaveValue('30');
  });

  await test.step('each press of a switch, a list and a button in Settings counts', async () => {
    await new Frame(page).open('Settings');
    const settings = new SettingsPage(page);
    const field = (label: string) => settings.page.getByLabel(label, { exact: true });
    const resetOf = (label: string) => settings.page.getByRole('button', { name: `Reset ${label} to its default` });
    await page.route('**/call/settings.set', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await field('Require preconditions').press('Space');
    await field('Require preconditions').press('Space');
    await field('Conventions').press('ArrowDown');
    await field('Conventions').press('ArrowDown');
    await field('Log size').fill('50');
    await field('Log memory').fill('5 MiB');
    await field('Log memory').press('Enter');
    // The edits are saved in their order.
    await resetOf('Log memory').click();
    await resetOf('Log size').click();
    await expect(resetOf('Log size')).toBeHidden();
    await expect(resetOf('Log memory')).toBeHidden();
    await expect(settings.refusal).toBeHidden();
    await expect(field('Require preconditions')).not.toBeChecked();
    await expect(field('Conventions')).toHaveValue('json-server-1');
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('one that the console presses does in every control what the browser does with it', async () => {
    await page.goto('about:blank');
    const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source.pathname);
    await page.addScriptTag({ type: 'module', content: `${code}\nwindow.pressNative = pressNative;` });
    for (const [name, { html, keys }] of Object.entries(controls)) {
      for (const key of keys) {
        const native = await effectOf(page, html, () => page.keyboard.press(key === ' ' ? 'Space' : key));
        const given = await effectOf(page, html, () =>
          page.evaluate((key) => {
            const target = document.activeElement;
            if (target) window.pressNative(target, { key, shiftKey: false, isCommand: false });
          }, key),
        );
        expect(given, `"${key}" in a ${name}`).toEqual(native);
      }
    }
  });
});
