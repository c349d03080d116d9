/** The package as its users install it: its types, its suites in every test runner of server/docs/test-code.md, its files. */
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { workspaceSchema } from '../../server/store/formats/schema/workspace-schema.ts';
import {
  compile,
  emptyProject,
  moduleSettings,
  pack,
  run,
  runNpm,
  suiteOutput,
  transpile,
} from './installed-package.ts';

const packages = join(import.meta.dirname, '../../node_modules');
const tsc = join(packages, 'typescript/bin/tsc');
const node = process.execPath;
let folder: string;
let files: readonly string[];

beforeAll(async () => {
  folder = await emptyProject('module');
  const packed = await pack(folder);
  files = packed.files;
  await runNpm(folder, 'install', '--offline', '--no-audit', '--no-fund', packed.tarball);
  for (const name of ['vitest', '@playwright']) {
    await symlink(join(packages, name), join(folder, 'node_modules', name), 'junction');
  }
}, 180_000);

const setType = (type: 'module' | 'commonjs') => writeFile(join(folder, 'package.json'), JSON.stringify({ type }));
beforeEach(() => setType('module'));

afterAll(() => rm(folder, { recursive: true, force: true }));

const { node10: _, ...settings } = moduleSettings;

test.each(Object.entries(settings))(
  'strict TypeScript accepts a suite and refuses twenty mistakes, %s',
  async (_, { type, options }) => {
    await setType(type);
    expect(await compile(folder, tsc, options)).toBe('');
  },
);

test.each(['module', 'commonjs'] as const)('the suite starts, controls and stops the program as %s', async (type) => {
  await transpile(folder, tsc, type);
  expect(JSON.parse(await run(folder, node, 'suite.js'))).toEqual(suiteOutput);
});

test('the package has what a headless user needs, the licences of what it bundles, and no desktop shell', async () => {
  const top = new Set(files.map((file) => file.replace(/^(dist\/[^/]+)\/.*$/, '$1/')));
  expect([...top].sort()).toEqual([
    ...['LICENSE', 'README.md', 'assets/sample.workspace.json'],
    ...['dist/client.cjs', 'dist/client.js', 'dist/console/', 'dist/declarations/'],
    ...[
      'dist/engine-client.cjs',
      'dist/jest.cjs',
      'dist/jest.js',
      'dist/mcp.cjs',
      'dist/playwright.cjs',
      'dist/playwright.js',
      'dist/program.cjs',
      'dist/serve.cjs',
      'dist/start.cjs',
    ],
    ...[
      'dist/third-party-licences.txt',
      'dist/tls.cjs',
      'dist/vitest.js',
      'dist/workspace.schema.json',
      'package.json',
    ],
  ]);
  const installed = join(folder, 'node_modules/mock-api-console/dist');
  const licences = await readFile(join(installed, 'third-party-licences.txt'), 'utf8');
  const schema = JSON.parse(await readFile(join(installed, 'workspace.schema.json'), 'utf8'));
  expect(schema).toEqual(workspaceSchema);
  for (const name of ['@modelcontextprotocol/sdk', 'koa', 'zod', 'react', 'yaml', '@fontsource-variable/inter']) {
    expect(licences).toMatch(new RegExp(`^${name} [\\d.]+ \\(`, 'm'));
  }
  expect(licences).not.toMatch(/^(electron|vitest|@playwright\/test) /m);
  for (const file of files.filter((path) => path.endsWith('.d.ts'))) {
    expect(await readFile(join(folder, 'node_modules/mock-api-console', file), 'utf8')).not.toMatch(/from ['"]zod['"]/);
  }
});

test('the console has React’s production build, whatever NODE_ENV the shell of the build named', async () => {
  const assets = join(folder, 'node_modules/mock-api-console/dist/console/assets');
  // The development build warns about many mistakes, this one among them.
  const warns = async (name: string) =>
    (await readFile(join(assets, name), 'utf8')).includes('Each child in a list should have a unique');
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  expect(scripts).not.toEqual([]);
  for (const name of scripts) expect(await warns(name), name).toBe(false);
});

test('a class of the server stands in one file of the program: the same class twice would fail `instanceof`', async () => {
  const server = join(import.meta.dirname, '../../server');
  const sources = (await readdir(server, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const texts = await Promise.all(sources.map((file) => readFile(join(server, file), 'utf8')));
  const own = new Set(
    texts.flatMap((text) => [...text.matchAll(/^export (?:abstract )?class (\w+)/gm)].map(([, name]) => name)),
  );
  expect(own.size).toBeGreaterThan(50);
  const programs = ['program.cjs', 'engine-client.cjs', 'mcp.cjs', 'tls.cjs'];
  const classes = await Promise.all(
    programs.map(async (file) => {
      const text = await readFile(join(folder, 'node_modules/mock-api-console/dist', file), 'utf8');
      return [...new Set([...text.matchAll(/\bclass (\w+)/g)].map(([, name]) => name))].filter((name) => own.has(name));
    }),
  );
  const found = classes.flat();
  expect(found.filter((name, place) => found.indexOf(name) !== place)).toEqual([]);
});

/** The parts of Playwright's JSON report that this test reads. */
interface Report {
  readonly suites: readonly { readonly file: string; readonly specs: readonly Spec[] }[];
  readonly errors: readonly unknown[];
}
interface Spec {
  readonly ok: boolean;
  readonly tests: readonly { readonly results: readonly { readonly attachments: readonly Attachment[] }[] }[];
}
interface Attachment {
  readonly name: string;
  readonly body: string;
}

test('Vitest runs the documented suite', async () => {
  const vitest = join(packages, 'vitest/vitest.mjs');
  const report = JSON.parse(await run(folder, node, vitest, 'run', '--reporter=json', 'users.test.ts'));
  expect(report).toMatchObject({ numPassedTests: 2, numFailedTests: 0 });
});

test('node:test runs the documented suite', async () => {
  expect(await run(folder, node, '--test', 'users.node.mjs')).toMatch(/pass 1\n.*fail 0/);
});

test('Playwright runs the documented suite in sessions, and attaches the requests of a test that fails', async () => {
  const suite = await readFile(join(folder, 'users.spec.ts'), 'utf8');
  await writeFile(join(folder, 'failing.spec.ts'), suite.replace(", 'Mary'", '').replace('exactly: 1', 'exactly: 2'));
  const cli = join(packages, '@playwright/test/cli.js');
  const failed = run(folder, node, cli, 'test', '--reporter=json', '--workers=2', '--fully-parallel', 'spec.ts');
  const { suites, errors } = JSON.parse(await failed.catch((error: Error) => error.message)) as Report;
  expect(errors).toEqual([]);
  const outcomes = suites.map(({ file, specs }) => [file, specs.map(({ ok }) => ok)]);
  expect(Object.fromEntries(outcomes)).toEqual({ 'users.spec.ts': [true, true], 'failing.spec.ts': [false] });

  const result = suites.find(({ file }) => file === 'failing.spec.ts')?.specs[0]?.tests[0]?.results[0];
  const attached = result?.attachments.filter(({ name }) => name.startsWith('mock requests')) ?? [];
  const [text = '', details = ''] = attached.map(({ body }) => Buffer.from(body, 'base64').toString());
  expect(text).toMatch(/^PATCH \/api\/users\/42 → 200\n {2}\S.*\nGET \/api\/users\/42 → 200\n {2}\S.*\n$/);
  expect(JSON.parse(details)).toMatchObject([
    { method: 'PATCH', body: { name: 'Grace' }, explanation: { route: { pattern: '/api/{collection}/{id}' } } },
    { method: 'GET' },
  ]);
});
