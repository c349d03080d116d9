import { EventEmitter, once } from 'node:events';
import { emitCancellable } from './events.mjs';
import { handleInvoke } from './ipc.mjs';
import { pageScript, postBinding, preloadScript, preloadWorld, receiveFunction } from './page-scripts.mjs';
import { continueRequest } from './requests.mjs';
import { knownOrigin, loadedPatterns, toKnown, toLoaded } from './scheme.mjs';
import { encodeValue } from './values.mjs';

const modifierBits = { alt: 1, control: 2, meta: 4, shift: 8 };
let lastId = 0;

/**
 * @typedef {object} WebPreferences
 * @property {string} [preload]
 * @property {boolean} [sandbox]
 * @property {boolean} [contextIsolation]
 * @property {boolean} [nodeIntegration]
 * @property {boolean} [webSecurity]
 * @property {boolean} [webviewTag]
 */

/** Throws for preferences that the stand-in does not implement. @param {WebPreferences} preferences */
export function requireSecure({ sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag }) {
  const isSecure =
    sandbox !== false && contextIsolation !== false && webSecurity !== false && !nodeIntegration && !webviewTag;
  if (!isSecure) throw new Error('The stand-in supports only sandboxed, isolated windows with web security.');
}

/** The page of a window, driven over the DevTools protocol. */
export class WebContents extends EventEmitter {
  id = ++lastId;
  #preferences;
  /** @type {Promise<import('./pages.mjs').Page>} */
  #page;
  /** @type {string | null} */
  #targetId = null;
  /** @type {number | null} the preload script's world in the current document */
  #world = null;
  #url = '';
  /** The URL of the program's own navigation under way. */
  #requested = '';
  /** The loader of the latest loaded document. */
  #loadedBy = '';
  #isDestroyed = false;
  /** @type {(details: { url: string }) => { action: 'allow' | 'deny' }} */
  #decideOnOpen = () => ({ action: 'deny' });

  /**
   * @param {Promise<import('./pages.mjs').Page>} opening
   * @param {WebPreferences} preferences
   * @param {() => void} close closes the window
   */
  constructor(opening, preferences, close) {
    super();
    this.#preferences = preferences;
    this.close = close;
    this.#page = opening.then((page) => this.#prepare(page));
  }

  get mainFrame() {
    return { url: this.getURL(), origin: this.#url === '' ? 'null' : knownOrigin(this.#url), parent: null };
  }

  get targetId() {
    return this.#targetId;
  }

  getURL = () => toKnown(this.#url);
  getLastWebPreferences = () => this.#preferences;
  isDestroyed = () => this.#isDestroyed;

  /** @param {(details: { url: string }) => { action: 'allow' | 'deny' }} handler */
  setWindowOpenHandler(handler) {
    this.#decideOnOpen = handler;
  }

  /** Navigates and resolves when the document and its resources are loaded. @param {string} url */
  async loadURL(url) {
    const page = await this.#page;
    this.#requested = toLoaded(url);
    const { errorText, loaderId } = await page.send('Page.navigate', { url: this.#requested });
    if (errorText) throw new Error(`${errorText} loading '${url}'`);
    while (this.#loadedBy !== loaderId) await once(this, 'did-finish-load');
  }

  /** @param {string} channel @param {unknown[]} args */
  send(channel, ...args) {
    this.#deliver({ type: 'event', channel, args: encodeValue(args) });
  }

  /** @param {{ type: 'keyDown' | 'keyUp', keyCode: string, modifiers?: (keyof typeof modifierBits)[] }} input */
  sendInputEvent({ type, keyCode, modifiers = [] }) {
    const key = {
      key: keyCode,
      code: `Key${keyCode.toUpperCase()}`,
      windowsVirtualKeyCode: keyCode.toUpperCase().charCodeAt(0),
      modifiers: modifiers.reduce((bits, name) => bits | modifierBits[name], 0),
    };
    this.#act((page) => page.send('Input.dispatchKeyEvent', { type, ...key }));
  }

  /** @param {{ width: number, height: number }} size */
  resize({ width, height }) {
    this.#act(async (page) => {
      const { windowId } = await page.send('Browser.getWindowForTarget');
      await page.send('Browser.setWindowBounds', { windowId, bounds: { width, height } });
    });
  }

  destroy() {
    this.#act((page) => page.close());
  }

  /**
   * Acts on the page. Ignores failures, because the page may be closed.
   *
   * @param {(page: import('./pages.mjs').Page) => Promise<unknown>} action
   */
  #act(action) {
    this.#page.then(action).catch(() => {});
  }

  /** @param {import('./pages.mjs').Page} page */
  async #prepare(page) {
    this.#targetId = page.targetId;
    page.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId === undefined) this.#url = frame.url;
    });
    page.on('Page.lifecycleEvent', ({ name, frameId, loaderId }) => {
      // Skip the load of the empty page with which a window begins.
      if (name !== 'load' || frameId !== page.targetId || this.#url === '') return;
      this.#loadedBy = loaderId;
      this.emit('did-finish-load');
    });
    page.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === preloadWorld && context.auxData.frameId === page.targetId) this.#world = context.id;
    });
    page.on('Runtime.executionContextsCleared', () => {
      this.#world = null;
    });
    page.on('Runtime.bindingCalled', ({ payload, executionContextId }) => this.#receive(payload, executionContextId));
    page.on('Fetch.requestPaused', (request) => continueRequest(page, request, (url) => this.#mayNavigate(url)));
    page.on('closed', () => {
      this.#isDestroyed = true;
      this.emit('destroyed');
    });
    const { preload } = this.#preferences;
    await Promise.all([
      page.send('Page.enable'),
      page.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      page.send('Runtime.enable'),
      page.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript }),
      page.send('Runtime.addBinding', { name: postBinding, executionContextName: preloadWorld }),
      page.send('Page.addScriptToEvaluateOnNewDocument', { source: preloadScript(preload), worldName: preloadWorld }),
      page.send('Fetch.enable', {
        patterns: [...loadedPatterns(), { urlPattern: '*', resourceType: 'Document' }],
      }),
      page.send('Runtime.runIfWaitingForDebugger'),
    ]);
    return page;
  }

  /** Allows the program's own navigations; listeners of `will-frame-navigate` decide on all others. @param {string} url */
  #mayNavigate(url) {
    if (toLoaded(url) !== this.#requested) return emitCancellable(this, 'will-frame-navigate', { url });
    this.#requested = '';
    return true;
  }

  /** Handles a message of the preload script. @param {string} payload @param {number} world */
  async #receive(payload, world) {
    const message = JSON.parse(payload);
    if ('open' in message) this.#open(toKnown(message.open));
    else this.#deliver(await handleInvoke({ sender: this, senderFrame: this.mainFrame }, message), world);
  }

  /** Asks the program's handler about a new window, but never opens one. @param {string} url */
  #open(url) {
    if (this.#decideOnOpen({ url }).action === 'deny') return;
    process.stderr.write(`The stand-in opens no windows for pages: ${url}\n`);
  }

  /** Sends the preload script a message. Drops it if the document is gone. @param {object} message */
  #deliver(message, world = this.#world) {
    if (world === null || this.#isDestroyed) return;
    const expression = `${receiveFunction}(${JSON.stringify(message)})`;
    this.#act((page) => page.send('Runtime.evaluate', { expression, contextId: world }));
  }
}
