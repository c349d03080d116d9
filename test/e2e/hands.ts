import type { Locator, Page } from '@playwright/test';

/** Does what a person would do, and counts it. Typing is not counted. */
export class Hands {
  readonly #page: Page;
  clicks = 0;
  keys = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(...targets: readonly Locator[]): Promise<void> {
    for (const target of targets) {
      this.clicks += 1;
      await target.click();
    }
  }

  async rightClick(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click({ button: 'right' });
  }

  async doubleClick(target: Locator): Promise<void> {
    this.clicks += 2;
    await target.dblclick();
  }

  /** A list takes a click to open it and one to choose. */
  async choose(list: Locator, option: string): Promise<void> {
    this.clicks += 2;
    await list.selectOption(option);
  }

  /** Types over what is there, and confirms it with Enter. */
  async fill(text: string): Promise<void> {
    await this.#page.keyboard.press('ControlOrMeta+a');
    await this.#page.keyboard.type(text);
    await this.#page.keyboard.press('Enter');
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  async press(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      this.keys += 1;
      await this.#page.keyboard.press(name);
    }
  }

  /** Runs an action by a part of its name from the palette. */
  async run(title: string): Promise<void> {
    await this.press('ControlOrMeta+k');
    await this.#page.getByPlaceholder('What do you want to do?').waitFor();
    await this.type(title);
    await this.#page.getByRole('option', { name: title }).first().waitFor();
    await this.press('Enter');
  }
}
