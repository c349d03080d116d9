import { expect, type Page } from '@playwright/test';
import { ExpectationsPage } from './pages/expectations-page.ts';
import { FixturesPage } from './pages/fixtures-page.ts';
import { Frame } from './pages/frame.ts';
import { LiveStatePage } from './pages/live-state-page.ts';
import { RequestsPage } from './pages/requests-page.ts';
import { ScenariosPage } from './pages/scenarios-page.ts';
import { TryItPage } from './pages/try-it-page.ts';

type Step = (page: Page) => Promise<unknown>;

export type ViewTitle = Parameters<Frame['open']>[0];

/** A view as the specs visit it. */
interface VisitedView {
  /** Shows as much of the view as possible. */
  readonly show: Step;
  /** What a screen reader finds in it, in the order of the page; further content may stand between. */
  readonly outline: string;
  /** Parts that replace others, by name; visited one after the other, after the overlays. */
  readonly parts?: Readonly<Record<string, Step>>;
  /** Dialogs and menus, by name, and how they open; Escape closes them. */
  readonly overlays: Readonly<Record<string, Step>>;
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const key = (name: string) => (page: Page) => page.keyboard.press(name);
const action = (title: string) => async (page: Page) => {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByPlaceholder('What do you want to do?').fill(title);
  await page.getByRole('option', { name: title }).first().click();
};
const send = async (page: Page) => {
  await new TryItPage(page).sendButton.click();
  await expect(new TryItPage(page).status).toContainText(/\d{3}/);
};

/** Shows an expectation and a request that nearly meets it, in place of the log. */
const expectations = async (page: Page) => {
  const shown = new ExpectationsPage(page);
  await shown.open();
  await page.getByRole('button', { name: 'Expect requests' }).last().click();
  await shown.form.getByLabel('Path').fill('/users/41');
  await shown.declare();
  // Requests count from the declaration on.
  await page.request.get(`${await new Frame(page).mockUrl()}/users/1`);
  await expect(shown.differences).not.toHaveCount(0);
};

/** The open overlay. */
export const overlay = 'dialog[open], [role=menu], [role=dialog]';

/** Every view by its title. They expect that a client has read and changed user 1, and read user 2 in the session Checkout. */
export const views = {
  Fixtures: {
    show: async (page) => {
      await new FixturesPage(page).cell('1', 'From a client').click();
      await page.keyboard.press('f');
      await new FixturesPage(page).filter('name').press('Escape');
    },
    outline: `
      - main "Fixtures":
        - heading "Fixtures" [level=1]
        - tablist "Collections":
          - tab "users" [selected]
          - tab "products"
        - button "New collection…"
        - tabpanel "users":
          - region "Records of users":
            - searchbox "Search users"
            - status: 320 records
            - button "Add"
            - combobox "Query"
            - grid "users"`,
    overlays: {
      palette: key('ControlOrMeta+k'),
      help: key('?'),
      'more scenarios': button(/more scenarios/),
      history: action('History'),
      'a new record': action('Add a record'),
      'an export': action('Export records to a file'),
      'a record as JSON': action('Edit as JSON'),
      columns: action('Choose columns'),
      'a member of many': action('Set a member'),
      'generated records': action('Generate records'),
      'pasted cells': action('Paste cells'),
      'a new collection': key('Shift+A'),
      'a collection': key('i'),
      'more record actions': button('More record actions'),
      'the menu of a row': (page) => new FixturesPage(page).row('2').click({ button: 'right' }),
      'the menu of a column': (page) => new FixturesPage(page).header('name').click({ button: 'right' }),
      'the menu of a tab': (page) => page.getByRole('tab', { name: 'users' }).click({ button: 'right' }),
      'an import': async (page) => {
        await new FixturesPage(page).row('1').getByRole('gridcell').first().click();
        await new FixturesPage(page).paste('userId,name,status\n900,New,active\n901,Bad\n');
      },
    },
  },
  Scenarios: {
    show: async (page) => {
      await new ScenariosPage(page).choose('Slow line');
      await new ScenariosPage(page).summary(1).click();
    },
    outline: `
      - main "Scenarios":
        - heading "Scenarios" [level=1]
        - region "Scenarios":
          - button "New"
          - list "Order of the scenarios":
            - listitem:
              - button "Move Default"
        - region "Scenario Slow line":
          - textbox "Name": Slow line
          - list "Rules":
            - listitem:
              - region "Rule 1"`,
    overlays: { 'kinds of rules': button('Add rule') },
  },
  'Live state': {
    show: async (page) => {
      await new LiveStatePage(page).save('Before');
      await expect(new LiveStatePage(page).state('Checkout')).toBeVisible();
      await expect(new LiveStatePage(page).records).toHaveCount(1);
    },
    outline: `
      - main "Live state":
        - heading "Live state" [level=1]
        - region "Live states":
          - heading "Live states" [level=2]
          - list:
            - listitem:
              - button /Shared 1/
            - listitem:
              - button /Checkout 0/
        - region "Snapshots":
          - heading "Snapshots" [level=2]
          - textbox "Name of the snapshot"
        - 'region "Changes: Shared live state"':
          - heading "Shared live state" [level=2]
          - combobox "compared with"
          - list "Changed records":
            - listitem:
              - checkbox "Select 1 of users"
              - button "Revert 1 of users"
              - button "Keep 1 of users"
              - 'table "Difference of 1 of users"'`,
    overlays: {},
  },
  'Time machine': {
    show: async (page) => {
      await page.getByRole('slider', { name: 'Moment' }).press('Home');
      await expect(page.getByRole('row').filter({ hasText: 'now From a client' })).toHaveCount(1);
    },
    outline: `
      - main "Time machine":
        - heading "Time machine" [level=1]
        - region "Run":
          - button "First moment" [disabled]
          - slider "Moment"
          - button "Restore"
        - tablist "Parts of the moment":
          - tab "Records" [selected]
          - tab /Compared with now/
          - tab "Replay"
        - tabpanel "Records":
          - combobox "Collection"
          - region "Records of users at this moment":
            - table`,
    parts: {
      'compared with now': (page) => page.getByRole('tab', { name: 'Compared with now' }).click(),
      'a replay': async (page) => {
        await page.getByRole('button', { name: 'Replay from here' }).click();
        await page.getByRole('radio', { name: /^Same \d/ }).waitFor();
      },
    },
    overlays: {},
  },
  Requests: {
    show: (page) => new RequestsPage(page).choose('GET /users/1 200'),
    outline: `
      - main "Requests":
        - heading "Requests" [level=1]
        - region "Request log":
          - radiogroup "List":
            - radio "Log" [checked]
            - radio "Expectations"
          - combobox "Search requests"
          - button "Pause"
          - slider "Requests over time"
          - grid "Requests":
            - rowgroup:
              - row:
                - columnheader "Time"
                - columnheader "Method"
            - rowgroup:
              - row "GET /users/1 200"
        - separator "Resize the detail"
        - region "Request 1":
          - heading "/users/1" [level=2]
          - button "Copy the request as a bug report": Bug report
          - tablist "Parts of the request":
            - tab "Request"
            - tab "Response"
            - tab "Explanation"`,
    parts: {
      'the request': (page) => new RequestsPage(page).openPart('Request'),
      'the response': (page) => new RequestsPage(page).openPart('Response'),
      'the explanation': (page) => new RequestsPage(page).openPart('Explanation'),
      expectations,
    },
    overlays: {
      'an export': button('Export the log'),
      'an expectation': action('Expect requests like this'),
      'copies of a request': button('Copy as'),
      'uses of a request': button('More actions'),
      'the menu of a row': (page) => new RequestsPage(page).row('GET /users/1 200').click({ button: 'right' }),
    },
  },
  'Try it': {
    show: async (page) => {
      await new TryItPage(page).begin('Filter by groups');
      await send(page);
    },
    outline: `
      - main "Try it":
        - heading "Try it" [level=1]
        - complementary "Saved requests and history":
          - tablist "Saved requests and history":
            - tab "Saved" [selected]
            - tab "History"
          - tabpanel "Saved":
            - list "Saved requests"
        - region "Request":
          - heading "Request" [level=2]
          - tablist:
            - tab "Filter" [selected]
        - region "Response":
          - heading "Response" [level=2]
          - tablist:
            - tab "Explanation"`,
    parts: {
      sort: (page) => new TryItPage(page).open('Sort'),
      page: (page) => new TryItPage(page).open('Page'),
      body: (page) => new TryItPage(page).show('Body'),
      'a conflict': async (page) => {
        await new TryItPage(page).begin('Write only what was read');
        await send(page);
      },
      conditions: (page) => new TryItPage(page).open('Conditions'),
      headers: (page) => new TryItPage(page).open('Headers'),
    },
    overlays: { 'a saved request': button(/^Save$/), 'copies of a request': button('Copy as') },
  },
  Labs: {
    show: (page) => page.getByRole('button', { name: 'Play it' }).waitFor(),
    outline: `
      - main "Labs":
        - heading "Labs" [level=1]
        - tablist "Labs":
          - tab "Lost update" [selected]
          - tab "Pagination"
        - tabpanel "Lost update":
          - button "Play"
          - button "Step"
          - region "Ann":
            - heading "Ann" [level=2]
          - status: /Whose change survives/
          - region "Ben":
            - heading "Ben" [level=2]`,
    parts: { pagination: (page) => page.getByRole('tab', { name: 'Pagination' }).click() },
    overlays: {},
  },
  Audit: {
    show: (page) => page.getByRole('region', { name: 'Passed' }).waitFor(),
    outline: `
      - main "Audit":
        - heading "Audit" [level=1]
        - region "Passed":
          - heading "Passed" [level=2]`,
    overlays: { 'an export': button('Export') },
  },
  Settings: {
    show: (page) => page.getByRole('region', { name: 'Server', exact: true }).waitFor(),
    outline: `
      - main "Settings":
        - heading "Settings" [level=1]
        - searchbox "Search settings"
        - navigation "Sections":
          - list:
            - listitem:
              - button "Workspace"
            - listitem:
              - button "Server"
        - region "Workspace":
          - heading "Workspace" [level=2]
          - textbox "Name": User Information Service
        - region "Server":
          - heading "Server" [level=2]
          - textbox "Port"
        - region "Responses":
          - heading "Responses" [level=2]`,
    overlays: {},
  },
} satisfies Record<ViewTitle, VisitedView>;
