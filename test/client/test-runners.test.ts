/** The suites of server/docs/test-code.md, run as their readers run them. */
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyProject, pack, run, runNpm } from './installed-package.ts';

const packages = join(import.meta.dirname, '../../node_modules');
const node = process.execPath;
let folder: string;

beforeAll(async () => {
  folder = await emptyProject('module');
  const { tarball } = await pack(folder);
  await runNpm(folder, 'install', '--offline', '--no-audit', '--no-fund', tarball);
  for (const name of ['vitest', '@playwright']) {
    await symlink(join(packages, name), join(folder, 'node_modules', name), 'junction');
  }
}, 180_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

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
  await writeFile(join(folder, 'failing.spec.ts'), suite.replaceAll('exactly: 1', 'exactly: 2'));
  const cli = join(packages, '@playwright/test/cli.js');
  const failed = run(folder, node, cli, 'test', '--reporter=json', '--workers=2', '--fully-parallel', 'spec.ts');
  const { suites, errors } = JSON.parse(await failed.catch((error: Error) => error.message)) as Report;
  expect(errors).toEqual([]);
  const outcomes = suites.map(({ file, specs }) => [file, specs.map(({ ok }) => ok)]);
  expect(Object.fromEntries(outcomes)).toEqual({ 'users.spec.ts': [true, true], 'failing.spec.ts': [false, false] });

  const result = suites.find(({ file }) => file === 'failing.spec.ts')?.specs[0]?.tests[0]?.results[0];
  const attached = result?.attachments.filter(({ name }) => name.startsWith('mock requests')) ?? [];
  const [text = '', details = ''] = attached.map(({ body }) => Buffer.from(body, 'base64').toString());
  expect(text).toMatch(/^PATCH \/api\/users\/42 → 200\n {2}\S.*\nGET \/api\/users\/42 → 200\n {2}\S.*\n$/);
  expect(JSON.parse(details)).toMatchObject([
    { method: 'PATCH', body: { name: 'Grace' }, explanation: { route: { pattern: '/api/{collection}/{id}' } } },
    { method: 'GET' },
  ]);
});
