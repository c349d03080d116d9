import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const dist = join(import.meta.dirname, '../../dist');

/** Starts the program, ends it, and returns when its compiled code was stored last, in milliseconds since 1970. */
async function storedAfterRun(folder: string): Promise<number> {
  const workspace = join(folder, 'workspace.json');
  await writeFile(workspace, JSON.stringify({ format: 'mock-api-console', version: 1, collections: {} }));
  const args = [join(folder, 'serve.cjs'), '--port=0', '--no-console', '--quiet', `--workspace=${workspace}`];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await closed).toEqual([0, null]);
  return (await stat(join(folder, 'program.cjs.cache'))).mtimeMs;
}

test('the second start runs the compiled code that the first one has stored, and stores none', async () => {
  const folder = join(await temporaryFolder(), 'dist');
  await cp(dist, folder, { recursive: true, filter: (path) => !/declarations|\.cache$/.test(path) });
  const first = await storedAfterRun(folder);
  expect(await storedAfterRun(folder)).toBe(first);
});
