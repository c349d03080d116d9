/** The program that a test suite starts: it changes no file, and nothing of it stays behind. */
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { rounds } from '../support/rounds.ts';
import { sendTo } from '../support/secure-host.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { smallWorkspace } from '../support/temporary-host.ts';
import { runModule, serve } from './built-client.ts';

async function workspaceFile(): Promise<{ readonly folder: string; readonly file: string }> {
  const folder = await temporaryFolder();
  const file = join(folder, 'workspace.json');
  await writeFile(file, JSON.stringify(smallWorkspace));
  return { folder, file };
}

const isServed = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** One run of a suite that edits, writes and keeps; it fails on the traces of an earlier run. */
async function runSuite(workspace: string): Promise<readonly unknown[]> {
  await using server = await serve({ workspace });
  const before = await (await fetch(`${server.mock}/api/users`)).json();
  await server.client.call('users.setStatus', { userId: '42', status: 'inactive' });
  const body = JSON.stringify({ name: 'New', status: 'active' });
  const headers = { 'content-type': 'application/json' };
  const created = await fetch(`${server.mock}/api/users`, { method: 'POST', headers, body });
  await server.client.call('state.keep', {});
  return [before, created.status, created.headers.get('location'), (await fetch(`${server.mock}/users/42`)).status];
}

test('two runs of one suite over one workspace both pass and leave file and folder as they were', async () => {
  const { folder, file } = await workspaceFile();
  const before = await readFile(file);
  const first = await runSuite(file);
  expect(first.slice(1)).toEqual([201, '/api/users/43', 404]);
  expect(await runSuite(file)).toEqual(first);
  expect((await readFile(file)).equals(before)).toBe(true);
  expect(await readdir(folder)).toEqual(['workspace.json']);
});

test('serve({ write: true }) saves edits, and needs a workspace', async () => {
  const { file } = await workspaceFile();
  const server = await serve({ workspace: file, write: true });
  await server.client.call('users.setStatus', { userId: '42', status: 'inactive' });
  await server.stop();
  expect(await readFile(file, 'utf8')).toContain('{"userId":"42","name":"Ada","status":"inactive"}');
  await expect(serve({ write: true })).rejects.toMatchObject({ code: 'not-started' });
});

test('stop rejects with the file that has the edits if they could not be saved', async () => {
  const { file } = await workspaceFile();
  const server = await serve({ workspace: file, write: true });
  await writeFile(file, '{}');
  await server.client.call('users.setStatus', { userId: '42', status: 'inactive' });
  await expect(server.stop()).rejects.toMatchObject({
    code: 'not-saved',
    message: expect.stringMatching(/^workspace\.json was changed by another program .* is in .*\.unsaved-/),
  });
});

test('without a workspace the sample is served with its tour, even if the environment names one', async () => {
  const { file } = await workspaceFile();
  process.env.MOCK_API_CONSOLE_WORKSPACE = file;
  try {
    await using server = await serve();
    const { workspace } = await server.client.call('workspace.get', {});
    expect(workspace).toMatchObject({ file: 'sample.workspace.json', inMemory: true, offersTour: true });
    await using named = await serve({ workspace: file });
    expect((await named.client.call('workspace.get', {})).workspace.offersTour).toBe(false);
  } finally {
    delete process.env.MOCK_API_CONSOLE_WORKSPACE;
  }
});

test('notes say who can reach a server that listens on every address', async () => {
  await using server = await serve({ host: '0.0.0.0', consoleHost: '0.0.0.0', allowedHosts: ['mock'] });
  const reach = 'other machines can reach it by the addresses of this machine, and by the name mock.';
  expect(server.notes).toEqual([
    `The mock API listens on 0.0.0.0: ${reach}`,
    `The console listens on 0.0.0.0: ${reach} Every command needs the token.`,
  ]);
});

const parent = `
const { mock, console: address } = await serve({ workspace: 'workspace.json', write: true });
console.log(JSON.stringify([mock, address]));
setInterval(() => undefined, 1000);`;

test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  '%s of the parent leaves no server, time after time',
  async (signal) => {
    for (let time = 0; time < rounds(4); time += 1) {
      const { folder } = await workspaceFile();
      const { child, line, closed } = runModule(parent, folder);
      const urls = JSON.parse(await line) as string[];
      expect(await Promise.all(urls.map(isServed))).toEqual([true, true]);
      child.kill(signal);
      expect((await closed).code).toBe(signal);
      await eventually(async () => expect(await Promise.all(urls.map(isServed))).toEqual([false, false]));
      // The last thing that the program does is to release its file.
      await eventually(() => expect(existsSync(join(folder, 'workspace.json.lock'))).toBe(false));
    }
  },
);

test('serve({ tls: true }) gives the URL over HTTPS and the certificate to trust', async () => {
  await using server = await serve({ tls: true });
  const url = new URL(server.https ?? '');
  expect(await sendTo(url, { path: '/users/42', ca: server.ca })).toMatchObject({ status: 200 });
  await expect(sendTo(url, { path: '/users/42' })).rejects.toThrow();
  await using given = await serve();
  expect([given.https, given.ca]).toEqual([undefined, undefined]);
});

test('a runner whose test failed before stop ends by itself, and its server with it', async () => {
  const failing = `
import { test } from 'node:test';
test('fails', async () => {
  const { mock } = await serve();
  console.log(mock);
  throw new Error('no stop');
});`;
  const { line, closed } = runModule(failing);
  const url = await line;
  expect((await closed).code).toBe(1);
  await eventually(async () => expect(await isServed(url)).toBe(false));
});

test('more servers in one process than an emitter takes listeners make no warning', async () => {
  const four = `
import { EventEmitter } from 'node:events';
EventEmitter.defaultMaxListeners = 3;
const servers = await Promise.all(Array.from({ length: 4 }, () => serve()));
console.log(new Set(servers.map(({ mock }) => mock)).size);
await Promise.all(servers.map((server) => server.stop()));`;
  const { line, closed } = runModule(four);
  expect(await line).toBe('4');
  expect(await closed).toEqual({ code: 0, errors: '' });
});
