/**
 * Whether the desktop app can run here, found out cheaply: Electron's package brings no binary, and asking the package
 * for its path would start a download and wait for it.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dist, reason, root, run } from './project.mjs';

const folder = join(root, 'node_modules/electron');
const downloadLimitMs = 5 * 60_000;
const retryAfterMs = 24 * 60 * 60_000;

/** The binary's path, when there is one. @returns {string | undefined} */
export function electronBinary() {
  const pathFile = join(folder, 'path.txt');
  const relative = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : undefined;
  const elsewhere = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const binary =
    elsewhere !== undefined ? join(elsewhere, relative ?? 'electron') : relative && join(folder, 'dist', relative);
  return binary !== undefined && existsSync(binary) ? binary : undefined;
}

/** Whether a window can be shown. */
export const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/**
 * The binary, downloaded when it is missing and would be of use; else the reason why there is none. A download that
 * failed is not tried again for a day, so that only the first start waits for it.
 * @param {(line: string) => void} tell
 * @returns {Promise<{ binary: string } | { why: string }>}
 */
export async function findElectron(tell) {
  if (!hasDisplay()) return { why: 'there is no display here' };
  const binary = electronBinary() ?? (failedLately() ? undefined : await download(tell));
  return binary === undefined ? { why: 'Electron could not be downloaded' } : { binary };
}

const failureMark = () => {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(dist, `.no-electron-${version}`);
};

function failedLately() {
  const mark = failureMark();
  return existsSync(mark) && Date.now() - statSync(mark).mtimeMs < retryAfterMs;
}

/** @param {(line: string) => void} tell */
async function download(tell) {
  tell('Downloading Electron…');
  const { output } = await run(process.execPath, [join(folder, 'install.js')], { limitMs: downloadLimitMs });
  const binary = electronBinary();
  const mark = failureMark();
  mkdirSync(dirname(mark), { recursive: true });
  if (binary === undefined) writeFileSync(mark, `${reason(output)}\n`);
  else rmSync(mark, { force: true });
  return binary;
}
