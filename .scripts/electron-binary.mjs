/**
 * Finds out cheaply whether the desktop app can run here. Electron's package contains no binary, and asking the package
 * for the binary's path would download it.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dist, reason, root, run } from './project.mjs';

const folder = join(root, 'node_modules/electron');
const downloadLimitMs = 5 * 60_000;
const retryAfterMs = 24 * 60 * 60_000;

/** The binary's path; undefined without a binary. @returns {string | undefined} */
export function electronBinary() {
  const pathFile = join(folder, 'path.txt');
  const relative = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : undefined;
  const elsewhere = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const binary =
    elsewhere !== undefined ? join(elsewhere, relative ?? 'electron') : relative && join(folder, 'dist', relative);
  return binary !== undefined && existsSync(binary) ? binary : undefined;
}

/** True if the system can show windows. */
export const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/**
 * Finds the binary and downloads it if it is missing and a display exists. Otherwise returns the reason. A failed
 * download is not repeated for a day, so that only the first start waits for it.
 * @param {(line: string) => void} print
 * @returns {Promise<{ binary: string } | { why: string }>}
 */
export async function findElectron(print) {
  if (!hasDisplay()) return { why: 'there is no display here' };
  const binary = electronBinary() ?? (hasFailedLately() ? undefined : await download(print));
  return binary === undefined ? { why: 'Electron could not be downloaded' } : { binary };
}

/** The file that records a failed download of this version. */
const failureFile = () => {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(dist, `.no-electron-${version}`);
};

function hasFailedLately() {
  const file = failureFile();
  return existsSync(file) && Date.now() - statSync(file).mtimeMs < retryAfterMs;
}

/** @param {(line: string) => void} print */
async function download(print) {
  print('Downloading Electron…');
  const { output } = await run(process.execPath, [join(folder, 'install.js')], { limitMs: downloadLimitMs });
  const binary = electronBinary();
  const file = failureFile();
  mkdirSync(dirname(file), { recursive: true });
  if (binary === undefined) writeFileSync(file, `${reason(output)}\n`);
  else rmSync(file, { force: true });
  return binary;
}
