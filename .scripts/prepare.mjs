/**
 * Makes a checkout ready to run: installs what is missing, builds what is stale, a line for each. When there is nothing
 * to do it reads the sources once and is silent.
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
  'assets',
  'package-lock.json',
  'tsconfig.json',
  '.scripts/build.mjs',
];
const products = [
  ...['serve.cjs', 'program.cjs', 'main.js', 'preload.cjs', 'console/browser.html', 'console/desktop.html'],
  ...['client.js', 'declarations/client/client.d.ts'],
];
const stamp = join(dist, '.stamp');

/**
 * @param {(line: string) => void} tell where its lines go
 * @returns {Promise<void>}
 */
export async function prepare(tell) {
  if (isInstalled() && isBuilt(fingerprint())) return;
  const onWait = () => tell('Another command is preparing this checkout; waiting for it.');
  await locked(join(dist, '.lock'), { onWait }, async () => {
    if (!isInstalled()) {
      tell('Installing the packages…');
      await install();
    }
    const wanted = fingerprint();
    if (!isBuilt(wanted)) {
      tell('Building…');
      await build(wanted);
    }
  });
}

/** One value that changes whenever a file that the build reads does. */
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

/** @param {string} path a file, or a folder whose files are listed @returns {string[]} */
function filesIn(path) {
  const absolute = join(root, path);
  if (!statSync(absolute).isDirectory()) return [path];
  return readdirSync(absolute, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && name !== 'screenshots')
    .flatMap((entry) => (entry.isDirectory() ? filesIn(`${path}/${entry.name}`) : [`${path}/${entry.name}`]));
}

/** @param {string} wanted */
const isBuilt = (wanted) =>
  existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && products.every((file) => existsSync(join(dist, file)));

/**
 * Builds beside what is there and moves the finished files into place, so that a failed build leaves the old one whole.
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
