import type { Locator, Page } from '@playwright/test';
import { chooseFile } from '../choose-file.ts';

/** The Scenarios view: list, editor and dry run. */
export class ScenariosPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get list() {
    return this.#page.getByRole('list', { name: 'Order of the scenarios' });
  }

  /** The scenario names in order. */
  async names(): Promise<readonly string[]> {
    const choices = this.list.locator('[data-part="name"] > :first-child');
    return choices.allTextContents();
  }

  row(name: string) {
    return this.list.getByRole('listitem').filter({ has: this.#page.getByText(name, { exact: true }) });
  }

  async choose(name: string) {
    await this.row(name).locator('[data-part="name"]').click();
  }

  async activate(name: string) {
    await this.row(name)
      .getByRole('button', { name: `Activate ${name}` })
      .click();
  }

  button(name: string) {
    return this.#page.getByRole('main').getByRole('button', { name, exact: true });
  }

  field(name: string) {
    // The main part holds prepared views as well, with fields of their own.
    return this.#page.getByRole('main').getByLabel(name, { exact: true }).filter({ visible: true });
  }

  /** Fills a field of the scenario or of the open rule, and saves it. */
  async fill(name: string, text: string) {
    await this.field(name).fill(text);
    await this.field(name).blur();
  }

  get rules() {
    return this.#page
      .getByRole('list', { name: 'Rules' })
      .getByRole('listitem')
      .filter({ has: this.#page.locator('[data-part="summary"]') });
  }

  /** The kinds of the rules in order. */
  async kinds(): Promise<readonly string[]> {
    const texts = await this.rules.locator('[data-part="summary"]').allInnerTexts();
    return texts.map((text) => text.split('\n')[1] ?? '');
  }

  /** The summary of a rule, which opens and closes its form; counted from 1. */
  summary(number: number) {
    return this.#page.getByRole('region', { name: `Rule ${number}` }).locator('[data-part="summary"]');
  }

  /** Says that the open rule applies to requests of all paths. */
  get scopeNote() {
    return this.#page.getByRole('note');
  }

  handle(number: number) {
    return this.#page.getByRole('region', { name: `Rule ${number}` }).getByRole('button', { name: /^Move rule/ });
  }

  async addRule(kind: string) {
    await this.button('Add rule').click();
    await this.#page.getByRole('menuitem', { name: kind }).click();
  }

  /** Focuses the JSON of the rule; the editor is ready a moment after the browser. */
  async beginJson() {
    await this.#page.getByRole('textbox', { name: 'JSON of the rule' }).focus();
    await this.#page.locator('.cm-focused').waitFor();
  }

  /** The faults listed below the rule's JSON; a click moves to the place. */
  get jsonFault() {
    return this.#page.getByRole('button', { name: /^Line \d+/ });
  }

  /** The reason of a refusal. */
  get refusal() {
    return this.#page.getByRole('main').getByRole('alert');
  }

  get dryRun() {
    return this.#page.getByRole('region', { name: 'Dry run' });
  }

  /** What the next requests would meet, in a word each. */
  async foreseen(): Promise<readonly string[]> {
    return this.dryRun.getByRole('list', { name: 'Next requests' }).getByRole('button').allInnerTexts();
  }

  /** Drags one element above or below another. */
  async drag(what: Locator, target: Locator) {
    const [from, to] = [await what.boundingBox(), await target.boundingBox()];
    if (!from || !to) throw new Error('The dragged element or its target is not visible.');
    const isDown = to.y > from.y;
    await this.#page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await this.#page.mouse.down();
    await this.#page.mouse.move(from.x, (from.y + to.y) / 2, { steps: 5 });
    await this.#page.mouse.move(from.x, isDown ? to.y + to.height : to.y, { steps: 5 });
    await this.#page.mouse.up();
  }

  get importDialog() {
    return this.#page.getByRole('dialog');
  }

  /** Chooses a file with that text; the import stops at the preview dialog. */
  async chooseFile(name: string, text: string) {
    const open = () => this.button('Import scenarios from a file').click();
    await chooseFile(this.#page, open, { name, mimeType: 'application/json', text });
  }
}
