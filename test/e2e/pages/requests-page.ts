import type { Page } from '@playwright/test';

/** The request log: the list and the detail of the chosen request. */
export class RequestsPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get table() {
    return this.#page.getByRole('grid', { name: 'Requests' });
  }

  /** Rows of requests, oldest first, by their names: method, path and status. */
  get rows() {
    return this.table.getByRole('rowgroup').last().getByRole('row');
  }

  row(name: string) {
    return this.table.getByRole('row', { name, exact: true });
  }

  async choose(name: string) {
    await this.row(name).getByRole('gridcell').first().click();
  }

  get detail() {
    return this.#page.getByRole('region', { name: /^Request \d+$/ });
  }

  async openPart(name: 'Request' | 'Response' | 'Explanation' | 'Timing' | 'Raw') {
    await this.detail.getByRole('tab', { name }).click();
  }

  /** The value of a header field in the open tab. */
  header(name: string) {
    const row = this.detail.getByRole('row').filter({ has: this.#page.getByRole('rowheader', { name, exact: true }) });
    return row.getByRole('cell');
  }

  get searchField() {
    return this.#page.getByRole('combobox', { name: 'Search requests' });
  }

  async search(text: string) {
    await this.searchField.fill(text);
  }

  /** The histogram above the list. */
  get overTime() {
    return this.#page.getByRole('slider', { name: 'Requests over time' });
  }

  get comparison() {
    return this.#page.getByRole('region', { name: /compared$/ });
  }
}
