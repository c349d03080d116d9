import type { Page } from '@playwright/test';

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const action = (title: string) => async (page: Page) => {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByPlaceholder('What do you want to do?').fill(title);
  await page.getByRole('option', { name: title }).first().click();
};

/** The overlays of each view and how they open; Escape closes them. */
export const overlays = {
  Fixtures: [
    (page: Page) => page.keyboard.press('ControlOrMeta+k'),
    button(/more scenarios/),
    action('History'),
    action('Add a record'),
    action('Export records to a file'),
    action('Edit as JSON'),
    action('Choose columns'),
    action('Set a member'),
    action('Generate records'),
    action('Paste cells'),
    button('More record actions'),
    (page: Page) => paste(page, 'userId,name,status\n900,New,active\n901,Bad\n'),
  ],
  Scenarios: [button('Add rule')],
  Requests: [button('Export the log'), action('Expect requests like this'), button('Copy as')],
  'Try it': [button(/^Save$/), button('Copy as')],
} as const;

/** The open overlay. */
export const overlay = 'dialog[open], [role=menu], [role=dialog]';

function paste(page: Page, text: string) {
  return page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, text);
}
