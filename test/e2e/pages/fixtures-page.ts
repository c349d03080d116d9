import type { Page } from '@playwright/test';

/** The records of a collection: table and actions. */
export class FixturesPage {
  readonly #page: Page;
  readonly #collection: string;

  constructor(page: Page, collection = 'users') {
    this.#page = page;
    this.#collection = collection;
  }

  get table() {
    return this.#page.getByRole('grid', { name: this.#collection });
  }

  row(id: string) {
    return this.table.getByRole('row', { name: id, exact: true });
  }

  cell(id: string, text: string) {
    return this.row(id).getByRole('gridcell', { name: text, exact: true });
  }

  get activeCell() {
    return this.table.locator('[id$="-active"]');
  }

  statusOf(id: string) {
    return this.#page.getByRole('switch', { name: `Status of ${id}`, exact: true });
  }

  /** The number of records, or of matches. */
  get count() {
    return this.#page
      .getByRole('region', { name: `Records of ${this.#collection}` })
      .getByRole('status')
      .first();
  }

  /** The toggle between changed records and all. */
  get changedOnly() {
    return this.#page.getByRole('button', { name: 'Show changed records only' });
  }

  /** Reverts the selected record to its fixture. */
  get revert() {
    return this.#page.getByRole('button', { name: 'Revert to fixture' });
  }

  async search(text: string) {
    await this.#page.getByRole('searchbox', { name: `Search ${this.#collection}` }).fill(text);
  }

  header(title: string) {
    return this.table.getByRole('columnheader', { name: title });
  }

  /** The column headers in their order. */
  get titles() {
    return this.table.getByRole('columnheader');
  }

  /** The column chooser. */
  get columns() {
    return this.#page.getByRole('dialog', { name: 'Columns' });
  }

  /** The filter field of a column. */
  filter(column: string) {
    return this.table.getByLabel(`Filter ${column}`, { exact: true });
  }

  comparison(column: string) {
    return this.table.getByLabel(`Operator for ${column}`, { exact: true });
  }

  /** The query bar. */
  get query() {
    return this.#page.getByRole('combobox', { name: 'Query' });
  }

  /** The input of a cell that is being edited. */
  editor(id: string, member: string) {
    return this.#page.getByLabel(`${member} of ${id}`, { exact: true });
  }

  /** Edits the cell with the text `from` in place, and waits until it is saved or refused. */
  async edit(id: string, member: string, from: string, to: string) {
    await this.cell(id, from).dblclick();
    await this.editor(id, member).fill(to);
    await this.editor(id, member).press('Enter');
    await this.table.locator('[aria-busy=true]').waitFor({ state: 'hidden' });
  }

  async add(members: Readonly<Record<string, string>>) {
    await this.#page.getByRole('button', { name: 'Add', exact: true }).click();
    const dialog = this.#page.getByRole('dialog', { name: `Add to ${this.#collection}` });
    for (const [name, text] of Object.entries(members)) await dialog.getByLabel(name, { exact: true }).fill(text);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  async remove(id: string) {
    await this.row(id).getByRole('gridcell').first().click();
    await this.table.press('Delete');
  }

  /** Selects a range of records; the cell with that text in the last one becomes active. */
  async selectTo(id: string, last: string, text: string) {
    await this.row(id).getByRole('gridcell').first().click();
    await this.cell(last, text).click({ modifiers: ['Shift'] });
  }

  /** Pastes text into the focused element. */
  async paste(text: string) {
    await this.#page.evaluate((data) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', data);
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, text);
  }

  dialog(name: string | RegExp) {
    return this.#page.getByRole('dialog', { name });
  }

  /** The JSON editor of a record. */
  get json() {
    return this.#page.getByRole('textbox', { name: /^JSON of/ });
  }

  get jsonFaults() {
    return this.#page.getByRole('button', { name: /^Line \d+/ });
  }
}
