import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { Frame } from '../../pages/frame.ts';
import { RequestsPage } from '../../pages/requests-page.ts';
import { TryItPage } from '../../pages/try-it-page.ts';

interface Style {
  readonly title: string;
  /** Form fields and their values. */
  readonly fields: Readonly<Record<string, string>>;
  /** Whether insertions before the page make later pages repeat records. */
  readonly repeats: boolean;
}

const styles: readonly Style[] = [
  { title: 'Offset', fields: { limit: '100', offset: '0' }, repeats: true },
  { title: 'Page', fields: { per_page: '100', page: '1' }, repeats: true },
  { title: 'Cursor', fields: { limit: '100' }, repeats: false },
  {
    title: 'Time',
    fields: { limit: '100', start_time: '2020-01-01T00:00:00Z', end_time: '2030-01-01T00:00:00Z' },
    repeats: false,
  },
  { title: 'Since id', fields: { limit: '100' }, repeats: false },
];

test('crawls show each page, repeat records or not by their style, and can be stopped', async ({
  console,
  request,
}) => {
  await test.step('a crawl repeats records or not by its style, while records are inserted between its pages', async () => {
    const frame = new Frame(console.page);
    const tryIt = new TryItPage(console.page);
    const mock = await frame.mockUrl();
    // Sorted by id, so that inserted records come first.
    let inserted = 0;
    const insert = async () => {
      inserted += 1;
      const product = {
        id: -inserted,
        name: 'New',
        category: 'toys',
        price: 1,
        stock: 1,
        created_at: '2020-02-02T00:00:00Z',
      };
      expect((await request.post(`${mock}/api/products`, { data: product })).status()).toBe(201);
    };
    const crawl = async ({ title, fields }: Style): Promise<readonly string[]> => {
      await tryIt.address.fill(title === 'Time' || title === 'Since id' ? '/api/products' : '/api/products?sort=id');
      await tryIt.open('Page');
      await tryIt.editor.getByRole('radio', { name: title, exact: true }).click();
      for (const [label, value] of Object.entries(fields))
        await tryIt.editor.getByLabel(label, { exact: true }).fill(value);
      await tryIt.sendButton.click();
      await expect(tryIt.status).toContainText('200');
      await expect(tryIt.response.locator('code').first()).toHaveText(await tryIt.address.inputValue());
      await tryIt.show('Body');

      const given: string[] = [];
      const next = tryIt.editor.getByRole('button', { name: 'Next' });
      for (let pages = 1; ; pages++) {
        await expect(tryIt.ids.first()).toBeVisible();
        given.push(...(await tryIt.ids.allTextContents()));
        if (await next.isDisabled()) return given;
        expect(pages).toBeLessThan(6);
        await insert();
        const address = await tryIt.address.inputValue();
        await next.click();
        await expect(tryIt.address).not.toHaveValue(address);
        await expect(tryIt.response).not.toHaveAttribute('aria-busy', 'true');
        await expect(tryIt.response.locator('code').first()).toHaveText(await tryIt.address.inputValue());
      }
    };

    await frame.open('Try it');
    for (const style of styles) {
      await test.step(`${style.title} ${style.repeats ? 'gives records again' : 'gives every record once'}`, async () => {
        const old = (await crawl(style)).filter((id) => Number(id) > 0);
        expect(new Set(old).size).toBe(180);
        expect(old.length > 180).toBe(style.repeats);
      });
    }
  });

  await test.step('Crawl all shows each page with its request as it arrives, and can be stopped', async () => {
    const frame = new Frame(console.page);
    const tryIt = new TryItPage(console.page);
    await frame.open('Try it');
    await tryIt.begin('Pages by number');
    await tryIt.open('Page');
    await tryIt.editor.getByRole('button', { name: 'Crawl all' }).click();
    await expect(tryIt.crawl.getByRole('status')).toHaveText('Crawled to the last page');
    await expect(tryIt.crawl).toContainText('31 pages');
    await expect(tryIt.crawlPages.last()).toContainText('page=32');
    await expect(tryIt.crawl).toContainText('310 of 320 records');
    await expect(tryIt.crawl).toContainText('no record came again');
    // The pages stay those of this request when the form says another.
    const crawled = tryIt.crawl.getByText('/api/users?page=2&per_page=10', { exact: true });
    await expect(crawled).toBeVisible();
    const address = await tryIt.address.inputValue();
    await tryIt.address.fill('/api/orders');
    await expect(crawled).toBeVisible();
    await tryIt.address.fill(address);

    await request.get(`${await frame.mockUrl()}/users/1`);
    await console.page.getByRole('combobox', { name: 'Scenario' }).selectOption('Slow backend');
    await tryIt.editor.getByRole('button', { name: 'Crawl all' }).click();
    await expect(tryIt.crawlPages).toHaveCount(1);
    await tryIt.crawl.getByRole('button', { name: 'Cancel' }).click();
    await expect(tryIt.crawl.getByRole('status')).toHaveText('Cancelled');

    await tryIt.crawlPages.first().getByRole('button').click();
    await expect(new RequestsPage(console.page).detail.getByRole('heading').first()).toHaveText(
      '/api/users?page=2&per_page=10',
    );
  });
});
