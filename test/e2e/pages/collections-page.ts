import type { Page } from '@playwright/test';

/** The collections: their tabs, and the dialog of a new one or of its settings. */
export class CollectionsPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get tabs() {
    return this.#page.getByRole('tablist', { name: 'Collections' }).getByRole('tab');
  }

  tab(name: string) {
    return this.#page.getByRole('tab', { name, exact: true });
  }

  get create() {
    return this.#page.getByRole('button', { name: 'New collection…' });
  }

  get dialog() {
    return this.#page.getByRole('dialog');
  }

  get newMember() {
    return this.dialog.getByRole('textbox', { name: 'New member' });
  }

  get newType() {
    return this.dialog.getByRole('combobox', { name: 'Type of the new member' });
  }

  get addMember() {
    return this.dialog.getByRole('button', { name: 'Add', exact: true });
  }
}
