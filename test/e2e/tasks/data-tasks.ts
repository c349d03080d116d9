import { expect, type Page } from '@playwright/test';
import { chooseFile } from '../choose-file.ts';
import { CollectionsPage } from '../pages/collections-page.ts';
import { FixturesPage } from '../pages/fixtures-page.ts';
import { Frame } from '../pages/frame.ts';
import { button, type Desk, type Step, statusOf, type Task } from './desk.ts';

const undo: Step = ({ page }) => new Frame(page).undo.click();

const csv = {
  name: 'users.csv',
  mimeType: 'text/csv',
  text: 'userId,name,status\n901,From a file,active\n902,From a file,inactive\n',
};

async function savedFile(page: Page, start: () => Promise<unknown>, name: string): Promise<void> {
  const downloading = page.waitForEvent('download');
  await start();
  expect((await downloading).suggestedFilename()).toBe(name);
}

/** The types of a collection's members, as clients find them in the OpenAPI document. */
async function typesOf({ request, mock }: Desk, collection: string): Promise<Readonly<Record<string, string>>> {
  const document = await (await request.get(`${mock}/openapi.json`)).json();
  const members: Readonly<Record<string, { readonly type: string }>> =
    document.components.schemas[`record.${collection}`].properties;
  return Object.fromEntries(Object.entries(members).map(([name, { type }]) => [name, type]));
}

/** Tasks with records and collections. */
export const dataTasks: readonly Task[] = [
  {
    title: 'finds a user and makes it inactive',
    clicks: 2,
    byMouse: async ({ page, hands }) => {
      await hands.click(page.getByRole('searchbox', { name: 'Search users' }));
      await hands.type('Folake Okafor');
      // Until the search has narrowed the table, its rows still move.
      await expect(new FixturesPage(page).row('1')).toBeHidden();
      await hands.click(new FixturesPage(page).statusOf('2'));
    },
    keys: 3,
    byKeyboard: async ({ page, hands }) => {
      await hands.press('/');
      await hands.type('Folake Okafor');
      await expect(new FixturesPage(page).row('1')).toBeHidden();
      await hands.press('Enter');
      await expect(new FixturesPage(page).row('2')).toHaveAttribute('aria-selected', 'true');
      await hands.press('Space');
    },
    check: (desk) => expect.poll(() => statusOf(desk, '/users/2')).toBe(404),
    after: undo,
  },
  {
    title: 'edits a member and undoes it',
    clicks: 3,
    byMouse: async ({ page, hands }) => {
      await hands.doubleClick(new FixturesPage(page).cell('1', 'Rohan Singh'));
      await hands.fill('Somebody Else');
      await new FixturesPage(page).cell('1', 'Somebody Else').waitFor();
      await hands.click(new Frame(page).undo);
    },
    keys: 5,
    byKeyboard: async ({ page, hands }) => {
      await hands.press('/');
      // The record still matches when its name has changed; else the focus would go back to the search.
      await hands.type('rohan.singh1@');
      await expect(new FixturesPage(page).row('2')).toBeHidden();
      await hands.press('Enter', 'ArrowRight', 'F2');
      await hands.fill('Somebody Else');
      await new FixturesPage(page).cell('1', 'Somebody Else').waitFor();
      await expect(new Frame(page).undo).toBeEnabled();
      await hands.press('ControlOrMeta+z');
    },
    check: ({ page }) => expect(new FixturesPage(page).cell('1', 'Rohan Singh')).toBeVisible(),
  },
  {
    title: 'adds a user',
    clicks: 2,
    byMouse: async ({ page, hands }) => {
      await hands.click(button(page, 'Add'));
      await expect(page.getByRole('dialog').getByLabel('name', { exact: true })).toBeFocused();
      await hands.type('Grace Hopper');
      await hands.click(button(page, 'Add').last());
      // The next keys mean the new record.
      await expect(page.getByRole('grid', { name: 'users' })).toBeFocused();
    },
    keys: 2,
    byKeyboard: async ({ page, hands }) => {
      await hands.press('n');
      await expect(page.getByRole('dialog').getByLabel('name', { exact: true })).toBeFocused();
      await hands.type('Grace Hopper');
      await hands.press('Enter');
    },
    check: ({ page }) => expect(new FixturesPage(page).count).toHaveText('321 records'),
    after: undo,
  },
  {
    title: 'imports users from a CSV file',
    clicks: 2,
    byMouse: async ({ page, hands }) => {
      await chooseFile(page, () => hands.click(button(page, 'Import collections from a file')), csv);
      await hands.click(page.getByRole('dialog').getByRole('button', { name: 'Import 2 records' }));
    },
    keys: 2,
    byKeyboard: async ({ page, hands }) => {
      await chooseFile(page, () => hands.press('ControlOrMeta+i'), csv);
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Import 2 records' })).toBeFocused();
      await hands.press('Enter');
    },
    check: (desk) => expect.poll(() => statusOf(desk, '/users/901')).toBe(200),
    after: undo,
  },
  {
    title: 'exports the users to a file',
    clicks: 2,
    byMouse: async ({ page, hands }) => {
      await hands.click(button(page, 'Export records to a file'));
      await savedFile(
        page,
        () => hands.click(page.getByRole('dialog').getByRole('button', { name: 'Export' })),
        'users.json',
      );
    },
    keys: 2,
    byKeyboard: async ({ page, hands }) => {
      await hands.press('x');
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Export' })).toBeFocused();
      await savedFile(page, () => hands.press('Enter'), 'users.json');
    },
    check: ({ page }) => expect(page.getByRole('dialog')).toBeHidden(),
  },
  {
    title: 'generates a hundred users',
    clicks: 2,
    byMouse: async ({ page, hands }) => {
      await hands.click(button(page, 'Generate records…'));
      await hands.click(button(page, 'Add 100 records'));
    },
    keys: 2,
    byKeyboard: async ({ page, hands }) => {
      await hands.press('Shift+N');
      await expect(page.getByRole('dialog').getByLabel('Records')).toBeFocused();
      await hands.press('Enter');
    },
    check: ({ page }) => expect(new FixturesPage(page).count).toHaveText('100 selected'),
    after: undo,
  },
  {
    title: 'makes a collection with three typed members',
    clicks: 10,
    byMouse: async ({ page, hands }) => {
      const collections = new CollectionsPage(page);
      await hands.click(collections.create);
      await hands.type('books');
      await hands.click(collections.newMember);
      for (const [name, type] of [
        ['title', 'Text'],
        ['price', 'Number'],
        ['sold', 'Boolean'],
      ] as const) {
        await hands.type(name);
        if (type !== 'Text') await hands.choose(collections.newType, type);
        await hands.click(collections.addMember);
      }
      await hands.click(button(page, 'Create'));
    },
    keys: 8,
    byKeyboard: async ({ page, hands }) => {
      await hands.press('Shift+A');
      await expect(new CollectionsPage(page).dialog).toBeVisible();
      await hands.type('books');
      await hands.press('Tab');
      await hands.type('title');
      await hands.press('Enter');
      await hands.type('price');
      await hands.press('Tab');
      await hands.type('n');
      await hands.press('Enter');
      await hands.type('sold');
      await hands.press('Tab');
      await hands.type('b');
      await hands.press('Enter', 'ControlOrMeta+Enter');
    },
    check: async (desk) => {
      await expect.poll(() => statusOf(desk, '/api/books')).toBe(200);
      expect(await typesOf(desk, 'books')).toMatchObject({ title: 'string', price: 'number', sold: 'boolean' });
    },
    after: undo,
  },
];
