import { EventEmitter } from 'node:events';
import { app } from './app.mjs';
import { workArea } from './desktop.mjs';
import { emitCancellable } from './events.mjs';
import { requireSecure, WebContents } from './web-contents.mjs';

/** @typedef {{ x: number, y: number, width: number, height: number }} Rectangle */
/**
 * @typedef {object} Options
 * @property {number} [x]
 * @property {number} [y]
 * @property {number} [width]
 * @property {number} [height]
 * @property {string} [title]
 * @property {boolean} [show]
 * @property {import('./web-contents.mjs').WebPreferences} [webPreferences]
 */

/** @type {Set<BrowserWindow>} */
const windows = new Set();

/** A window without a display: a page of a headless Chromium, with a window's bounds and states. */
export class BrowserWindow extends EventEmitter {
  /** @type {Rectangle} */
  #bounds;
  #isVisible;
  #isMaximized = false;
  #isDestroyed = false;

  /** @param {Options} [options] */
  constructor({ x = 0, y = 0, width = 800, height = 600, show = true, webPreferences = {} } = {}) {
    super();
    requireSecure(webPreferences);
    this.#bounds = { x, y, width, height };
    this.#isVisible = show;
    const opening = app.pages.open({ width, height });
    this.webContents = new WebContents(opening, webPreferences, () => this.close());
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'));
    this.webContents.once('destroyed', () => this.#closed());
    this.id = this.webContents.id;
    windows.add(this);
    app.windowOpened(this);
    app.emit('web-contents-created', {}, this.webContents);
    app.emit('browser-window-created', {}, this);
  }

  static getAllWindows = () => [...windows];

  /** @param {WebContents | null | undefined} contents */
  static fromWebContents = (contents) => [...windows].find((window) => window.webContents === contents) ?? null;

  static getFocusedWindow = () => [...windows].findLast((window) => window.isVisible()) ?? null;

  /** @param {string} url */
  loadURL = (url) => this.webContents.loadURL(url);

  close() {
    if (emitCancellable(this, 'close')) this.webContents.destroy();
  }

  isDestroyed = () => this.#isDestroyed;
  isVisible = () => this.#isVisible;
  isMaximized = () => this.#isMaximized;
  /** There is no desktop to minimize it. */
  isMinimized = () => false;
  getBounds = () => (this.#isMaximized ? workArea : this.#bounds);
  getNormalBounds = () => this.#bounds;

  /** @param {Partial<Rectangle>} bounds */
  setBounds(bounds) {
    this.#bounds = { ...this.#bounds, ...bounds };
    this.webContents.resize(this.#bounds);
  }

  maximize() {
    this.#isMaximized = true;
    this.webContents.resize(workArea);
  }

  show() {
    this.#isVisible = true;
    this.emit('show');
  }

  focus() {
    this.emit('focus');
  }

  #closed() {
    this.#isDestroyed = true;
    windows.delete(this);
    this.emit('closed');
    app.windowClosed(this);
  }
}

export const webContents = {
  getAllWebContents: () => [...windows].map((window) => window.webContents),
  /** @param {string} targetId */
  fromDevToolsTargetId: (targetId) => webContents.getAllWebContents().find((it) => it.targetId === targetId),
};
