import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Attack } from './hostile-attack.ts';
import { corpus } from './hostile-corpus.ts';
import { hostileWorkspace } from './hostile-workspace.ts';

/** Milliseconds for which no other request may wait. */
const waitLimit = 50;
/** Milliseconds within which each request ends. */
const durationLimit = 5000;
const records = Number(process.env.HOSTILE_RECORDS ?? 100_000);

interface Longest {
  readonly wall: number;
  readonly processor: number;
  /** Processor time of the main thread in all. */
  readonly total: number;
}

interface Measured {
  readonly status: number;
  readonly duration: number;
  /** The longest wait of another client. */
  readonly wait: number;
  /** The longest time for which the server's event loop stood still, and for which its main thread ran meanwhile. */
  readonly blocked: Longest;
  readonly body: string;
}

interface Servers {
  readonly mock: string;
  readonly console: string;
  readonly token: string;
}

/**
 * Sends each request of the corpus to the built program over a workspace of 100,000 records, while another client reads
 * one record again and again. Prints a line for each and returns how many broke a limit: the status, the limit that the
 * refusal names, {@link durationLimit} and {@link waitLimit}. A wait counts only when the server's own thread ran for as
 * long: otherwise the machine was busy with something else.
 */
export async function hostileProof(words: readonly string[], print: (line: string) => void): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'mock-api-console-hostile-'));
  const workspace = join(folder, 'workspace.json');
  writeFileSync(workspace, hostileWorkspace(records));
  const probe = join(import.meta.dirname, 'hostile-probe.mjs');
  const program = join(import.meta.dirname, '../../dist/serve.cjs');
  const flags = ['--workspace', workspace, '--port', '0', '--console-port', '0', '--quiet'];
  const child = spawn(process.execPath, ['--import', probe, program, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  try {
    const servers = await ready(child.stdout as NodeJS.ReadableStream);
    const port = Number(new URL(servers.mock).port);
    const reader = new Worker(join(import.meta.dirname, 'hostile-reader.mjs'), {
      workerData: { port, path: '/api/users/7' },
    });
    const blocked = async (): Promise<Longest> => {
      child.send({});
      return (await once(child, 'message'))[0] as Longest;
    };
    const waited = async (): Promise<number> => {
      reader.postMessage({});
      return ((await once(reader, 'message'))[0] as { longest: number }).longest;
    };
    await pause(1500);
    print(`${'request'.padEnd(46)} status  duration  processor  others waited  loop stood still  of it processor`);
    let broken = 0;
    for (const attack of corpus) {
      if (words.length > 0 && !words.some((word) => attack.name.includes(word))) continue;
      for (let time = 0; time < (attack.times ?? 1); time++) {
        await Promise.all([blocked(), waited()]);
        const sent = await send(servers, attack);
        await pause(30);
        const measured = { ...sent, blocked: await blocked(), wait: await waited() };
        const faults = faultsOf(attack, measured);
        broken += Number(faults.length > 0);
        print(line(attack, measured, faults));
      }
    }
    print(`${broken} of the requests broke a limit.`);
    await reader.terminate();
    return broken;
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ready(output: NodeJS.ReadableStream): Promise<Servers> {
  let text = '';
  for await (const chunk of output) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  return JSON.parse(text.slice(0, text.indexOf('\n')).replace(/^ready /, ''));
}

/** Responses repeat a filter in their links, which makes long headers. */
const agent = new Agent({ keepAlive: true });
const maxHeaderSize = 131_072;

async function send(
  servers: Servers,
  { method = 'GET', target, headers = {}, body }: Attack,
): Promise<Pick<Measured, 'status' | 'duration' | 'body'>> {
  const isCommand = !target.startsWith('/');
  const url = isCommand ? `${new URL(servers.console).origin}/call/${target}` : servers.mock + target;
  const own = isCommand ? { 'content-type': 'application/json', authorization: `Bearer ${servers.token}` } : headers;
  const text = isCommand ? (body?.() ?? '{}') : body?.();
  const began = performance.now();
  const { hostname, port } = new URL(url);
  const path = url.slice(new URL(url).origin.length);
  const length = text === undefined ? {} : { 'content-length': Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        agent,
        maxHeaderSize,
        path,
        method: isCommand ? 'POST' : method,
        headers: { ...own, ...length },
      },
      (response: IncomingMessage) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.length < 4 && chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            duration: performance.now() - began,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

function faultsOf(attack: Attack, { status, body, duration, wait, blocked }: Measured): readonly string[] {
  const faults: string[] = [];
  if (status !== attack.status) faults.push(`status ${attack.status} expected: ${body.slice(0, 200)}`);
  else if (attack.limit && !attack.limit.test(body)) faults.push(`no limit named: ${body.slice(0, 200)}`);
  if (Math.min(duration, blocked.total) > durationLimit) faults.push('too long');
  if (Math.min(wait, blocked.wall, blocked.processor) > waitLimit) faults.push('others waited');
  return faults;
}

function line({ name }: Attack, { status, duration, wait, blocked }: Measured, faults: readonly string[]): string {
  const figures = [duration, blocked.total, wait, blocked.wall, blocked.processor].map((figure) => figure.toFixed(0));
  const widths = [9, 10, 14, 17, 16];
  const columns = [String(status).padStart(6), ...figures.map((figure, index) => figure.padStart(widths[index] ?? 0))];
  return `${name.padEnd(46)} ${columns.join(' ')}  ${faults.join('; ')}`;
}
