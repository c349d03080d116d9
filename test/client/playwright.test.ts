import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startHeadless } from '../../.scripts/headless.mjs';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** The parts of Playwright's JSON report that this test reads. */
interface Report {
  readonly suites: readonly {
    readonly specs: readonly {
      readonly ok: boolean;
      readonly tests: readonly { readonly results: readonly { readonly workerIndex: number }[] }[];
    }[];
  }[];
  readonly errors: readonly { readonly message: string }[];
}

test('two Playwright workers share a server without seeing each other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mock-api-console-playwright-'));
  const workspace = join(folder, 'workspace.json');
  await copyFile(join(root, 'assets/sample.workspace.json'), workspace);
  const program = startHeadless(
    ['--workspace', workspace, '--port', '0', '--console-port', '0', '--quiet'],
    () => undefined,
  );
  try {
    const env = { ...process.env, MOCK_READY: JSON.stringify(await program.ready) };
    const args = [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '-c', 'test/client/playwright'];
    const { stdout } = await run(process.execPath, args, { cwd: root, env }).catch(
      (error: { stdout: string }) => error,
    );
    const { suites, errors } = JSON.parse(stdout) as Report;
    const specs = suites.flatMap((suite) => suite.specs);
    expect(errors).toEqual([]);
    expect(specs.map(({ ok }) => ok)).toEqual([true, true]);
    const workers = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map((one) => one.workerIndex)));
    expect(workers.toSorted()).toEqual([0, 1]);
  } finally {
    program.stop();
    await program.exitCode;
    await rm(folder, { recursive: true, force: true });
  }
});
