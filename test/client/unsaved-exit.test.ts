import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connect } from '../../server/client/connect.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const program = join(import.meta.dirname, '../../dist/serve.cjs');

test('SIGTERM with an unsaved edit names a file with the workspace and exits with 1', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'workspace.json');
  const workspace = {
    format: 'mock-api-console',
    version: 1,
    collections: { users: { key: 'userId', records: [{ userId: '42', name: 'Ada', status: 'active' }] } },
  };
  await writeFile(file, JSON.stringify(workspace));
  const args = [program, '--port=0', '--console-port=0', '--quiet', `--workspace=${file}`];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  const line = await new Promise<string>((resolve) => child.stdout.setEncoding('utf8').once('data', resolve));
  const client = connect(JSON.parse(line.replace('ready ', '')));
  const theirs = JSON.stringify({ ...workspace, name: 'Theirs' });
  await writeFile(file, theirs);
  await client.call('users.setStatus', { userId: '42', status: 'inactive' });
  child.kill('SIGTERM');
  expect(await closed).toBe(1);
  const unsaved = (await readdir(folder)).filter((name) => name.includes('.unsaved-'));
  expect(errors).toBe(
    `workspace.json was changed by another program and has not been overwritten. The unsaved workspace is in ${join(folder, String(unsaved[0]))}.\n`,
  );
  expect(await readFile(join(folder, String(unsaved[0])), 'utf8')).toContain('inactive');
  expect(await readFile(file, 'utf8')).toBe(theirs);
});
