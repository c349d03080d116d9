/** The built program as a command: its help, its exit codes and the sentences with which it refuses to start. */
import { execFile, type SpawnOptions, spawn } from 'node:child_process';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { type FlagName, flagTable } from '../../server/flags/flag-table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { smallWorkspace } from '../support/temporary-host.ts';

const root = join(import.meta.dirname, '../..');
const program = join(root, 'dist/serve.cjs');
const run = promisify(execFile);

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function outcomeOf(args: readonly string[], options: { readonly cwd?: string } = {}): Promise<Outcome> {
  return run(process.execPath, args, options).then(
    (output) => ({ code: 0, ...output }),
    (error: Outcome) => error,
  );
}

/** Starts the program in memory and gives its ready line. It ends with the test. */
async function started(flags: readonly string[], options: SpawnOptions = {}) {
  const args = [program, '--read-only', '--port=0', '--console-port=0', '--quiet', '--token=secret', ...flags];
  // npx sets it for the program that it runs, and so for these tests if it runs them.
  const { npm_command: _, ...env } = process.env;
  const child = spawn(process.execPath, args, { env, ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = new Promise((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await closed;
  });
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const line = await new Promise<string>((resolve, reject) => {
    if (child.stdout) createInterface(child.stdout).once('line', resolve);
    void closed.then(() => reject(new Error(errors)));
  });
  return { ...(JSON.parse(line.replace('ready ', '')) as { mock: string; console: string }), errors: () => errors };
}

/** The status of a request with this Host header. */
function statusOf(url: string, host: string, { method = 'GET', headers = {} } = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { ...headers, host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end(method === 'POST' ? '{}' : undefined);
  });
}

test('--help and -h print every flag, --version the version of the package', async () => {
  const help = await outcomeOf([program, '--help']);
  expect(help).toMatchObject({ code: 0, stderr: '' });
  for (const name of Object.keys(flagTable) as FlagName[]) expect(help.stdout).toContain(`--${name}`);
  expect(help.stdout.split('\n').every((line) => line.length <= 100)).toBe(true);
  expect(await outcomeOf([program, 'serve', '-h'])).toMatchObject({ stdout: help.stdout });
  expect(await outcomeOf([program, '--version'])).toMatchObject({ code: 0, stdout: `${packageJson.version}\n` });
});

test('a Node that is too old gets one sentence', async () => {
  const pretend = `
    Object.defineProperty(process, 'versions', { value: { node: '18.20.4' } });
    require(${JSON.stringify(program)});`;
  expect(await outcomeOf(['--eval', pretend])).toMatchObject({
    code: 2,
    stderr: `Mock API Console needs Node ${packageJson.engines.node.replace('>=', '')} or newer; this is Node 18.20.4.\n`,
  });
  // Node 0.12 read no more than this.
  expect(await readFile(program, 'utf8')).not.toMatch(/=>|`|\b(?:const|let|class|import)\b|\?\?|\?\./);
});

test('a refusal names the whole path of its file', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'broken.json'), '{');
  const opened = await outcomeOf([program, '--workspace', 'broken.json'], { cwd: folder });
  expect(opened).toMatchObject({ code: 2, stdout: '' });
  expect(opened.stderr).toMatch(new RegExp(`^${join(folder, 'broken.json')}: .*\\.\n$`));
  const missing = await outcomeOf([program, '--workspace=a/b.json', '--read-only'], { cwd: folder });
  expect(missing.stderr).toBe(`${join(folder, 'a/b.json')} cannot be opened: it does not exist (ENOENT).\n`);
  const verified = await outcomeOf([program, '--read-only', '--verify', 'broken.json'], { cwd: folder });
  expect(verified.stderr).toMatch(new RegExp(`^${join(folder, 'broken.json')} cannot be used: `));
});

test('--read-only says plainly that nothing is saved', async () => {
  const { errors } = await started([]);
  expect(errors()).toBe('In memory: changes are not saved.\n');
});

test('npx without a workspace serves the sample from memory and says where to go', async () => {
  const cwd = await temporaryFolder();
  const args = [program, '--port=0', '--console-port=0', '--token=secret', '--quiet'];
  const env = { ...process.env, npm_command: 'exec', XDG_CONFIG_HOME: cwd, HOME: cwd };
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = new Promise((resolve) => child.once('close', resolve));
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const line = await new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve));
  const { mock, console, open } = JSON.parse(line.replace('ready ', ''));
  expect(open).toBe(`${console}/#token=secret`);
  expect((await fetch(`${mock}/users/42`)).status).toBe(200);
  child.kill('SIGTERM');
  await closed;
  expect(errors.split('\n')).toEqual([
    'In memory: changes are not saved.',
    'This is the sample. Name a workspace of yours with --workspace FILE.',
    `Mock     ${mock}/users/42`,
    `Console  ${open}`,
    '',
  ]);
  expect(await readdir(cwd)).toEqual([]);
});

test('an account without a home folder can name a workspace', async () => {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const file = join(folder, 'workspace.json');
  await writeFile(file, JSON.stringify(smallWorkspace));
  // Only root can become an account that the system does not know.
  const account = process.getuid?.() === 0 ? { uid: 54_321, gid: 54_321 } : {};
  const { mock } = await started(['--workspace', file], { env: {}, cwd: folder, ...account });
  expect((await fetch(`${mock}/users/42`)).status).toBe(200);
});

test('--allow-host lets clients use a name for the mock and for the console, and no other name', async () => {
  const servers = await started(['--allow-host', 'mock', '--allow-host=console.test']);
  const headers = { authorization: 'Bearer secret', 'content-type': 'application/json' };
  const call = { method: 'POST', headers };
  for (const [host, status] of [
    ['mock', 200],
    ['Console.test:4010', 200],
    ['localhost', 200],
    ['evil.test', 421],
    ['mock.evil.test', 421],
  ] as const) {
    expect(await statusOf(`${servers.mock}/users/42`, host)).toBe(status);
    expect(await statusOf(new URL('/', servers.console).href, host)).toBe(status);
    expect(await statusOf(new URL('/call/workspace.get', servers.console).href, host, call)).toBe(status);
  }
  const { headers: _, ...withoutToken } = call;
  const anonymous = { ...withoutToken, headers: { 'content-type': 'application/json' } };
  expect(await statusOf(new URL('/call/workspace.get', servers.console).href, 'mock', anonymous)).toBe(401);
});

test('--fixtures-only refuses every write with 403, and rules of the scenario come first', async () => {
  const folder = await temporaryFolder();
  const down = { name: 'Down', rules: [{ when: { method: 'PUT' }, then: { kind: 'answer', status: 503 } }] };
  await writeFile(join(folder, 'w.json'), JSON.stringify({ ...smallWorkspace, scenarios: [down] }));
  const { mock } = await started(['--fixtures-only', `--workspace=${join(folder, 'w.json')}`, '--scenario=Down']);
  const statuses = async (path: string, methods: readonly string[]) => {
    const responses = methods.map((method) => fetch(mock + path, { method }));
    return (await Promise.all(responses)).map(({ status }) => status);
  };
  expect(await statuses('/api/users/42', ['GET', 'PATCH', 'DELETE', 'PUT'])).toEqual([200, 403, 403, 503]);
  expect(await statuses('/api/users', ['GET', 'POST', 'DELETE', 'OPTIONS'])).toEqual([200, 403, 405, 204]);
  expect(await (await fetch(`${mock}/api/users`, { method: 'POST' })).json()).toMatchObject({
    type: '/problems/fixtures-only',
    detail: expect.stringContaining('--fixtures-only'),
  });
});
