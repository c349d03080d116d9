import type { Page } from '@playwright/test';

type Style = 'Offset' | 'Page' | 'Cursor' | 'Time window' | 'since_id';

/** The labs. */
export class LabsPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get view() {
    return this.#page.getByRole('main', { name: 'Labs' });
  }

  tab(name: 'Lost update' | 'Pagination') {
    return this.view.getByRole('tab', { name });
  }

  button(name: string) {
    return this.view.getByRole('button', { name, exact: true });
  }

  /** What the lab has found. */
  get outcome() {
    return this.view.getByRole('status').first();
  }

  client(name: 'Ann' | 'Ben') {
    return this.view.getByRole('region', { name, exact: true });
  }

  field(client: 'Ann' | 'Ben', name: string) {
    return this.view.getByLabel(`${client}'s ${name}`, { exact: true });
  }

  /** The requests of the sequence picture, in order. */
  get requests() {
    return this.view.getByRole('list', { name: 'Requests' }).locator(':scope > li');
  }

  get lostFields() {
    return this.view.getByRole('list', { name: 'Lost fields' });
  }

  get required() {
    return this.view.getByRole('switch', { name: 'Require a precondition (428)' });
  }

  get grid() {
    return this.view.getByRole('table', { name: 'Records by style' });
  }

  finding(style: Style) {
    return this.view.getByRole('region', { name: 'Findings' }).getByRole('listitem').filter({ hasText: style });
  }

  get seed() {
    return this.view.getByRole('spinbutton', { name: 'Seed' });
  }
}
