import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const root = join(import.meta.dirname, '../..');
const tsc = join(root, 'node_modules/typescript/bin/tsc');
let folder: string;
let files: readonly string[];

beforeAll(async () => {
  folder = await emptyProject('module');
  const packed = await pack(folder);
  files = packed.files;
  await runNpm(folder, 'install', '--offline', '--no-audit', '--no-fund', packed.tarball);
}, 180_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

const { node10: _, ...settings } = moduleSettings;

test.each(Object.entries(settings))(
  'strict TypeScript accepts a suite and refuses twenty mistakes, %s',
  async (_, { type, options }) => {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type }));
    expect(await compile(folder, tsc, options)).toBe('');
  },
);

test.each(['module', 'commonjs'] as const)('the suite starts, controls and stops the program as %s', async (type) => {
  await transpile(folder, tsc, type);
  expect(JSON.parse(await run(folder, process.execPath, 'suite.js'))).toEqual(suiteOutput);
});

test('the package has what a headless user needs, the licences of what it bundles, and no desktop shell', async () => {
  const top = new Set(files.map((file) => file.replace(/^(dist\/[^/]+)\/.*$/, '$1/')));
  expect([...top].sort()).toEqual([
    ...['LICENSE', 'README.md', 'assets/sample.workspace.json'],
    ...['dist/client.cjs', 'dist/client.js', 'dist/console/', 'dist/declarations/', 'dist/jest.cjs', 'dist/jest.js'],
    ...[
      'dist/mcp.cjs',
      'dist/playwright.cjs',
      'dist/playwright.js',
      'dist/program.cjs',
      'dist/serve.cjs',
      'dist/share.cjs',
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
