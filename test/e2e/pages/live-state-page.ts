import type { Page } from '@playwright/test';

/** The Live state view: the live states, the snapshots and the changes of the chosen state. */
export class LiveStatePage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get #states() {
    return this.#page.getByRole('region', { name: 'Live states' });
  }

  get #snapshots() {
    return this.#page.getByRole('region', { name: 'Snapshots' });
  }

  get changes() {
    return this.#page.getByRole('region', { name: /^Changes: / });
  }

  get name() {
    return this.#snapshots.getByRole('textbox', { name: 'Name of the snapshot' });
  }

  /** The entry of the shared live state or of a session, with its number of changes. */
  state(name: string) {
    return this.#states.getByRole('button', { name: new RegExp(`^${name} \\d`) });
  }

  snapshot(name: string) {
    return this.#snapshots.getByRole('listitem').filter({ hasText: name });
  }

  /** A changed record, such as "42 of users". */
  record(name: string) {
    return this.changes
      .getByRole('listitem')
      .filter({ has: this.#page.getByRole('button', { name: `Revert ${name}` }) });
  }

  get records() {
    return this.changes.getByRole('list', { name: 'Changed records' }).getByRole('listitem');
  }

  /** The lines of a record's difference, without spaces at their ends. */
  async difference(name: string) {
    const table = this.changes.getByRole('table', { name: `Difference of ${name}` });
    return table.locator('tbody tr').allInnerTexts();
  }

  /** Presses a button of the changes. */
  async press(name: string) {
    await this.changes.getByRole('button', { name, exact: true }).click();
  }

  async select(name: string) {
    await this.changes.getByRole('checkbox', { name: `Select ${name}` }).check();
  }

  /** Saves a snapshot under a name, and waits for it. */
  async save(name: string) {
    await this.name.fill(name);
    await this.name.press('Enter');
    await this.snapshot(name).waitFor();
  }

  async compareWith(name: string) {
    await this.#snapshots.getByRole('button', { name: new RegExp(`^${name} `) }).click();
  }

  async restore(name: string) {
    await this.#snapshots.getByRole('button', { name: `Restore ${name}` }).click();
  }

  /** Opens the form with the new name of a snapshot. */
  async beginRenaming(name: string) {
    await this.#snapshots.getByRole('button', { name: `Rename ${name}` }).click();
    return this.#snapshots.getByRole('textbox', { name: `New name of ${name}` });
  }

  async rename(name: string, to: string) {
    const field = await this.beginRenaming(name);
    await field.fill(to);
    await field.press('Enter');
  }

  async remove(name: string) {
    await this.#snapshots.getByRole('button', { name: `Delete ${name}` }).click();
  }

  async chooseScenario(session: string, scenario: string) {
    await this.state(session).click();
    await this.changes.getByRole('combobox', { name: `Scenario of ${session}` }).selectOption(scenario);
  }

  async reset(session: string) {
    await this.state(session).click();
    await this.press(`Reset ${session}`);
  }

  async drop(session: string) {
    await this.state(session).click();
    await this.press(`Delete ${session}`);
  }
}
