import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { Frame } from '../../pages/frame.ts';
import { ScenariosPage } from '../../pages/scenarios-page.ts';

test('quick changes of a rule build on each other while the host is slow to save', async ({ console, request }) => {
  const { page, program } = console;
  if (program.shell !== 'browser') throw new Error('This spec is for the console in a browser.');
  const frame = new Frame(page);
  const scenarios = new ScenariosPage(page);
  await frame.open('Scenarios');
  await scenarios.choose('Rate limit');
  await page.route('**/call/scenarios.put', async (route) => {
    await pause(200);
    await route.continue();
  });
  const saved = () => JSON.parse(readFileSync(console.workspaceFile, 'utf8')) as SavedScenarios;
  const rules = () => saved().scenarios.find(({ name }) => name === 'Rate limit')?.rules;

  await test.step('a body that is still being saved is kept in another form', async () => {
    await scenarios.addRule('Fixed response');
    await scenarios.fill('Body', '{"sorry": true}');
    await scenarios.field('Body is').selectOption('Binary (base64)');
    await expect(scenarios.field('Body')).toHaveValue(/^ewog/);
    await expect(scenarios.refusal).toBeHidden();
  });

  await test.step('each response of a sequence keeps its change', async () => {
    await scenarios.addRule('Response sequence');
    await expect(scenarios.field('Status')).toHaveCount(2);
    await scenarios.field('Status').first().fill('501');
    await scenarios.field('Status').last().fill('502');
    await scenarios.field('Status').last().blur();
    await scenarios.button('Add response').click();
    await expect(scenarios.field('Status')).toHaveCount(3);
    await expect
      .poll(() =>
        rules()
          ?.at(-1)
          ?.then.answers?.map(({ status }) => status),
      )
      .toEqual([501, 502, 502]);
  });

  await test.step('a number that was just typed stays for another count', async () => {
    await scenarios.addRule('Delay');
    await expect(scenarios.field('Time')).toBeFocused();
    await scenarios.field('Applies to').selectOption('Every nth request');
    await scenarios.fill('n', '7');
    await scenarios.field('Applies to').selectOption('Only the nth request');
    await expect.poll(() => rules()?.at(-1)?.when.occurrence).toEqual({ kind: 'nth', count: 7 });
  });

  await test.step('a rule that is moved twice at once moves by two places, and keeps the focus', async () => {
    await expect.poll(() => scenarios.kinds()).toEqual(['Rate limit', 'Fixed response', 'Response sequence', 'Delay']);
    await scenarios.handle(1).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => scenarios.kinds()).toEqual(['Fixed response', 'Response sequence', 'Rate limit', 'Delay']);
    await expect(scenarios.handle(3)).toBeFocused();
  });

  await test.step('going back to a value while another one is saved is a change, too', async () => {
    await scenarios.addRule('Fixed response');
    await expect(scenarios.field('Status')).toHaveCount(1);
    await scenarios.fill('Status', '503');
    await expect.poll(() => rules()?.at(-1)?.then.status).toBe(503);
    // Longer than the hands take.
    await page.route('**/call/scenarios.put', async (route) => {
      await pause(800);
      await route.continue();
    });
    await scenarios.fill('Status', '500');
    await scenarios.fill('Status', '503');
    await scenarios.button('Add parameter').click();
    await page.keyboard.type('late');
    await scenarios.button('Remove parameter 1').click();
    await scenarios.field('Values').selectOption('Replace {name} by values');
    // The edits are saved in their order.
    await expect.poll(() => rules()?.at(-1)?.then).toMatchObject({ status: 503, substitute: true });
    expect(rules()?.at(-1)?.when.query ?? {}).toEqual({});
    await expect(scenarios.field('parameter 1, name')).toBeHidden();
    await scenarios.summary(5).click();
    await expect(scenarios.field('Status')).toBeHidden();
  });

  await test.step('a text that is typed before the reply to the one before it is saved too', async () => {
    await page.unroute('**/call/scenarios.put');
    await scenarios.addRule('Fixed response');
    await page.route('**/call/scenarios.put', async (route) => {
      const response = await route.fetch();
      await pause(1500);
      await route.fulfill({ response });
    });
    const body = () => rules()?.at(-1)?.then.body;
    // The host lays out the text, so that the field sees another value than its own.
    await scenarios.fill('Body', '{"sorry": true}');
    await expect.poll(body).toEqual({ sorry: true });
    await scenarios.fill('Body', '{"sorry": false}');
    await expect.poll(body).toEqual({ sorry: false });
    await expect(scenarios.refusal).toBeHidden();
  });

  await test.step('JSON that is typed before the reply to the one before it stays, and is saved after it', async () => {
    await scenarios.beginJson();
    const type = async (milliseconds: number) => {
      await page.keyboard.press('Control+A');
      await page.keyboard.type(`{"then": {"kind": "delay", "milliseconds": ${milliseconds}}}`);
    };
    const replied = () => page.waitForResponse('**/call/scenarios.put');
    const delay = () => rules()?.at(-1)?.then.milliseconds;
    const first = replied();
    await type(100);
    await page.keyboard.press('Control+Enter');
    await type(200);
    await page.keyboard.press('Control+Enter');
    await first;
    const second = replied();
    await type(300);
    await second;
    await expect.poll(delay).toBe(200);
    await expect(page.locator('.cm-content')).toContainText('300');
    await page.keyboard.press('Control+Enter');
    await expect.poll(delay).toBe(300);
    await expect(scenarios.refusal).toBeHidden();
  });

  await test.step('JSON is saved as it is typed, however soon Ctrl+Enter follows', async () => {
    await page.keyboard.press('Control+A');
    // The editor closes the brackets.
    await page.keyboard.type('{"then": {"kind": "delay", "milliseconds": 40');
    // As a busy page sees keys: only what a browser does before its next event happens between the two.
    await page.locator('.cm-content').evaluate(async (content) => {
      document.execCommand('insertText', false, '0');
      await null;
      const init = {
        key: 'Enter',
        code: 'Enter',
        keyCode: 13,
        ctrlKey: true,
        bubbles: true,
        cancelable: true,
        composed: true,
      };
      content.dispatchEvent(new KeyboardEvent('keydown', init));
    });
    await expect.poll(() => rules()?.at(-1)?.then.milliseconds).toBe(400);
    await expect(scenarios.refusal).toBeHidden();
  });

  await test.step('the cursor stays at its place when the host lays out the JSON', async () => {
    // The lines of the layout.
    await expect(page.locator('.cm-line').filter({ hasText: '"milliseconds": 400' })).toHaveText('"milliseconds": 400');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('5');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => rules()?.at(-1)?.then.milliseconds).toBe(405);
  });

  await test.step('a rule that is being added leaves the focus in the field that somebody goes on to', async () => {
    const replied = page.waitForResponse('**/call/scenarios.put');
    await scenarios.addRule('Delay');
    await scenarios.field('Description').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' At once');
    await replied;
    await page.keyboard.press('Enter');
    await expect
      .poll(() => saved().scenarios.find(({ name }) => name === 'Rate limit')?.description)
      .toMatch(/ At once$/);
    await expect(scenarios.field('Description')).toBeFocused();
    await expect(scenarios.summary(await scenarios.rules.count())).toHaveAttribute('aria-expanded', 'false');
  });

  await test.step('a scenario that is moved by key keeps the focus though another one moves first', async () => {
    await page.route('**/call/scenarios.move', async (route) => {
      await pause(1500);
      await route.continue();
    });
    const handle = scenarios.row('Rate limit').getByRole('button', { name: 'Move Rate limit' });
    await handle.focus();
    await page.keyboard.press('ArrowDown');
    const headers = { Authorization: `Bearer ${program.token}` };
    const data = { name: 'Default', to: 99 };
    await request.post(`${program.url}/call/scenarios.move`, { headers, data });
    await expect.poll(async () => (await scenarios.names()).at(-1)).toBe('Default');
    await expect(handle).toBeFocused();
    const place = (await scenarios.names()).indexOf('Rate limit');
    await expect.poll(async () => (await scenarios.names()).indexOf('Rate limit')).toBeGreaterThan(place);
    await expect(handle).toBeFocused();
    await page.unroute('**/call/scenarios.move');
  });

  await test.step('Undo before the reply to a removal takes the removal back, not the switch before it', async () => {
    await page.route('**/call/scenarios.remove', async (route) => {
      const response = await route.fetch();
      await pause(1500);
      await route.fulfill({ response });
    });
    const name = scenarios.row('Rate limit').locator('[data-part="name"]');
    await name.focus();
    await page.keyboard.press(String((await scenarios.names()).indexOf('Rate limit') + 1));
    await expect(frame.messages.getByRole('button', { name: 'Undo' })).toBeVisible();
    await page.keyboard.press('Delete');
    await expect(name).toBeHidden();
    await page.keyboard.press('Control+Z');
    await expect(name).toBeVisible();
    await expect(scenarios.row('Rate limit')).toContainText('Active');
  });
});

/** What the spec reads of a saved workspace. */
interface SavedScenarios {
  readonly scenarios: readonly {
    readonly name: string;
    readonly description: string;
    readonly rules: readonly {
      readonly when: { readonly query?: object; readonly occurrence?: unknown };
      readonly then: {
        readonly status?: number;
        readonly substitute?: boolean;
        readonly body?: unknown;
        readonly answers?: readonly { readonly status: number }[];
        readonly milliseconds?: number;
      };
    }[];
  }[];
}
