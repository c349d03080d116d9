import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { scenarioInTwoWindows } from '../../scenario-in-two-windows.ts';

test('a text that is typed while the one before it is saved notices a later change of another window', async ({
  console,
}) => {
  const { page } = console;
  const [mine, theirs] = await scenarioInTwoWindows(console, 'Rate limit');
  let replies = 0;
  await page.route('**/call/scenarios.put', async (route) => {
    const response = await route.fetch();
    await pause(1000);
    await route.fulfill({ response });
    replies += 1;
  });
  await mine.fill('Description', 'First');
  await mine.field('Description').fill('Second');
  await expect.poll(() => replies).toBe(1);
  await expect(theirs.field('Description')).toHaveValue('First');
  await expect(mine.refusal).toBeHidden();
  await theirs.fill('Description', 'Of the other window');
  await expect(mine.refusal).toContainText('from “First” to “Of the other window”');
  await expect(mine.field('Description')).toHaveValue('Second');
});

test('a text that is typed while the one before it is refused hides no change of another window', async ({
  console,
}) => {
  const { page } = console;
  const [mine, theirs] = await scenarioInTwoWindows(console, 'Rate limit');
  await page.route('**/call/scenarios.put', async (route) => {
    await pause(1500);
    const problem = { type: '/problems/bad-request', title: 'Bad request', status: 400, detail: 'Not this one.' };
    await route.fulfill({ status: 400, contentType: 'application/problem+json', json: problem });
  });
  await mine.fill('Description', 'First');
  await mine.field('Description').fill('Second');
  await expect(mine.refusal).toContainText('Not this one.');
  await theirs.fill('Description', 'Of the other window');
  await expect(mine.refusal).toContainText('to “Of the other window”');
  await expect(mine.field('Description')).toHaveValue('Second');
});
