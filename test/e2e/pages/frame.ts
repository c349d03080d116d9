import type { Page } from '@playwright/test';

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

  async open(name: 'Fixtures' | 'Scenarios' | 'Requests' | 'Settings') {
    await this.rail.getByRole('link', { name, exact: true }).click();
    await this.view(name).waitFor();
  }

  get server() {
    return this.#page.getByRole('region', { name: 'Mock server' });
  }

  get address() {
    return this.server.getByRole('button', { name: /^Copy address/ });
  }

  /** Where the mock server listens, as the bar says. */
  async mockUrl() {
    return (await this.address.getAttribute('aria-label'))?.split(' ').at(-1) ?? '';
  }

  get startServer() {
    return this.server.getByRole('button', { name: 'Start the server' });
  }

  get stopServer() {
    return this.server.getByRole('button', { name: 'Stop the server' });
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
