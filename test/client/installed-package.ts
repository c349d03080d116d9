/** The package as its users install it: packed by npm and installed from the tarball, without a registry. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { npm } from '../../.scripts/project.mjs';

const root = join(import.meta.dirname, '../..');
const execute = promisify(execFile);

/** Runs a program in a folder. A failure rejects with its output as the message. */
export async function run(folder: string, program: string, ...args: readonly string[]): Promise<string> {
  try {
    return (await execute(program, args, { cwd: folder, maxBuffer: 2 ** 26 })).stdout;
  } catch (error) {
    const { stdout, stderr, message } = error as Error & { stdout: string; stderr: string };
    throw new Error(`${stdout}${stderr}` || message);
  }
}

export const runNpm = (folder: string, ...args: readonly string[]) => {
  const { program, first } = npm();
  return run(folder, program, ...first, ...args);
};

/** Packs the built package into a folder. @returns the tarball and the paths in it */
export async function pack(folder: string): Promise<{ readonly tarball: string; readonly files: readonly string[] }> {
  const text = await runNpm(root, 'pack', '--ignore-scripts', '--json', '--pack-destination', folder);
  const [{ filename, files }] = JSON.parse(text) as [{ filename: string; files: { path: string }[] }];
  return { tarball: join(folder, filename), files: files.map(({ path }) => path) };
}

const workspace = {
  format: 'mock-api-console',
  version: 1,
  collections: { users: { key: 'userId', records: [{ userId: '42', name: 'Ada', status: 'active' }] } },
};

/** The code blocks of the page about test code that have a file's name. */
function documentedSuites(): readonly (readonly [name: string, text: string])[] {
  const page = readFileSync(join(root, 'server/docs/test-code.md'), 'utf8');
  return Array.from(page.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms), ([, name = '', text = '']) => [name, text]);
}

/** A temporary folder with a package.json and the suites of the documents and of test/client/installed, without the package. */
export async function emptyProject(type: 'module' | 'commonjs'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-api-console-package-'));
  const manifest = { name: 'a-suite', version: '1.0.0', private: true, type };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'users.json'), '[{"userId": "1", "name": "Ada", "status": "active"}]');
  await writeFile(join(folder, 'mock.json'), JSON.stringify(workspace));
  for (const [name, text] of documentedSuites()) await writeFile(join(folder, name), text);
  const suites = join(import.meta.dirname, 'installed');
  for (const name of await readdir(suites)) await cp(join(suites, name), join(folder, name), { recursive: true });
  return folder;
}

/** The five module resolutions of TypeScript. TypeScript 7 has no `node10`. */
export const moduleSettings = {
  node10: { type: 'commonjs', options: ['--module', 'commonjs', '--moduleResolution', 'node10'] },
  'node16, import': { type: 'module', options: ['--module', 'node16'] },
  'node16, require': { type: 'commonjs', options: ['--module', 'node16'] },
  nodenext: { type: 'module', options: ['--module', 'nodenext'] },
  bundler: { type: 'module', options: ['--module', 'preserve', '--moduleResolution', 'bundler'] },
} as const;

/** Compiles the suites of a folder strictly, without other packages. @returns the output, empty without a fault */
export async function compile(folder: string, tsc: string, options: readonly string[]): Promise<string> {
  const strict = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022'];
  const args = [tsc, ...strict, ...options, 'suite.ts', 'mistakes.ts'];
  return run(folder, process.execPath, ...args).catch((error: Error) => error.message);
}

/** Compiles the suite of a folder, whose package.json then has this type, to `suite.js`. */
export async function transpile(folder: string, tsc: string, type: 'module' | 'commonjs'): Promise<void> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, type }));
  await run(folder, process.execPath, tsc, '--module', 'node16', '--target', 'es2022', '--noCheck', 'suite.ts');
}

/** What the suite prints. */
export const suiteOutput = {
  before: 200,
  live: 'inactive',
  after: 404,
  missed: true,
  ruled: [503, 404],
  path: '/users/1',
  codes: ['bad-request', 'unreachable'],
};
