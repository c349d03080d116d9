/** The package in the package managers, runtimes, compilers and test runners of its users. */
import { existsSync } from 'node:fs';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../../.scripts/browser.mjs';
import {
  compile,
  emptyProject,
  moduleSettings,
  pack,
  run,
  runNpm,
  suiteOutput,
  transpile,
} from '../client/installed-package.ts';

const own = join(import.meta.dirname, '../../node_modules');
const foreign = join(import.meta.dirname, 'matrix/node_modules');
const tsc = join(foreign, 'typescript/bin/tsc');
const node = process.execPath;

/** Node's versions that can be had here: that of this process, and those that npm has for this platform. */
const runtimes = [node, ...['node-22', 'node-24'].map((name) => join(foreign, name, 'bin/node'))].filter(existsSync);

interface Manager {
  readonly install: (folder: string, tarball: string) => Promise<unknown>;
  /** Arguments for Node, so that it finds what the manager has installed. */
  readonly args: readonly string[];
}

const yarn = join(foreign, '@yarnpkg/cli-dist/bin/yarn.js');

const managers: Readonly<Record<string, Manager>> = {
  npm: {
    install: (folder, tarball) => runNpm(folder, 'install', '--offline', '--no-audit', '--no-fund', tarball),
    args: [],
  },
  pnpm: {
    install: (folder, tarball) => run(folder, node, join(foreign, 'pnpm/bin/pnpm.cjs'), 'add', '--offline', tarball),
    args: [],
  },
  'yarn PnP': {
    install: async (folder, tarball) => {
      await writeFile(join(folder, 'yarn.lock'), '');
      await writeFile(
        join(folder, '.yarnrc.yml'),
        'nodeLinker: pnp\nenableTelemetry: false\nenableGlobalCache: false\n',
      );
      return run(folder, node, yarn, 'add', `mock-api-console@file:${tarball}`);
    },
    args: ['--require', './.pnp.cjs', '--experimental-loader', './.pnp.loader.mjs', '--no-warnings'],
  },
};

const folders: string[] = [];
let tarball: string;

async function project(type: 'module' | 'commonjs', { install }: Pick<Manager, 'install'>): Promise<string> {
  const folder = await emptyProject(type);
  folders.push(folder);
  await install(folder, tarball);
  return folder;
}

beforeAll(async () => {
  const folder = await emptyProject('module');
  folders.push(folder);
  ({ tarball } = await pack(folder));
});

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

describe.each(Object.entries(managers))('%s', (_, manager) => {
  let folder: string;
  beforeAll(async () => {
    folder = await project('module', manager);
  }, 300_000);

  describe.each(['module', 'commonjs'] as const)('%s', (type) => {
    beforeAll(() => transpile(folder, tsc, type));
    test.each(runtimes)('runs a suite on %s', async (runtime) => {
      expect(JSON.parse(await run(folder, runtime, ...manager.args, 'suite.js'))).toEqual(suiteOutput);
    });
  });
});

test.each(Object.entries(moduleSettings))(
  'TypeScript 5.9 accepts a suite and refuses twenty mistakes, %s',
  async (_, { type, options }) => {
    const folder = await project(type, managers.npm as Manager);
    expect(await compile(folder, tsc, options)).toBe('');
  },
);

describe('test runners', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await project('commonjs', managers.npm as Manager);
    for (const name of ['vitest', '@playwright']) {
      await symlink(join(own, name), join(folder, 'node_modules', name), 'junction');
    }
  });

  test.each(runtimes)('Jest runs the documented suite with its defaults on %s', async (runtime) => {
    const args = [join(foreign, 'jest/bin/jest.js'), '--rootDir', folder, '--testRegex', 'users.jest.js', '--json'];
    expect(JSON.parse(await run(folder, runtime, ...args))).toMatchObject({ numPassedTests: 1, success: true });
  });

  test.each(runtimes)('node:test runs the documented suite on %s', async (runtime) => {
    expect(await run(folder, runtime, '--test', '--test-reporter=tap', 'users.node.mjs')).toMatch(/# pass 1\n# fail 0/);
  });

  test.each(runtimes)('Vitest runs the documented suite on %s', async (runtime) => {
    const args = [join(own, 'vitest/vitest.mjs'), 'run', '--reporter=json', 'users.test.ts'];
    expect(JSON.parse(await run(folder, runtime, ...args))).toMatchObject({ numPassedTests: 2, success: true });
  });

  test('Playwright sends the header of the session with the requests of a page', async () => {
    const executablePath = await findChromium(() => undefined);
    const launchOptions = { executablePath, args: ['--no-sandbox'] };
    await writeFile(
      join(folder, 'playwright.config.js'),
      `module.exports = ${JSON.stringify({ use: { launchOptions } })};`,
    );
    await writeFile(
      join(folder, 'page.spec.ts'),
      `import { expect, test } from 'mock-api-console/playwright';
test.use({ mockOptions: { workspace: 'mock.json' } });
test('a page joins the session', async ({ page, mock, session }) => {
  await page.goto(mock.url + '/users/42');
  await page.evaluate(() => fetch('/api/users/42'));
  await session.verify({ path: '/users/42' });
  await session.verify({ path: '/api/users/42' });
  expect(await mock.client.session('other').requests()).toEqual([]);
});
`,
    );
    const args = [join(own, '@playwright/test/cli.js'), 'test', '--reporter=json', 'spec.ts'];
    expect(JSON.parse(await run(folder, node, ...args))).toMatchObject({ stats: { expected: 3, unexpected: 0 } });
  });
});
