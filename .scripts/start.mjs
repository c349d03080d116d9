/** `npm start`: runs the desktop app, or serves the same console to a browser if the app cannot run. */
import { spawn } from 'node:child_process';
import { findElectron, hasDisplay } from './electron-binary.mjs';
import { startHeadless } from './headless.mjs';
import { prepare } from './prepare.mjs';
import { dist, main, say } from './project.mjs';
import { supervise } from './supervise.mjs';

await main(async () => {
  await prepare(say);
  const electron = await findElectron(say);
  const why = 'binary' in electron ? await runDesktop(electron.binary) : electron.why;
  if (why !== undefined) await runInBrowser(why);
});

/**
 * @param {string} binary
 * @returns {Promise<string | undefined>} the reason if the app could not start
 */
async function runDesktop(binary) {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  // Chromium's sandbox refuses to run as root; only this development command switches it off.
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0;
  let started = false;
  const onLine = (/** @type {string} */ line) => {
    started = true;
    say(line);
  };
  const args = [...(asRoot ? ['--no-sandbox'] : []), dist];
  const code = await supervise(binary, args, { env, onLine, stderr: 'ignore' }).exitCode;
  if (code !== 0 && !started) return 'Electron could not start here';
  process.exitCode = code;
  return undefined;
}

/** @param {string} why the reason that the desktop app cannot run */
async function runInBrowser(why) {
  say(`The console is served to a browser, because ${why}.`);
  const host = startHeadless(['--quiet', '--keep-token', ...process.argv.slice(2)], () => undefined);
  const ready = await host.ready;
  if (ready !== undefined) {
    say(`Console  ${ready.open}`);
    say(`Mock     ${ready.mock}`);
    if (ready.https) say(`HTTPS    ${ready.https}`);
    say('Ctrl+C stops both.');
    if (hasDisplay()) openInBrowser(ready.open);
  }
  process.exitCode = await host.exitCode;
}

/** Ignores failures: the address has been printed. @param {string} address */
function openInBrowser(address) {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open']
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '""']
        : ['xdg-open'];
  if (program === undefined) return;
  spawn(program, [...args, address], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
