import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';

test('columns are chosen, pinned, filtered, sorted and edited by keyboard alone', async ({ console, request }) => {
  const { page } = console;
  const { keyboard } = page;
  const fixtures = new FixturesPage(page, 'products');
  const mock = await new Frame(page).mockUrl();
  await expect(new FixturesPage(page).cell('1', '{city: "Jaipur", country: "IN"}')).toBeAttached();
  await page.getByRole('tab', { name: 'products' }).click();
  await fixtures.table.press('ArrowDown');

  await test.step('choose and pin', async () => {
    await keyboard.press('Shift+C');
    await expect(fixtures.columns.getByRole('checkbox', { name: 'id', exact: true })).toBeFocused();
    await keyboard.press('ArrowDown');
    await keyboard.press('Space');
    await keyboard.press('ArrowDown');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await expect(fixtures.columns.getByRole('button', { name: 'Pin name' })).toHaveAttribute('aria-pressed', 'true');
    await keyboard.press('Escape');
    await expect(fixtures.table).toBeFocused();
    await expect(fixtures.titles.first()).toHaveText(/^id\b/);
    await expect(fixtures.titles.nth(1)).toHaveText(/^name\b/);
    await expect(fixtures.header('sku')).toBeHidden();
    const place = await fixtures.header('name').boundingBox();
    for (let step = 0; step < 9; step++) await keyboard.press('ArrowRight');
    await expect.poll(() => fixtures.table.evaluate((grid) => grid.scrollLeft)).toBeGreaterThan(0);
    expect(await fixtures.header('name').boundingBox()).toEqual(place);
    await keyboard.press('Alt+Shift+ArrowLeft');
    await expect(fixtures.titles.nth(-2)).toHaveText(/^created_at\b/);
  });

  await test.step('filter', async () => {
    await keyboard.press('Alt+Shift+F10');
    await page.getByRole('menuitem', { name: 'Filter by columns' }).press('Enter');
    await expect(fixtures.filter('created_at')).toBeFocused();
    await fixtures.comparison('price').selectOption('_less_than');
    await fixtures.filter('price').fill('cheap');
    await expect(page.getByRole('alert')).toContainText('"cheap" does not fit; expected: a number');
    await expect(fixtures.filter('price')).toHaveAttribute('aria-invalid', 'true');
    await fixtures.filter('price').fill('50');
    await fixtures.filter('category').selectOption('toys');
    await expect(fixtures.query).toHaveValue('price_less_than=50&category=toys');
    await fixtures.filter('category').press('Escape');
    await expect(fixtures.table).toBeFocused();
  });

  await test.step('sort by two columns', async () => {
    await keyboard.press('ArrowDown');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 's']) await keyboard.press(key);
    for (const key of ['ArrowRight', 'ArrowRight', 'Shift+S', 'Shift+S']) await keyboard.press(key);
    await expect(fixtures.query).toHaveValue('price_less_than=50&category=toys&sort=price,-stock');
    await expect(fixtures.header('stock')).toHaveAttribute('aria-sort', 'descending');
    await expect(fixtures.header('stock')).toHaveText(/^stock.*2$/);
    const response = await request.get(`${mock}/api/products?${await fixtures.query.inputValue()}`);
    const { items, total } = await response.json();
    await expect(fixtures.count).toHaveText(`${total} records found`);
    await expect(fixtures.table.getByRole('row').nth(2)).toHaveAttribute('aria-label', String(items[0].id));
  });

  await test.step('edit values of each type', async () => {
    const id = '1';
    await fixtures.query.fill(`id=${id}`);
    await expect(fixtures.count).toHaveText('1 record found');
    const before = await (await request.get(`${mock}/api/products/${id}`)).json();
    await fixtures.query.press('Enter');
    await fixtures.cell(id, before.category).click();
    await keyboard.press('F2');
    await keyboard.press('ArrowDown');
    await keyboard.press('Tab');
    await expect(fixtures.editor(id, 'price')).toBeFocused();
    await keyboard.type('7.25');
    await keyboard.press('Enter');
    await expect(fixtures.cell(id, '7.25')).toBeVisible();
    // Beside the switch, whose click would toggle the value as well.
    const flag = fixtures.row(id).getByRole('switch');
    const cell = await flag.locator('..').boundingBox();
    await flag.locator('..').click({ position: { x: (cell?.width ?? 0) - 4, y: 5 } });
    await keyboard.press('Space');
    await expect(flag).toBeChecked({ checked: !before.discontinued });
    await expect
      .poll(async () => (await request.get(`${mock}/api/products/${id}`)).json())
      .toMatchObject({ price: 7.25, discontinued: !before.discontinued });
    const { category } = await (await request.get(`${mock}/api/products/${id}`)).json();
    expect(category).not.toBe(before.category);
    await flag.dblclick();
    await expect(flag).toBeChecked({ checked: before.discontinued });
  });

  await test.step('the menu of a row by keyboard', async () => {
    await keyboard.press('Shift+F10');
    await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
    await keyboard.press('Escape');
    await expect(fixtures.table).toBeFocused();
    await keyboard.press('ContextMenu');
    await page.getByRole('menuitem', { name: 'Edit as JSON' }).press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await keyboard.press('Escape');
    await expect(fixtures.table).toBeFocused();
  });
});

