import type { Page } from '@playwright/test';

/** The Live state view: snapshots and sessions. */
export class LiveStatePage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get #snapshots() {
    return this.#page.getByRole('region', { name: 'Snapshots' });
  }

  get #sessions() {
    return this.#page.getByRole('region', { name: 'Sessions' });
  }

  get name() {
    return this.#snapshots.getByRole('textbox', { name: 'Name of the snapshot' });
  }

  snapshot(name: string) {
    return this.#snapshots.getByRole('row', { name });
  }

  session(name: string) {
    return this.#sessions.getByRole('row', { name });
  }

  /** Saves a snapshot under a name, and waits for it. */
  async save(name: string) {
    await this.name.fill(name);
    await this.name.press('Enter');
    await this.snapshot(name).waitFor();
  }

  async restore(name: string) {
    await this.#snapshots.getByRole('button', { name: `Restore ${name}` }).click();
  }

  async remove(name: string) {
    await this.#snapshots.getByRole('button', { name: `Delete ${name}` }).click();
  }

  async chooseScenario(session: string, scenario: string) {
    await this.#sessions.getByRole('combobox', { name: `Scenario of ${session}` }).selectOption(scenario);
  }

  async reset(session: string) {
    await this.#sessions.getByRole('button', { name: `Reset ${session}` }).click();
  }

  async drop(session: string) {
    await this.#sessions.getByRole('button', { name: `Delete ${session}` }).click();
  }
}
