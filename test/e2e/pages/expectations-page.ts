import type { Page } from '@playwright/test';

/** The expectations in Requests: list, form and detail. */
export class ExpectationsPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open() {
    await this.#page.getByRole('radio', { name: /^Expectations/ }).click();
  }

  row(name: string) {
    return this.#page.getByRole('grid', { name: 'Expectations' }).getByRole('row', { name });
  }

  get form() {
    return this.#page.getByRole('dialog', { name: 'Expect requests' });
  }

  async declare() {
    await this.form.getByRole('button', { name: 'Expect', exact: true }).click();
    await this.form.waitFor({ state: 'detached' });
  }

  get detail() {
    return this.#page.getByRole('region', { name: /^Expectation / });
  }

  /** The differences of the closest request. */
  get differences() {
    return this.detail.getByRole('listitem').first().getByRole('table').getByRole('row');
  }
}
