import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { open, untilClosed } from '../support/raw-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const program = join(import.meta.dirname, '../../dist/serve.cjs');

const workspace = {
  format: 'mock-api-console',
  version: 1,
  collections: { users: { key: 'userId', records: [{ userId: '42', name: 'Ada' }] } },
  scenarios: [{ name: 'Slow', rules: [{ then: { kind: 'delay', milliseconds: 1500 } }] }],
  scenario: 'Slow',
};

test('SIGTERM: a request in progress gets its response, a later one is refused, and the program ends with 0', async () => {
  const file = join(await temporaryFolder(), 'workspace.json');
  await writeFile(file, JSON.stringify(workspace));
  const args = [program, '--port=0', '--console-port=0', '--quiet', `--workspace=${file}`];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = new Promise((resolve) => child.once('close', resolve));
  const line = await new Promise<string>((resolve) => child.stdout.setEncoding('utf8').once('data', resolve));
  const { mock, console, token } = JSON.parse(line.replace('ready ', ''));
  const events = await fetch(`${new URL(console).origin}/events`, { headers: { authorization: `Bearer ${token}` } });
  const slow = await open(Number(new URL(mock).port));
  const response = untilClosed(slow);
  slow.write('GET /api/users/42 HTTP/1.1\r\nHost: localhost\r\n\r\n');
  // The program reads its connections in turn: with this response, it has the request as well.
  await fetch(console);
  child.kill('SIGTERM');
  await events.text();
  await expect(fetch(`${mock}/api/users/42`)).rejects.toThrow();
  expect(await response).toContain('{"userId":"42","name":"Ada"}');
  expect(await closed).toBe(0);
});
