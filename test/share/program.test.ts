/** The built program with `--share`: its start, its refusals and its secrets. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { clientOf } from '../support/http-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { smallWorkspace } from '../support/temporary-host.ts';
import { startRedis } from './redis-server.ts';

const root = join(import.meta.dirname, '../..');

interface Program {
  readonly child: ChildProcess;
  /** Everything that it has printed. */
  readonly output: () => string;
  /** The exit code, or null once it is ready. */
  readonly begun: Promise<number | null>;
}

function start(flags: readonly string[], env: NodeJS.ProcessEnv = {}): Program {
  const args = [join(root, 'dist/serve.cjs'), '--port', '0', '--console-port', '0', ...flags];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: 'pipe' });
  let output = '';
  const begun = new Promise<number | null>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (/ready \{.*\}/.test(output)) resolve(null);
      });
    }
    child.once('close', resolve);
  });
  return { child, output: () => output, begun };
}

/** The addresses of a program that is ready. */
function readyLine({ output }: Program): { readonly mock: string; readonly console: string } {
  return JSON.parse(/ready (\{.*\})/.exec(output())?.[1] ?? '{}');
}

test('edits of fixtures and copies of collections read the same at both programs', async () => {
  await using redis = await startRedis();
  const file = join(await temporaryFolder(), 'mine.json');
  await writeFile(file, JSON.stringify(smallWorkspace));
  const programs: Program[] = [];
  for (const _ of [1, 2]) {
    const program = start(['--workspace', file, '--share', redis.url, '--token', 'geheim']);
    expect(await program.begun).toBe(null);
    programs.push(program);
  }
  const [one, two] = programs.map(readyLine);
  const call = async (name: string, input: object) => {
    const response = await fetch(`${one?.console}/call/${name}`, {
      method: 'POST',
      headers: { Authorization: 'Bearer geheim', 'Content-Type': 'application/json' },
      body: JSON.stringify(input),
    });
    expect(await response.json()).toMatchObject({ ok: true });
  };
  await call('records.patch', { collection: 'users', id: '42', patch: { name: 'Augusta' } });
  await call('collections.duplicate', { collection: 'users', as: 'copies' });
  const list = async (mock: string | undefined, name: string) => {
    const { items } = await (await fetch(`${mock}/api/${name}`)).json();
    return items;
  };
  const users = await list(one?.mock, 'users');
  expect(users).toContainEqual(expect.objectContaining({ userId: '42', name: 'Augusta' }));
  expect(await list(one?.mock, 'copies')).toEqual(users);
  await eventually(async () => {
    expect(await list(two?.mock, 'users')).toEqual(users);
    expect(await list(two?.mock, 'copies')).toEqual(users);
  });
  for (const { child } of programs) {
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
  }
});

test('shares with a password, says what is not shared, refuses other fixtures with exit code 2, and writes no live change', async () => {
  await using redis = await startRedis('--requirepass', 'geheim');
  const folder = await temporaryFolder();
  const [mine, other] = [join(folder, 'mine.json'), join(folder, 'other.json')];
  await writeFile(mine, JSON.stringify(smallWorkspace));
  await writeFile(other, JSON.stringify({ ...smallWorkspace, collections: {} }));
  const password = { MOCK_API_CONSOLE_SHARE_PASSWORD: 'geheim' };
  const first = start(['--workspace', mine, '--share', redis.url], password);
  // One after the other, because the one that opens the file first saves it.
  expect(await first.begun).toBe(null);
  const second = start(['--workspace', mine, '--share', redis.url.replace('//', '//:geheim@')]);
  expect(await second.begun).toBe(null);

  const ready = JSON.parse(/ready (\{.*\})/.exec(first.output())?.[1] ?? '{}');
  expect(ready.notes).toEqual([
    expect.stringMatching(/^Shared over redis:.*expectations.*Edits are saved to mine\.json\.$/),
  ]);
  const page = clientOf(Number(new URL(ready.console).port));
  expect((await page({ target: '/health' })).json()).toMatchObject({ mock: 'listening', share: { state: 'live' } });
  const patched = await clientOf(Number(new URL(ready.mock).port))({
    ...{ method: 'PATCH', target: '/api/users/42', body: '{"name":"Augusta"}' },
    headers: [['Content-Type', 'application/json']],
  });
  expect(patched.status).toBe(200);

  const refused = start(['--workspace', other, '--share', redis.url], password);
  expect(await refused.begun).toBe(2);
  expect(refused.output()).toMatch(/^2 instances share a workspace "Test workspace" with other fixtures.*\n$/);
  const locked = start(['--workspace', mine, '--share', redis.url.replace('//', '//:falsch@')]);
  expect(await locked.begun).toBe(2);
  expect(locked.output()).toContain('WRONGPASS');

  for (const { child } of [first, second]) {
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
  }
  const everything = [first, second, refused, locked].map(({ output }) => output()).join('');
  expect(everything).not.toMatch(/geheim|falsch/);
  const { readdir } = await import('node:fs/promises');
  // A program that opens a file for writing keeps its versions and a backup beside it.
  const files = (await readdir(folder)).filter((name) => !/\.(backup|recovery)$/.test(name));
  expect(files.sort()).toEqual(['mine.json', 'other.json']);
  expect(await readFile(mine, 'utf8')).toBe(JSON.stringify(smallWorkspace));
});

