import { BrowserWindow } from './browser-window.mjs';

/**
 * @typedef {object} Template
 * @property {string} [label]
 * @property {string} [role]
 * @property {string} [type]
 * @property {string} [accelerator]
 * @property {readonly Template[]} [submenu]
 * @property {(item: object, window: BrowserWindow | null, event: object) => void} [click]
 */

/** An invisible menu that tests can read and click. Items with a role do nothing. */
export class Menu {
  /** @type {Menu | null} */
  static #applicationMenu = null;

  /** @param {readonly object[]} items */
  constructor(items) {
    this.items = items;
  }

  /** @param {readonly Template[]} template @returns {Menu} */
  static buildFromTemplate(template) {
    return new Menu(template.map(buildItem));
  }

  /** @param {Menu | null} menu */
  static setApplicationMenu(menu) {
    Menu.#applicationMenu = menu;
  }

  static getApplicationMenu = () => Menu.#applicationMenu;
}

/** @param {Template} template */
function buildItem({ label, role, type = 'normal', accelerator, submenu, click }) {
  return {
    label: label ?? role ?? '',
    role,
    type: submenu === undefined ? type : 'submenu',
    accelerator,
    submenu: submenu && Menu.buildFromTemplate(submenu),
    /** @param {object} [event] @param {BrowserWindow | null} [window] */
    click(event = {}, window = BrowserWindow.getFocusedWindow()) {
      click?.(this, window, event);
    },
  };
}
