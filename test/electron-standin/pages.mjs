import { EventEmitter } from 'node:events';

/** @typedef {{ promise: Promise<Page>, resolve: (page: Page) => void }} Opening */

/** One page of Chromium. Emits the protocol's events under the names of their methods. */
export class Page extends EventEmitter {
  #chromium;
  #sessionId;

  /**
   * @param {import('./chromium.mjs').Chromium} chromium
   * @param {string} targetId
   * @param {string} sessionId
   */
  constructor(chromium, targetId, sessionId) {
    super();
    this.#chromium = chromium;
    this.#sessionId = sessionId;
    this.targetId = targetId;
  }

  /** @param {string} method @param {object} [params] */
  send(method, params) {
    return this.#chromium.send(method, params, this.#sessionId);
  }

  close() {
    return this.#chromium.send('Target.closeTarget', { targetId: this.targetId });
  }
}

/** The pages of Chromium. Opens pages for the program, and closes pages that pages open before they load. */
export class Pages {
  #chromium;
  /** @type {Map<string, Page>} by session */
  #pages = new Map();
  /** @type {Map<string, Opening>} by target: `createTarget` and `attachedToTarget` arrive in any order */
  #opening = new Map();

  /** @param {import('./chromium.mjs').Chromium} chromium */
  static async of(chromium) {
    const pages = new Pages(chromium);
    await chromium.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
    return pages;
  }

  /** @param {import('./chromium.mjs').Chromium} chromium */
  constructor(chromium) {
    this.#chromium = chromium;
    chromium.on('message', (method, params, sessionId) => {
      if (sessionId !== undefined) this.#pages.get(sessionId)?.emit(method, params);
      else if (method === 'Target.attachedToTarget') this.#attached(params);
      else if (method === 'Target.detachedFromTarget') this.#detached(params);
    });
  }

  /**
   * Opens an empty page that waits for `Runtime.runIfWaitingForDebugger`.
   *
   * @param {{ width: number, height: number }} size
   * @returns {Promise<Page>}
   */
  async open({ width, height }) {
    const params = { url: 'about:blank', newWindow: true, width, height, browserContextId: this.#chromium.profile };
    const { targetId } = await this.#chromium.send('Target.createTarget', params);
    return this.#openingOf(targetId).promise;
  }

  /** @param {{ sessionId: string, targetInfo: { targetId: string, type: string, openerId?: string } }} params */
  #attached({ sessionId, targetInfo: { targetId, type, openerId } }) {
    const page = new Page(this.#chromium, targetId, sessionId);
    if (type !== 'page') {
      page.send('Runtime.runIfWaitingForDebugger').catch(() => {});
    } else if (openerId !== undefined) {
      page.close().catch(() => {});
    } else {
      this.#pages.set(sessionId, page);
      this.#openingOf(targetId).resolve(page);
    }
  }

  /** @param {{ sessionId: string }} params */
  #detached({ sessionId }) {
    const page = this.#pages.get(sessionId);
    if (page === undefined) return;
    this.#pages.delete(sessionId);
    this.#opening.delete(page.targetId);
    page.emit('closed');
  }

  /** @param {string} targetId */
  #openingOf(targetId) {
    const opening = this.#opening.get(targetId) ?? newOpening();
    this.#opening.set(targetId, opening);
    return opening;
  }
}

/** @returns {Opening} */
function newOpening() {
  /** @type {Opening['resolve']} */
  let resolve = () => {};
  const promise = new Promise((/** @type {Opening['resolve']} */ settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
