import { fileURLToPath } from 'node:url';
import { findChromium } from '../../.scripts/browser.mjs';
import { electronBinary, hasDisplay } from '../../.scripts/electron-binary.mjs';

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Selects Chromium and Electron once; the workers inherit the environment. */
export default async function globalSetup(): Promise<void> {
  process.env.PLAYWRIGHT_CHROMIUM ??= await findChromium(say);
  const isReal = electronBinary() !== undefined && hasDisplay();
  if (!isReal) process.env.ELECTRON_OVERRIDE_DIST_PATH = fileURLToPath(new URL('../electron-standin', import.meta.url));
  say(`desktop: ${isReal ? 'Electron' : 'the stand-in for Electron, whose binary or a display is missing'}`);
}