test('edits of a cell: Escape, invalid values, searches, and input while a cell is saved', async ({ console }) => {
  await test.step('Escape cancels an edit, an invalid value shows the reason, and a search shows matches only', async () => {
    const fixtures = new FixturesPage(console.page);
    await fixtures.cell('1', 'Rohan Singh').dblclick();
    await fixtures.editor('1', 'name').fill('Nobody');
    await fixtures.editor('1', 'name').press('Escape');
    await expect(fixtures.cell('1', 'Rohan Singh')).toBeVisible();

    await fixtures.edit('1', 'age', '56', 'many');
    await expect(fixtures.editor('1', 'age')).toHaveAttribute('aria-invalid', 'true');
    await expect(fixtures.table.getByRole('alert')).toBeVisible();
    await fixtures.editor('1', 'age').press('Escape');

    await expect(fixtures.count).toHaveText('320 records');
    await fixtures.search('folake.okafor2@');
    await expect(fixtures.count).toHaveText('1 record found');
    await expect(fixtures.row('2')).toBeVisible();
    await fixtures.search('no such text');
    await expect(console.page.getByRole('heading', { name: 'No matches' })).toBeVisible();

    // Whatever hides the rows is named, each with the way back.
    await console.page.getByRole('button', { name: 'Show changed records only' }).click();
    await expect(console.page.getByText('No changed record of users contains “no such text”.')).toBeVisible();
    await console.page.getByRole('button', { name: 'Clear the search' }).click();
    await expect(console.page.getByRole('heading', { name: 'No changes' })).toBeVisible();
    await console.page.getByRole('button', { name: 'Show unchanged records' }).click();
    await expect(fixtures.count).toHaveText('320 records');
  });

  await test.step('keys before the hits of a search have come mean the record that Enter selects', async () => {
    const { page } = console;
    const { keyboard } = page;
    const fixtures = new FixturesPage(page);
    let answer = () => {};
    const answers = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/call\/records\.(page|find)$/, async (route) => {
      await answers;
      await route.continue();
    });
    await fixtures.search('folake.okafor2@');
    for (const key of ['Enter', 'ArrowRight', 'F2', 'ControlOrMeta+a']) await keyboard.press(key);
    await keyboard.type('Ada Lovelace');
    await keyboard.press('Enter');
    answer();
    await expect(fixtures.cell('2', 'Ada Lovelace')).toBeVisible();
    await page.unroute(/\/call\/records\.(page|find)$/);
    await expect(fixtures.activeCell).toHaveText('Ada Lovelace');
    await expect(fixtures.count).toHaveText('1 record found');
  });

  await test.step('a click or typing while a cell is saved is not lost', async () => {
    const { page } = console;
    const { keyboard } = page;
    const fixtures = new FixturesPage(page, 'products');
    await page.getByRole('tab', { name: 'products' }).click();
    await page.route('**/call/records.patch', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await fixtures.table.getByRole('switch').first().waitFor();
    const id = (await fixtures.table.getByRole('row').nth(1).getAttribute('aria-label')) ?? '';
    const flag = fixtures.row(id).getByRole('switch');
    const sku = fixtures.row(id).getByRole('gridcell').nth(1);
    const editSku = async (text: string) => {
      await expect(sku.locator('[aria-busy=true]')).toHaveCount(0);
      await sku.dblclick();
      await fixtures.editor(id, 'sku').fill(text);
    };

    await test.step('a click in the row selects another cell', async () => {
      const before = await flag.isChecked();
      await editSku('first');
      await keyboard.press('Enter');
      await flag.locator('..').click({ position: { x: 70, y: 5 } });
      await keyboard.press('Space');
      await expect(flag).toBeChecked({ checked: !before });
      await expect(fixtures.cell(id, 'first')).toBeVisible();
    });

    await test.step('a click in the row saves the cell and selects another', async () => {
      await editSku('second');
      await fixtures.cell(id, id).click();
      await expect(fixtures.cell(id, 'second')).toBeVisible();
      await expect(fixtures.activeCell).toHaveText(id);
    });

    await test.step('text typed after Tab goes into the next cell', async () => {
      await editSku('third');
      await keyboard.press('Tab');
      await keyboard.type('3.5 mm');
      await keyboard.press('Enter');
      await expect(fixtures.cell(id, 'third')).toBeVisible();
      await expect(fixtures.cell(id, '3.5 mm')).toBeVisible();
      await expect(page.getByRole('radio', { name: 'Default' })).toBeChecked();
    });
  });
});
