import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { CollectionsPage } from '../../pages/collections-page.ts';
import { FixturesPage } from '../../pages/fixtures-page.ts';
import { Frame } from '../../pages/frame.ts';

const books = { title: 'Text', price: 'Number', sold: 'Boolean' };

test('collections are created, changed, moved and deleted, by mouse and from the keyboard', async ({
  console,
  request,
}) => {
  await test.step('by mouse, and undo reverts it', async () => {
    const { page } = console;
    const frame = new Frame(page);
    const collections = new CollectionsPage(page);
    const url = `${await frame.mockUrl()}/api/books`;

    await collections.create.click();
    await page.keyboard.type('books');
    await collections.newMember.click();
    for (const [name, type] of Object.entries(books)) {
      await page.keyboard.type(name);
      await collections.newType.selectOption(type);
      await collections.addMember.click();
    }
    await collections.dialog.getByRole('button', { name: 'Create' }).click();
    await expect(collections.tab('books')).toHaveAttribute('aria-selected', 'true');

    await new FixturesPage(page, 'books').add({ title: 'Dune', price: '9.5' });
    await expect
      .poll(async () => (await (await request.get(url)).json()).items)
      .toMatchObject([{ title: 'Dune', price: 9.5 }]);
    expect((await request.post(url, { data: { price: 'cheap' } })).status()).toBe(422);

    await collections.tab('users').click();
    await collections.tab('books').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete the collection' }).click();
    await expect(page.getByText('Deleted books with 1 record.', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect(collections.tab('books')).toBeVisible();

    await collections.tab('books').dragTo(collections.tab('users'));
    await expect(collections.tabs.first()).toContainText('books');
    await frame.undo.click();
    await expect(collections.tabs.first()).toContainText('users');
    await frame.undo.click();
    await frame.undo.click();
    await expect(collections.tab('books')).toBeHidden();
    expect((await request.get(url)).status()).toBe(404);
  });

  await test.step('from the keyboard', async () => {
    const { page } = console;
    const frame = new Frame(page);
    const collections = new CollectionsPage(page);
    const url = `${await frame.mockUrl()}/api`;
    await expect(collections.tab('users')).toBeVisible();
    const press = async (...names: readonly string[]) => {
      for (const name of names) await page.keyboard.press(name);
    };

    await press('Shift+A');
    await expect(collections.dialog).toBeVisible();
    await page.keyboard.type('books');
    await press('Tab');
    await page.keyboard.type('title');
    await press('Enter');
    await page.keyboard.type('price');
    await press('Tab', 'n', 'Enter');
    await page.keyboard.type('sold');
    await press('Tab', 'b', 'Enter', 'ControlOrMeta+Enter');
    await expect(collections.tab('books')).toHaveAttribute('aria-selected', 'true');

    await page.keyboard.press('n');
    await page.getByRole('dialog', { name: 'Add to books' }).getByLabel('title').fill('Dune');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('grid', { name: 'books' })).toContainText('Dune');

    // Before the price becomes required, the dialog shows which records lack it.
    await page.keyboard.press('i');
    await collections.dialog.getByRole('checkbox', { name: 'price is required' }).press('Space');
    await expect(collections.dialog.getByText('1 of 1 record does not fit.')).toBeVisible();
    await collections.dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('novels');
    await page.keyboard.press('ControlOrMeta+Enter');
    await collections.dialog.getByRole('button', { name: 'Save anyway' }).press('Enter');
    await expect(collections.tab('novels')).toHaveAttribute('aria-selected', 'true');
    expect((await request.get(`${url}/novels`)).status()).toBe(200);
    expect((await request.get(`${url}/books`)).status()).toBe(404);

    // A refusal puts the focus on the member that caused it, so that the next keys go there.
    await page.keyboard.press('n');
    const adding = page.getByRole('dialog', { name: 'Add to novels' });
    // The records have the title alone; the price comes with the fields of the schema.
    await expect(adding.getByLabel('price')).toBeVisible();
    await adding.getByLabel('title').press('Enter');
    await expect(adding.getByLabel('price')).toBeFocused();
    await page.keyboard.press('Escape');

    await collections.tab('novels').press('Alt+ArrowLeft');
    await expect(collections.tabs.last()).not.toContainText('novels');
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(collections.tab('books')).toHaveAttribute('aria-selected', 'true');

    await collections.tab('users').click();
    await page.keyboard.press('n');
    const user = page.getByRole('dialog', { name: 'Add to users' });
    await user.getByLabel('name').fill('Ada');
    await user.getByLabel('userId').fill('42');
    await page.keyboard.press('Enter');
    await expect(user).toContainText('There is a record 42 already.');
    await expect(user.getByLabel('userId')).toBeFocused();
    await user.getByRole('button', { name: 'Discard' }).first().click();
    await expect(user).toBeHidden();
    await page.keyboard.press('i');
    await expect(collections.dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeDisabled();
    await expect(collections.dialog).toContainText('GET /users/{userId}');
  });
});
