import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { Hands } from '../hands.ts';
import { FixturesPage } from '../pages/fixtures-page.ts';
import { Frame } from '../pages/frame.ts';

/** What a task is done with. */
export interface Desk {
  readonly page: Page;
  readonly hands: Hands;
  readonly request: APIRequestContext;
  /** Origin of the mock. */
  readonly mock: string;
}

export type Step = (desk: Desk) => Promise<unknown>;

/** A task of a tester's week, which begins in Fixtures. */
export interface Task {
  readonly title: string;
  /** Makes what the task is about. */
  readonly before?: Step;
  readonly byMouse: Step;
  readonly clicks: number;
  readonly byKeyboard: Step;
  readonly keys: number;
  /** Whether it is done. */
  readonly check: Step;
  /** Puts back what would be in the way of the next task. */
  readonly after?: Step;
}

export function rail(page: Page, name: string): Locator {
  return new Frame(page).rail.getByRole('link', { name, exact: true });
}

export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true });
}

export function menuItem(page: Page, name: string): Locator {
  return page.getByRole('menuitem', { name });
}

export async function statusOf({ request, mock }: Desk, path: string): Promise<number> {
  return (await request.get(`${mock}${path}`)).status();
}

/** Goes to the users in Fixtures without a search, with the focus nowhere. */
export async function beginAgain({ page }: Pick<Desk, 'page'>): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/fixtures/users';
  });
  const search = page.getByRole('searchbox', { name: 'Search users' });
  await search.fill('');
  const { table, row } = { table: new FixturesPage(page).table, row: new FixturesPage(page).row('1') };
  await expect(async () => {
    await table.evaluate((grid) => {
      grid.scrollTop = 0;
    });
    await expect(row).toBeVisible({ timeout: 100 });
  }).toPass();
  await search.evaluate((field) => field.blur());
  // Else a digit would count as meant for the search.
  await page.keyboard.press('Escape');
}
