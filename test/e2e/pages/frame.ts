import { expect, type Page } from '@playwright/test';

/** What stands around every view: the bar above and the rail at the side. */
export class Frame {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The way from view to view; there once the console is connected to its host. */
  get rail() {
    return this.#page.getByRole('navigation', { name: 'Views' });
  }

  /** The content of a view, once it is open. */
  view(name: string) {
    return this.#page.getByRole('main', { name });
  }

  async open(name: 'Fixtures' | 'Scenarios' | 'Live state' | 'Requests' | 'Try it' | 'Settings') {
    await this.rail.getByRole('link', { name, exact: true }).click();
    await this.view(name).waitFor();
  }

  get server() {
    return this.#page.getByRole('region', { name: 'Mock server' });
  }

  /** The button that shows the address, without its scheme, and copies it. */
  get address() {
    return this.server.getByRole('button', { name: /:\d+/ });
  }

  /** Where the mock server listens, as the bar says. */
  async mockUrl() {
    const [authority] = /[\w.]+:\d+/.exec((await this.address.textContent()) ?? '') ?? [];
    return `http://${authority}`;
  }

  get startServer() {
    return this.server.getByRole('button', { name: 'Start the server' });
  }

  get stopServer() {
    return this.server.getByRole('button', { name: 'Stop the server' });
  }

  /** Switches the scenario by a click on its chip, or in the menu of those that have no room. */
  async activate(name: string) {
    const chip = this.#page.getByRole('radiogroup', { name: 'Scenario' }).getByRole('radio', { name, exact: true });
    const menu = this.#page.getByRole('banner').getByRole('button', { name: /more scenarios$/ });
    if (await chip.isVisible()) {
      await chip.click();
      await expect(chip).toBeChecked();
    } else {
      await menu.click();
      await this.#page.getByRole('menuitem', { name }).click();
      await expect(menu).toContainText(name);
    }
  }

  get undo() {
    return this.#page.getByRole('banner').getByRole('button', { name: 'Undo' });
  }

  get redo() {
    return this.#page.getByRole('banner').getByRole('button', { name: 'Redo' });
  }

  get saved() {
    return this.#page.getByRole('banner').getByText('Saved', { exact: true });
  }
}