test('edits outlive the instance that saves them when it is killed: the next one that opens its file saves them', async () => {
  await using redis = await startRedis();
  const file = join(await temporaryFolder(), 'mine.json');
  await writeFile(file, JSON.stringify(smallWorkspace));
  const flags = ['--workspace', file, '--share', redis.url, '--token', 'secret'];
  const saver = start(flags);
  expect(await saver.begun).toBe(null);
  const other = start(flags);
  expect(await other.begun).toBe(null);
  const { console: page } = JSON.parse(/ready (\{.*\})/.exec(other.output())?.[1] ?? '{}');
  const edit = async (id: string, name: string) => {
    const body = JSON.stringify({ collection: 'users', id, patch: { name } });
    const headers = [['Content-Type', 'application/json'] as const, ['Authorization', 'Bearer secret'] as const];
    const target = '/call/records.patch';
    const reply = await clientOf(Number(new URL(page).port))({ method: 'POST', target, headers, body });
    expect(JSON.parse(reply.body)).toMatchObject({ ok: true });
  };
  await edit('42', 'Before');
  saver.child.kill('SIGKILL');
  await once(saver.child, 'close');
  await edit('7', 'After');

  const next = start(flags);
  expect([await next.begun, next.output()]).toEqual([null, expect.stringContaining('Edits are saved to mine.json.')]);
  await eventually(async () => {
    const names = JSON.parse(await readFile(file, 'utf8')).collections.users.records.map(
      (user: { name: string }) => user.name,
    );
    expect(names).toEqual(['After', 'Before']);
  });
  for (const { child, output } of [other, next]) {
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(output()).not.toContain('damaged');
  }
});

test('with --verify, an instance that joins goes on with the count of the others', async () => {
  await using redis = await startRedis();
  const folder = await temporaryFolder();
  const [file, expected] = [join(folder, 'mine.json'), join(folder, 'expected.json')];
  await writeFile(file, JSON.stringify(smallWorkspace));
  const expectation = { method: 'GET', path: '/users/{id}', count: { exactly: 2 } };
  await writeFile(expected, JSON.stringify({ expectations: [expectation] }));
  const flags = ['--workspace', file, '--share', redis.url, '--verify', expected];
  const programs: Program[] = [];
  for (let n = 0; n < 2; n++) {
    const program = start(flags);
    programs.push(program);
    expect(await program.begun).toBe(null);
    const { mock } = JSON.parse(/ready (\{.*\})/.exec(program.output())?.[1] ?? '{}');
    await clientOf(Number(new URL(mock).port))({ target: '/users/42' });
  }
  for (const { child, output } of programs) {
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(output()).toContain('1 of 1 expectation met.');
  }
});

test('takes part over TLS', async () => {
  const folder = await temporaryFolder();
  const [key, certificate, file] = ['key.pem', 'cert.pem', 'mine.json'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = spawn(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'].concat(
      ['-keyout', key, '-out', certificate, '-days', '2'],
      subject,
    ),
  );
  await once(made, 'close');
  const tls = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-auth-clients', 'no'];
  await using redis = await startRedis('--port', '0', '--tls-port', 'PORT', ...tls);
  await writeFile(file, JSON.stringify(smallWorkspace));
  const share = ['--workspace', file, '--share', `rediss://localhost:${redis.port}`];
  const program = start(share, { NODE_EXTRA_CA_CERTS: certificate });
  expect([await program.begun, program.output()]).toEqual([null, expect.stringContaining('rediss://localhost')]);
  program.child.kill('SIGTERM');
  await once(program.child, 'close');
  const distrustful = start(share);
  expect(await distrustful.begun).toBe(2);
});
