/**
 * A Chromium for several stand-ins, one after another, so that only the first one waits for its start. Each has a profile
 * of its own, empty at first and lost at its end.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromiumSwitches } from '../support/chromium-switches.mjs';
import { Chromium } from './chromium.mjs';
import { announcement, startChromium } from './chromium-process.mjs';
import { openWebSocket } from './web-socket.mjs';

const flags = [
  ...['no-sandbox', 'disable-extensions', 'disable-component-update', 'disable-background-networking'],
  ...['disable-sync', 'disable-default-apps', 'metrics-recording-only', 'disable-background-timer-throttling'],
  ...['disable-backgrounding-occluded-windows', 'disable-renderer-backgrounding', 'disable-back-forward-cache'],
  ...['disable-ipc-flooding-protection', 'disable-hang-monitor', 'disable-popup-blocking'],
];
const switches = new Map([
  ...flags.map((name) => /** @type {const} */ ([name, ''])),
  ['password-store', 'basic'],
  ['force-color-profile', 'srgb'],
  ...chromiumSwitches,
  ['remote-debugging-port', '0'],
]);

/**
 * Starts a Chromium to share and resolves with its address, `ws://127.0.0.1:PORT/PATH`.
 *
 * @param {string} executable
 * @returns {Promise<{ address: string, close: () => Promise<void> }>}
 */
export async function startSharedChromium(executable) {
  const folder = mkdtempSync(join(tmpdir(), 'shared-chromium-'));
  let announce = (/** @type {string} */ _line) => {};
  const announced = new Promise((/** @type {(line: string) => void} */ resolve) => {
    announce = resolve;
  });
  const chromium = new Chromium(startChromium(executable, folder, switches, announce));
  const ended = once(chromium, 'exit').then(() => Promise.reject(new Error('Chromium could not start.')));
  const line = await Promise.race([announced, ended]);
  ended.catch(() => {});
  return {
    address: line.slice(announcement.length).trim(),
    async close() {
      await chromium.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Joins a shared Chromium with an empty profile, and announces a port for debuggers that closes with this process. First
 * waits until the pages of the stand-in before have closed, which a debugger would take for this one's.
 *
 * @param {string} address
 * @returns {Promise<Chromium>}
 */
export async function joinSharedChromium(address) {
  const chromium = new Chromium(await openWebSocket(address));
  while (await hasPages(chromium)) await setTimeout(20);
  const { browserContextId } = await chromium.send('Target.createBrowserContext', { disposeOnDetach: true });
  chromium.profile = browserContextId;
  process.stderr.write(`${announcement}${await relayTo(new URL(address))}\n`);
  return chromium;
}

/** @param {Chromium} chromium */
async function hasPages(chromium) {
  /** @type {{ targetInfos: { type: string }[] }} */
  const { targetInfos } = await chromium.send('Target.getTargets');
  return targetInfos.some(({ type }) => type === 'page');
}

/**
 * Opens a port that passes everything on to another one until this process ends; resolves with its address.
 *
 * @param {URL} address
 */
async function relayTo({ hostname, port, pathname }) {
  const relay = createServer((client) => {
    const server = connect(Number(port), hostname);
    client.on('error', () => {}).on('close', () => server.destroy());
    server.on('error', () => {}).on('close', () => client.destroy());
    client.pipe(server).pipe(client);
  });
  await once(relay.listen(0, hostname), 'listening');
  const own = /** @type {import('node:net').AddressInfo} */ (relay.address());
  return `ws://${hostname}:${own.port}${pathname}`;
}
