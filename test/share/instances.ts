import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished } from 'vitest';
import type { Json } from '../../server/domain/json/json.ts';
import type { HostOptions } from '../../server/host.ts';
import { Share } from '../../server/share/share.ts';
import { type ClientRequest, type ClientResponse, clientOf } from '../support/http-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { smallWorkspace, type TemporaryHost, temporaryHost } from '../support/temporary-host.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

/** One instance of a shared mock, in this process. */
export interface Instance extends TemporaryHost {
  readonly share: Share;
  readonly port: number;
  /** Sentences about the engine. */
  readonly news: string[];
  readonly send: (request: ClientRequest) => Promise<ClientResponse>;
}

type Options = Partial<HostOptions> & { readonly name?: string };

/** The engine of a test file, and the instances of each test, which `shareInstances` starts. */
export let redis: RedisServer;
export let a: Instance;
export let b: Instance;

/** Starts an engine for the tests of a file, and two instances for each test, which begin a new mock. */
export function shareInstances(workspace: Json = smallWorkspace, first: Options = {}, second: Options = {}): void {
  beforeAll(async () => {
    redis = await startRedis();
  });

  beforeEach(async () => {
    await redis.send('FLUSHALL');
    [a, b] = await Promise.all([
      startInstance(redis.url, workspace, first),
      startInstance(redis.url, workspace, second),
    ]);
  });

  afterEach(async () => {
    for (const instance of [a, b]) {
      await instance[Symbol.asyncDispose]();
      expect(instance.faults).toEqual([]);
    }
  });

  afterAll(() => redis[Symbol.asyncDispose]());
}

/** Starts an instance that shares its live state over an engine. */
export async function startInstance(
  url: string,
  workspace: Json = smallWorkspace,
  { name, ...options }: Options = {},
): Promise<Instance> {
  const news: string[] = [];
  const address = { url, username: undefined, password: undefined };
  const onNews = (sentence: string) => news.push(sentence);
  const share = new Share({ address, scenario: options.scenario, onNews, ...(name !== undefined && { name }) });
  const temporary = await temporaryHost(workspace, { storage: 'memory', ...options, share });
  await temporary.host.perform('server.start', {});
  const state = temporary.host.server();
  if (state.state !== 'listening') throw new Error('The mock does not listen');
  return { ...temporary, share, port: state.port, news, send: clientOf(state.port) };
}

/** Starts the program as an instance in a process of its own. `call` sends a command to its console. */
export async function startInstanceProcess(url: string, workspace: Json) {
  const file = join(await temporaryFolder(), 'mock.json');
  await writeFile(file, JSON.stringify(workspace));
  const program = join(import.meta.dirname, '../../dist/serve.cjs');
  const token = 'of-the-test';
  const flags = ['--workspace', file, '--share', url, '--port', '0', '--console-port', '0', '--token', token];
  const child = spawn(process.execPath, [program, ...flags], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    output += text;
    if (/ready \{.*\}/.test(output)) break;
  }
  const { console: address } = JSON.parse(/ready (\{.*\})/.exec(output)?.[1] ?? '{}');
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const call = (command: string, input: Json, signal?: AbortSignal) =>
    fetch(`${address}/call/${command}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
      ...(signal && { signal }),
    });
  return { child, call };
}
