import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../support/temporary-folder.ts';

const program = join(import.meta.dirname, '../../dist/serve.cjs');

interface SignalledRun {
  readonly folder: string;
  readonly code: number | null;
  /** The standard error output. */
  readonly errors: string;
  /** The text of a file in the folder; null if there is none. */
  readonly read: (name: string) => Promise<string | null>;
}

/** Starts the program on one user and these files, requests these targets and ends it with SIGTERM. */
export async function signalledRun(
  flags: readonly string[],
  targets: readonly string[],
  files: Readonly<Record<string, string>> = {},
): Promise<SignalledRun> {
  const folder = await temporaryFolder();
  const all = { 'users.json': '[{"userId": "42", "name": "Ada", "status": "active"}]', ...files };
  for (const [name, text] of Object.entries(all)) await writeFile(join(folder, name), text);
  const args = [program, '--port=0', '--no-console', '--quiet', '--workspace=users.json', ...flags];
  const running = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  running.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  running.stdout.setEncoding('utf8').once('data', async (line: string) => {
    const { mock } = JSON.parse(line.replace('ready ', '')) as { mock: string };
    for (const target of targets) await (await fetch(mock + target)).text();
    running.kill('SIGTERM');
  });
  const code = await new Promise<number | null>((resolve) => running.once('close', resolve));
  return { folder, code, errors, read: (name) => readFile(join(folder, name), 'utf8').catch(() => null) };
}
