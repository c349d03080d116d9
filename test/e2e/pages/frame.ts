import { expect, type Page } from '@playwright/test';

/** The frame around every view: the bar and the rail. */
export class Frame {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The links to the views; visible once the console is connected. */
  get rail() {
    return this.#page.getByRole('navigation', { name: 'Views' });
  }

  /** The content of the open view. */
  view(name: string) {
    return this.#page.getByRole('main', { name });
  }

  async open(
    name:
      | 'Fixtures'
      | 'Scenarios'
      | 'Live state'
      | 'Time machine'
      | 'Requests'
      | 'Try it'
      | 'Labs'
      | 'Audit'
      | 'Settings',
  ) {
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

  /** The mock server's origin, as shown in the bar. */
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

  /** Activates a scenario by its chip, or in the menu if the chip does not fit. */
  async activate(name: string) {
    const chip = this.#page.getByRole('radiogroup', { name: 'Scenario' }).getByRole('radio', { name, exact: true });
    const menu = this.#page.getByRole('banner').getByRole('button', { name: /more scenarios$/ });
    // A chip may move into the menu, or out of it, when the bar's content changes its width.
    const click = { timeout: 5_000 };
    await expect(async () => {
      await this.#page.keyboard.press('Escape');
      if (await chip.isVisible()) {
        await chip.click(click);
        await expect(chip).toBeChecked(click);
      } else {
        await menu.click(click);
        await this.#page.getByRole('menuitem', { name }).click(click);
        await expect(menu).toContainText(name, click);
      }
    }).toPass();
  }

  /** Leaves the open dialog. The first Escape may close the completions of an editor. */
  async closeByEscape() {
    await expect(async () => {
      await this.#page.keyboard.press('Escape');
      await expect(this.#page.getByRole('dialog')).toHaveCount(0, { timeout: 500 });
    }).toPass();
  }

  /** The toasts. */
  get messages() {
    return this.#page.getByRole('region', { name: 'Messages' });
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
