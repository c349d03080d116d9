import { expect, type Page } from '@playwright/test';
import { ExpectationsPage } from '../pages/expectations-page.ts';
import { RequestsPage } from '../pages/requests-page.ts';
import { TryItPage } from '../pages/try-it-page.ts';
import { button, menuItem, rail, type Task } from './desk.ts';

const order = '/api/orders/1001';
const unlucky = { headers: { 'If-Match': '"old"' }, data: { status: 'lost' } };
const refusedRow = `PATCH ${order} 412`;
const expectedRow = 'GET /users/43 404';

function isListFocused(page: Page): Promise<void> {
  return expect(page.getByRole('main').getByRole('grid').first()).toBeFocused();
}

/** Tasks with requests, of clients and made by hand. */
export const requestTasks: readonly Task[] = [
  {
    title: 'copies a bug report of a failed PATCH',
    before: ({ request, mock }) => request.patch(`${mock}${order}`, unlucky),
    clicks: 3,
    byMouse: async ({ page, hands }) => {
      const requests = new RequestsPage(page);
      await hands.click(rail(page, 'Requests'), requests.row(refusedRow).last());
      await hands.click(requests.detail.getByRole('button', { name: 'Copy the request as a bug report' }));
    },
    keys: 4,
    byKeyboard: async ({ page, hands }) => {
      await hands.press('g', 'r');
      await isListFocused(page);
      await new RequestsPage(page).row(refusedRow).last().waitFor();
      await hands.press('End', 'b');
    },
    check: ({ page }) => expect(page.getByText(/^Copied request \d+ as a bug report\./).last()).toBeVisible(),
  },
  {
    title: 'watches the log for 4xx responses',
    before: ({ request, mock }) => request.get(`${mock}/users/0`),
    clicks: 2,
    byMouse: async ({ page, hands }) => {
      await hands.click(rail(page, 'Requests'), page.getByRole('button', { name: /^4xx/ }));
    },
    keys: 3,
    byKeyboard: async ({ page, hands }) => {
      await hands.press('g', 'r', '/');
      await hands.type('status:4xx');
      await expect(new RequestsPage(page).searchField).toHaveValue('status:4xx');
    },
    check: async ({ page, request, mock }) => {
      await expect(new RequestsPage(page).searchField).toHaveValue(/status:4/);
      const rows = await new RequestsPage(page).rows.count();
      await request.get(`${mock}/users/0`);
      await expect(new RequestsPage(page).rows).toHaveCount(rows + 1);
    },
    after: ({ page }) => new RequestsPage(page).search(''),
  },
  {
    title: 'tries a conditional PATCH that gets 412',
    clicks: 3,
    byMouse: async ({ page, hands }) => {
      const tryIt = new TryItPage(page);
      await hands.click(rail(page, 'Try it'), tryIt.saved('Write only what was read'), tryIt.sendButton);
    },
    keys: 3,
    byKeyboard: async ({ page, hands }) => {
      await hands.run('Open Write only what was read');
      await new TryItPage(page).sendButton.waitFor();
      await hands.press('ControlOrMeta+Enter');
    },
    check: ({ page }) => expect(new TryItPage(page).status).toContainText('412'),
  },
  {
    title: 'crawls all pages of a cursor pagination',
    clicks: 3,
    byMouse: async ({ page, hands }) => {
      const tryIt = new TryItPage(page);
      await hands.click(rail(page, 'Try it'), tryIt.saved('Pages by cursor'), button(page, 'Crawl all'));
    },
    keys: 4,
    byKeyboard: async ({ page, hands }) => {
      await hands.run('Open Pages by cursor');
      await new TryItPage(page).sendButton.waitFor();
      await hands.run('Crawl all pages');
    },
    check: ({ page }) => expect(new TryItPage(page).crawl.getByRole('status')).toHaveText('Crawled to the last page'),
  },
  {
    title: 'expects a request, which arrives',
    before: ({ request, mock }) => request.get(`${mock}/users/43`),
    clicks: 4,
    byMouse: async ({ page, hands }) => {
      await hands.click(rail(page, 'Requests'));
      await hands.rightClick(new RequestsPage(page).row(expectedRow).last());
      await hands.click(menuItem(page, 'Expect requests like this'));
      await hands.click(new ExpectationsPage(page).form.getByRole('button', { name: 'Expect', exact: true }));
    },
    keys: 5,
    byKeyboard: async ({ page, hands }) => {
      await hands.press('g', 'r');
      await isListFocused(page);
      await new RequestsPage(page).row(expectedRow).last().waitFor();
      await hands.press('End', 'x');
      await new ExpectationsPage(page).form.getByLabel('Path').waitFor();
      await hands.press('ControlOrMeta+Enter');
    },
    check: async ({ page, request, mock }) => {
      await expect(new ExpectationsPage(page).row('not met')).toBeVisible();
      await expect(page.getByRole('grid', { name: 'Expectations' })).toBeFocused();
      await request.get(`${mock}/users/43`);
      await expect(new ExpectationsPage(page).row('not met')).toBeHidden();
    },
    after: ({ page }) => page.getByRole('radio', { name: 'Log' }).click(),
  },
];
