import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chromium } from './chromium.mjs';
import { startChromium } from './chromium-process.mjs';
import { emitCancellable } from './events.mjs';
import { Pages } from './pages.mjs';
import { joinSharedChromium } from './shared-chromium.mjs';

/** The environment variable with the address of a shared Chromium. */
const sharedVariable = 'ELECTRON_STANDIN_CHROMIUM';

/** @typedef {{ folder: string, name: string, version: string }} Program */

class App extends EventEmitter {
  /** @type {Map<string, string>} */
  #switches = new Map();
  /** @type {Map<string, string>} */
  #paths = new Map();
  /** @type {Program} */
  #program = { folder: '', name: '', version: '' };
  /** @type {Chromium | null} */
  #chromium = null;
  /** @type {Pages | null} */
  #pages = null;
  /** @type {Set<{ close(): void }>} */
  #windows = new Set();
  #isReady = false;
  #markReady = () => {};
  #whenReady = new Promise((resolve) => {
    this.#markReady = () => resolve(undefined);
  });
  #isQuitting = false;
  /** The exit code of the process if Chromium ends now. */
  #exitCode = 1;

  commandLine = {
    /** @param {string} name @param {string} [value] */
    appendSwitch: (name, value = '') => void this.#switches.set(name, value),
    /** @param {string} name */
    hasSwitch: (name) => this.#switches.has(name),
  };

  getAppPath = () => this.#program.folder;
  getName = () => this.#program.name;
  getVersion = () => this.#program.version;
  isReady = () => this.#isReady;
  whenReady = () => this.#whenReady;
  /** Always granted: the stand-in does not support single instances. */
  requestSingleInstanceLock = () => true;
  /** Does nothing: windows without a sandbox are refused anyway. */
  enableSandbox() {}
  setAboutPanelOptions() {}

  /** @param {string} name */
  getPath(name) {
    const path = this.#paths.get(name);
    if (path === undefined) throw new Error(`The stand-in does not know the path "${name}".`);
    return path;
  }

  /** @param {string} name @param {string} path */
  setPath(name, path) {
    this.#paths.set(name, path);
  }

  quit() {
    if (!emitCancellable(this, 'before-quit')) return;
    this.#isQuitting = true;
    if (this.#windows.size === 0) this.#finish();
    for (const window of this.#windows) window.close();
  }

  /** @param {number} [code] */
  async exit(code = 0) {
    this.#exitCode = code;
    await this.#chromium?.close();
    process.exit(code);
  }

  #finish() {
    if (!emitCancellable(this, 'will-quit')) return;
    this.emit('quit', {}, 0);
    void this.exit(0);
  }

  // The rest is for the other modules of the stand-in, not for the program.

  get pages() {
    if (this.#pages === null) throw new Error('Windows cannot be created before the app is ready.');
    return this.#pages;
  }

  /** @param {{ close(): void }} window */
  windowOpened(window) {
    this.#windows.add(window);
  }

  /** @param {{ close(): void }} window */
  windowClosed(window) {
    this.#windows.delete(window);
    if (this.#windows.size > 0) return;
    if (this.#isQuitting) this.#finish();
    else if (!this.emit('window-all-closed')) this.quit();
  }

  /** @param {ReadonlyMap<string, string>} switches @param {Program} program */
  configure(switches, program) {
    this.#switches = new Map(switches);
    this.#program = program;
    this.setPath('home', homedir());
    this.setPath('temp', tmpdir());
    if (!switches.has('user-data-dir')) this.#switches.set('user-data-dir', temporaryFolder());
    this.setPath('userData', this.#switches.get('user-data-dir') ?? '');
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => this.quit());
  }

  /** Joins the Chromium that other stand-ins share, or starts one of its own. */
  async #openChromium() {
    const { PLAYWRIGHT_CHROMIUM: executable, [sharedVariable]: shared } = process.env;
    if (shared) return joinSharedChromium(shared);
    if (!executable) throw new Error('The stand-in needs the path of a Chromium in PLAYWRIGHT_CHROMIUM.');
    const announce = (/** @type {string} */ line) => void process.stderr.write(`${line}\n`);
    return new Chromium(
      startChromium(executable, join(this.getPath('userData'), 'chromium'), this.#switches, announce),
    );
  }

  async becomeReady() {
    this.#chromium = await this.#openChromium();
    this.#chromium.once('exit', () => process.exit(this.#exitCode));
    this.#pages = await Pages.of(this.#chromium);
    this.#isReady = true;
    this.#markReady();
    this.emit('ready', {});
  }
}

export const app = new App();

/** Creates a data folder and removes it when the process ends. */
function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'electron-standin-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
