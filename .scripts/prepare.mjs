/**
 * Makes a checkout ready to run: installs missing packages and rebuilds stale programs, with a line for each. If nothing
 * is missing or stale, it only reads the sources and prints nothing.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { install, isInstalled } from './installed.mjs';
import { locked } from './lock.mjs';
import { dist, Failure, main, reason, root, run, say } from './project.mjs';

const sources = [
  'server',
  'renderer',
  'electron',
  'assets/icon.svg',
  'package-lock.json',
  'tsconfig.json',
  'package.json',
  ...['build', 'declarations', 'licences'].map((name) => `.scripts/${name}.mjs`),
];
const products = [
  ...[
    'serve.cjs',
    'start.cjs',
    'program.cjs',
    'mcp.cjs',
    'main.js',
    'preload.cjs',
    'console/browser.html',
    'console/desktop.html',
  ],
  ...['client.js', 'client.cjs', 'playwright.js', 'vitest.js', 'jest.js', 'declarations/client/client.d.ts'],
  ...['package.json', 'third-party-licences.txt', 'workspace.schema.json'],
];
const stamp = join(dist, '.stamp');

/**
 * @param {(line: string) => void} print
 * @returns {Promise<void>}
 */
export async function prepare(print) {
  if (isInstalled() && isBuilt(fingerprint())) return;
  const onWait = () => print('Waiting for another command that prepares this checkout…');
  await locked(join(dist, '.lock'), { onWait }, async () => {
    if (!isInstalled()) {
      print('Installing the packages…');
      await install();
    }
    const wanted = fingerprint();
    if (!isBuilt(wanted)) {
      print('Building…');
      await build(wanted);
    }
  });
}

/** A digest of all files that the build reads. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** The files below a path. @param {string} path a file or a folder @returns {string[]} */
function filesIn(path) {
  const absolute = join(root, path);
  if (!statSync(absolute).isDirectory()) return [path];
  return readdirSync(absolute, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(`${path}/${entry.name}`) : [`${path}/${entry.name}`]));
}

/** @param {string} wanted */
const isBuilt = (wanted) =>
  existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && products.every((file) => existsSync(join(dist, file)));

/**
 * Builds into a fresh folder and moves the finished files into place, so that a failed build keeps the old one intact.
 * @param {string} wanted
 */
async function build(wanted) {
  const fresh = mkdtempSync(join(dist, '.fresh-'));
  try {
    const { ok, output } = await run(process.execPath, [join(root, '.scripts/build.mjs'), fresh]);
    if (!ok) throw new Failure(`The build failed: ${reason(output)}`);
    rmSync(stamp, { force: true });
    for (const name of readdirSync(fresh)) replace(join(fresh, name), join(dist, name));
    writeFileSync(stamp, wanted);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** @param {string} from @param {string} to */
function replace(from, to) {
  if (existsSync(to) && statSync(to).isDirectory()) renameSync(to, `${from}-before`);
  renameSync(from, to);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(async () => {
    await prepare(say);
    say('Everything is built.');
  });
}
