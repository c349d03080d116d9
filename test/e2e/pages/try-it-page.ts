import type { Locator, Page } from '@playwright/test';

type EditorName = 'Filter' | 'Sort' | 'Page' | 'Change' | 'Body' | 'Conditions' | 'Headers';

/** The request builder, its response, and the saved requests. */
export class TryItPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get address() {
    return this.#page.getByRole('textbox', { name: 'Address', exact: true });
  }

  get method() {
    return this.#page.getByRole('combobox', { name: 'Method' });
  }

  get collection() {
    return this.#page.getByRole('combobox', { name: 'Collection' });
  }

  get sendButton() {
    return this.#page.getByRole('button', { name: 'Send', exact: true });
  }

  /** The open part of the builder. */
  get editor() {
    return this.#page.getByRole('region', { name: 'Request', exact: true });
  }

  get response() {
    return this.#page.getByRole('region', { name: 'Response', exact: true });
  }

  /** Status of the shown response. */
  get status() {
    return this.response.getByRole('status').first();
  }

  async open(editor: EditorName) {
    await this.editor.getByRole('tab', { name: editor }).click();
  }

  async ask(target: string) {
    await this.address.fill(target);
    await this.sendButton.click();
  }

  /** Opens a saved request by its name. */
  async begin(name: string) {
    await this.saved(name).click();
  }

  saved(name: string) {
    return this.#page
      .getByRole('list', { name: 'Saved requests' })
      .getByRole('button')
      .filter({ has: this.#page.getByText(name, { exact: true }) });
  }

  async show(part: 'Explanation' | 'Body' | 'Headers') {
    await this.response.getByRole('tab', { name: part }).click();
  }

  get conflict() {
    return this.#page.getByRole('region', { name: 'Conflict' });
  }

  step(name: '1. Read again' | '2. Merge and send' | 'Merge without sending') {
    return this.conflict.getByRole('button', { name });
  }

  get otherClient() {
    return this.editor.getByRole('button', { name: 'Change it as another client' });
  }

  /** The toast after a change by the other client, which leaves after a few seconds: wait for it before the change. */
  get toast() {
    return this.#page.getByText('Another client changed').first();
  }

  /** The select for a condition's value. */
  condition(header: 'If-Match' | 'X-Resource-Version' | 'If-None-Match') {
    return this.editor.getByRole('combobox', { name: header, exact: true });
  }

  /** The field of a member in the patch form. */
  member(name: string) {
    return this.editor.getByLabel(name, { exact: true });
  }

  /** The cells of the first column of the response's records. */
  get ids() {
    return this.response.getByRole('region', { name: 'Records' }).getByRole('row').locator('td:first-child');
  }

  get crawlPages() {
    return this.#page
      .getByRole('table', { name: 'Pages of the crawl' })
      .getByRole('row')
      .filter({ has: this.#page.locator('td') });
  }

  get crawl() {
    return this.#page.getByRole('region', { name: 'Crawl' });
  }

  /** Chooses an option of the focused select. Typing its name would fail if the keys came more than a second apart. */
  async chooseByArrows(select: Locator, option: string) {
    await select.press('Home');
    while ((await select.inputValue()) !== option) await select.press('ArrowDown');
  }

  /** Presses Tab, or Shift+Tab, until the target has the focus. */
  async tabTo(wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
    for (let presses = 0; presses < 120; presses++) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
      await this.#page.keyboard.press(key);
    }
    throw new Error('The keyboard does not get there.');
  }
}
