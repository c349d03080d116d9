import { expect } from '@playwright/test';
import { Frame } from '../pages/frame.ts';
import { ScenariosPage } from '../pages/scenarios-page.ts';
import { button, menuItem, rail, statusOf, type Task } from './desk.ts';

/** Tasks with scenarios. */
export const scenarioTasks: readonly Task[] = [
  {
    title: 'switches to the scenario in which no user is found',
    clicks: 1,
    byMouse: ({ page, hands }) => hands.click(page.getByRole('radio', { name: 'User 42 not found' })),
    keys: 1,
    byKeyboard: ({ hands }) => hands.press('3'),
    check: (desk) => expect.poll(() => statusOf(desk, '/users/42')).toBe(404),
    after: ({ page }) => new Frame(page).activate('Default'),
  },
  {
    title: 'makes a scenario in which everything gets 503',
    clicks: 5,
    byMouse: async ({ page, hands }) => {
      const scenarios = new ScenariosPage(page);
      await hands.click(rail(page, 'Scenarios'), scenarios.button('New'));
      await expect(scenarios.field('Name')).toBeFocused();
      await hands.fill('All is down');
      await hands.click(scenarios.button('Add rule'), menuItem(page, 'Fixed response'));
      await scenarios.summary(1).waitFor();
      await hands.click(button(page, 'Activate All is down'));
    },
    keys: 7,
    byKeyboard: async ({ page, hands }) => {
      await hands.press('g', 's', 'n');
      await expect(new ScenariosPage(page).field('Name')).toBeFocused();
      await hands.fill('All is down');
      await hands.run('Add a rule: Fixed response');
      await new ScenariosPage(page).summary(1).waitFor();
      await hands.run('All is down');
    },
    check: (desk) => expect.poll(() => statusOf(desk, '/users/42')).toBe(503),
    after: async ({ page }) => {
      await new ScenariosPage(page).button('Delete the scenario').click();
      await expect(new ScenariosPage(page).row('All is down')).toBeHidden();
    },
  },
  {
    title: 'makes every third request slow',
    clicks: 8,
    byMouse: async ({ page, hands }) => {
      const scenarios = new ScenariosPage(page);
      await hands.click(rail(page, 'Scenarios'), scenarios.button('New'));
      await expect(scenarios.field('Name')).toBeFocused();
      await hands.fill('Third is slow');
      await hands.click(scenarios.button('Add rule'), menuItem(page, 'Delay'));
      await hands.choose(scenarios.field('Applies to'), 'Every nth request');
      await expect(scenarios.field('n')).toHaveValue('3');
      await hands.click(scenarios.field('Time'));
      await hands.fill('30');
      await hands.click(button(page, 'Activate Third is slow'));
    },
    keys: 9,
    byKeyboard: async ({ page, hands }) => {
      await hands.press('g', 's', 'n');
      const scenarios = new ScenariosPage(page);
      await expect(scenarios.field('Name')).toBeFocused();
      await hands.fill('Third is slow');
      await hands.run('Add a rule: Delay');
      await expect(scenarios.field('Time')).toBeFocused();
      await hands.fill('30');
      await hands.press('Shift+Tab', 'Shift+Tab');
      await expect(scenarios.field('Applies to')).toBeFocused();
      await hands.type('Every n');
      await expect(scenarios.field('n')).toHaveValue('3');
      await hands.run('Third is slow');
    },
    check: async ({ page }) => {
      await expect
        .poll(() => new ScenariosPage(page).foreseen().then((all) => all.slice(0, 4)))
        .toEqual(['unchanged', 'unchanged', '+30 ms', 'unchanged']);
      await expect(new ScenariosPage(page).row('Third is slow')).toContainText('Active');
    },
    after: async ({ page }) => {
      await new ScenariosPage(page).button('Delete the scenario').click();
      await expect(new ScenariosPage(page).row('Third is slow')).toBeHidden();
    },
  },
];
