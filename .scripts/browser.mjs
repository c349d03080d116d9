/**
 * A Chromium for the tests and the screenshots: Playwright's own, else the system's, else one that is downloaded or
 * installed.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Failure, run, tool } from './project.mjs';

const downloadLimitMs = 3 * 60_000;
const installLimitMs = 5 * 60_000;
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * @param {(line: string) => void} tell
 * @returns {Promise<string>} the path of a Chromium that runs
 */
export async function findChromium(tell) {
  const present = (await playwrights()) ?? (await systems());
  if (present !== undefined) return present;
  tell('Downloading Chromium…');
  await run(process.execPath, [tool('playwright/cli.js'), 'install', 'chromium'], { limitMs: downloadLimitMs });
  const downloaded = await playwrights();
  if (downloaded !== undefined) return downloaded;
  const installed = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') ? await debians(tell) : undefined;
  if (installed !== undefined) return installed;
  throw new Failure('No Chromium was found and none could be downloaded; install one, or set PLAYWRIGHT_CHROMIUM.');
}

async function playwrights() {
  const { chromium } = await import('playwright');
  return firstThatRuns([process.env.PLAYWRIGHT_CHROMIUM ?? '', chromium.executablePath()]);
}

function systems() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return firstThatRuns([...names.flatMap((name) => folders.map((folder) => join(folder, name))), macChrome]);
}

/** Debian's package, by the one who may install it. @param {(line: string) => void} tell */
async function debians(tell) {
  tell("Installing Debian's Chromium…");
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, limitMs: installLimitMs };
  await run('apt-get', ['update'], options);
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options);
  return systems();
}

/** A path may lead to a mere hint how to install a browser, so each is asked for its version. @param {string[]} paths */
async function firstThatRuns(paths) {
  for (const path of paths) {
    if (path !== '' && existsSync(path) && (await run(path, ['--version'], { limitMs: 10_000 })).ok) return path;
  }
  return undefined;
}
