import type { Page } from '@playwright/test';

export class SettingsPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get port() {
    return this.#page.getByLabel('Port', { exact: true });
  }

  async movePort(port: string | number) {
    await this.port.fill(String(port));
    await this.port.press('Enter');
  }

  get page() {
    return this.#page.getByRole('main', { name: 'Settings' });
  }

  get search() {
    return this.page.getByRole('searchbox', { name: 'Search settings' });
  }

  get host() {
    return this.#page.getByLabel('Host', { exact: true });
  }

  get https() {
    return this.#page.getByRole('switch', { name: 'HTTPS', exact: true });
  }

  /** The section about other devices. */
  get devices() {
    return this.#page.getByRole('region', { name: 'Devices' });
  }

  /** The section about the workspace file. */
  get file() {
    return this.#page.getByRole('region', { name: 'Workspace' });
  }

  /** The reason of a refusal. */
  get refusal() {
    return this.#page.getByRole('main').getByRole('alert');
  }

  async chooseTheme(name: 'System' | 'Light' | 'Dark') {
    await this.#page.getByRole('radio', { name, exact: true }).click();
  }
}
