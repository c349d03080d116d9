/**
 * Finds a Chromium for the tests and the screenshots: Playwright's own, else the system's, else Debian's package, which is
 * installed where that is allowed, else a downloaded one.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstall, installFirst } from './debian.mjs';
import { Failure, run, tool } from './project.mjs';

const downloadLimitMs = 3 * 60_000;
/** Debian's packages and their programs. The first one has no window and does a test's work in an eighth less time. */
const debianPackages = ['chromium-headless-shell', 'chromium'];
const names = [...debianPackages, 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * @param {(line: string) => void} print
 * @param {Promise<unknown>} [prepared] settled once the packages of this project, of which Playwright is one, are installed
 * @returns {Promise<string>} the path of a Chromium that runs; throws a {@link Failure} if there is none
 */
export async function findChromium(print, prepared) {
  await prepared;
  const present = (await playwrightChromium()) ?? (await systemChromium());
  if (present !== undefined) return present;
  // Unlike a download, it brings the libraries that Chromium needs.
  if (canInstall()) {
    print("Installing Debian's Chromium…");
    const installed = await installFirst(debianPackages, systemChromium);
    if (installed !== undefined) return installed;
  }
  print('Downloading Chromium…');
  await run(process.execPath, [tool('playwright/cli.js'), 'install', 'chromium'], { limitMs: downloadLimitMs });
  const downloaded = await playwrightChromium();
  if (downloaded !== undefined) return downloaded;
  throw new Failure('No Chromium was found, and the download failed. Install Chromium or set PLAYWRIGHT_CHROMIUM.');
}

async function playwrightChromium() {
  const { chromium } = await import('playwright');
  return firstThatRuns([process.env.PLAYWRIGHT_CHROMIUM ?? '', chromium.executablePath()]);
}

function systemChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return firstThatRuns([...names.flatMap((name) => folders.map((folder) => join(folder, name))), macChrome]);
}

/** The first program that prints its version. Some paths hold only a hint on how to install a browser. @param {string[]} paths */
async function firstThatRuns(paths) {
  for (const path of paths) {
    if (path !== '' && existsSync(path) && (await run(path, ['--version'], { limitMs: 10_000 })).ok) return path;
  }
  return undefined;
}
