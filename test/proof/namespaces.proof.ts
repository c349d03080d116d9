/** Two network namespaces with a cable between them, as containers have them. Needs root and `ip` of iproute2. */
import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';

const program = join(import.meta.dirname, '../../dist/serve.cjs');
const [served, client] = [`mock-${process.pid}`, `client-${process.pid}`];
const address = '10.213.7.1';

const ip = (...words: readonly string[]) => execFileSync('ip', words, { stdio: 'pipe' });
const inside = (namespace: string, ...words: readonly string[]) => ip('-n', namespace, ...words);

function canMakeNamespaces(): boolean {
  try {
    ip('netns', 'add', served);
    return true;
  } catch {
    return false;
  }
}

const isPossible = canMakeNamespaces();

beforeAll(() => {
  if (!isPossible) return;
  ip('netns', 'add', client);
  ip('link', 'add', 'mac0', 'netns', served, 'type', 'veth', 'peer', 'name', 'mac0', 'netns', client);
  inside(served, 'addr', 'add', `${address}/24`, 'dev', 'mac0');
  inside(client, 'addr', 'add', '10.213.7.2/24', 'dev', 'mac0');
  for (const namespace of [served, client]) {
    for (const device of ['lo', 'mac0']) inside(namespace, 'link', 'set', device, 'up');
  }
});

afterAll(() => {
  if (isPossible) for (const namespace of [served, client]) ip('netns', 'del', namespace);
});

/** What the client gets for a path, by the name in the Host header: a status, or `unreachable`. */
function statusOf(port: number, path: string, host: string, words: readonly string[] = []): string {
  const args = ['-s', '-m', '5', '-o', '/dev/null', '-w', '%{http_code}', '-H', `Host: ${host}`, ...words];
  try {
    return String(execFileSync('ip', ['netns', 'exec', client, 'curl', ...args, `http://${address}:${port}${path}`]));
  } catch {
    return 'unreachable';
  }
}

/** Runs the program in the first namespace, and gives what the client gets from the mock and the console. */
async function reached(flags: readonly string[]) {
  const own = ['--read-only', '--quiet', '--token=secret', '--port=4010', '--console-port=4011'];
  const args = ['netns', 'exec', served, process.execPath, program, ...own, ...flags];
  const child = spawn('ip', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const closed = new Promise((resolve) => child.once('close', resolve));
  await new Promise((resolve) => createInterface(child.stdout).once('line', resolve));
  const call = ['-d', '{}', '-H', 'content-type: application/json'];
  const results = {
    mock: [address, 'mock', 'evil.test'].map((host) => statusOf(4010, '/users/42', host)),
    console: [address, 'mock', 'evil.test'].map((host) => statusOf(4011, '/health', host)),
    withoutToken: statusOf(4011, '/call/workspace.get', address, call),
    withToken: statusOf(4011, '/call/workspace.get', 'mock', [...call, '-H', 'authorization: Bearer secret']),
  };
  child.kill('SIGTERM');
  await closed;
  return results;
}

const none = ['unreachable', 'unreachable', 'unreachable'];

test.runIf(isPossible)('a client in another namespace reaches nothing by default', async () => {
  expect(await reached([])).toEqual({
    mock: none,
    console: none,
    withoutToken: 'unreachable',
    withToken: 'unreachable',
  });
});

test.runIf(isPossible)('--host opens the mock alone, by its address and by no name', async () => {
  expect(await reached(['--host=0.0.0.0'])).toMatchObject({ mock: ['200', '421', '421'], console: none });
});

test.runIf(isPossible)('--console-host and --allow-host open the console to the name and the token', async () => {
  expect(await reached(['--host=0.0.0.0', '--console-host=0.0.0.0', '--allow-host=mock'])).toEqual({
    mock: ['200', '200', '421'],
    console: ['200', '200', '421'],
    withoutToken: '401',
    withToken: '200',
  });
});
