/** The Containerfile without an engine: its files, variables, health check and entry, in a folder of their own. */
import { execFile, spawn } from 'node:child_process';
import { chmod, cp, mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

test('the image has all that the program needs, and its health check passes only while the mock listens', async () => {
  const text = await readFile(join(root, 'assets/Containerfile'), 'utf8');
  const image = await temporaryFolder();
  await chmod(image, 0o755);
  for (const [, words = ''] of text.matchAll(/^COPY --from=build (.+)$/gm)) {
    const paths = words.split(' ');
    const target = paths.pop() ?? '';
    for (const path of paths) {
      const to = /[./]$/.test(target) ? join(image, target, basename(path)) : join(image, target);
      await mkdir(join(to, '..'), { recursive: true });
      await cp(join(root, path.replace('/build/', '')), to, { recursive: true });
    }
  }
  const variables = [...text.matchAll(/^ENV (.+)$/gm)].flatMap(([, words = '']) => words.split(' '));
  const env = Object.fromEntries(variables.map((word) => word.split('='))) as Record<string, string>;
  expect(env).toMatchObject({ MOCK_API_CONSOLE_HOST: '0.0.0.0', MOCK_API_CONSOLE_READ_ONLY: 'true' });
  const ports = { MOCK_API_CONSOLE_PORT: '0', MOCK_API_CONSOLE_CONSOLE_PORT: '0', MOCK_API_CONSOLE_TOKEN: 'secret' };
  const listOf = (line: RegExp): string[] => JSON.parse(line.exec(text)?.[1] ?? '');
  const [, ...entry] = listOf(/^ENTRYPOINT (.+)$/m);
  // The user `node` of the image has this number. Only root can become another user.
  const account = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};
  const options = { cwd: image, env: { ...env, ...ports }, ...account };
  const child = spawn(process.execPath, entry, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = new Promise((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    expect(await closed).toBe(0);
  });
  const line = await new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve));
  const ready = JSON.parse(line.replace('ready ', '')) as { mock: string; console: string };
  const url =
    listOf(/ CMD (.+)$/m)
      .at(-1)
      ?.replace('4011', new URL(ready.console).port) ?? '';
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/health$/);
  const health = async () => {
    const response = await fetch(url);
    return [response.status, await response.json()];
  };
  expect(await health()).toEqual([200, { mock: 'listening' }]);
  const headers = { authorization: 'Bearer secret', 'content-type': 'application/json' };
  // Not acceptable, which only the MCP server says.
  expect((await fetch(new URL('/mcp', ready.console), { method: 'POST', headers, body: '{}' })).status).toBe(406);
  await fetch(new URL('/call/server.stop', ready.console), { method: 'POST', headers, body: '{}' });
  expect(await health()).toEqual([503, { mock: 'stopped' }]);
  expect((await run('ls', [image])).stdout.split('\n').sort()).toEqual([
    '',
    'LICENSE',
    'assets',
    'dist',
    'package.json',
  ]);
});
