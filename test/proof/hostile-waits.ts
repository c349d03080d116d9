import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Attack } from './hostile-attack.ts';
import type { HostileServer, ProbeFigures } from './hostile-server.ts';

/** Milliseconds for which no other request may wait. */
const waitLimit = 50;
/** Milliseconds within which each request ends. */
const durationLimit = 5000;
/** Times that a request may be sent with a line for each; of more, only the worst one has a line. */
const shownTimes = 5;

interface Sent {
  readonly status: number;
  readonly duration: number;
  readonly body: string;
}

interface Measured extends Sent {
  /** Milliseconds: the longest wait of another client. */
  readonly wait: number;
  readonly blocked: ProbeFigures;
}

/**
 * Promise 18: sends the attacks one after the other while another client reads one record again and again. Prints a line for
 * each and a last one with the longest wait; returns how many broke a limit: the status, the limit that the refusal names,
 * {@link durationLimit} and {@link waitLimit}. A wait counts only when the server's own thread ran for as long: otherwise the
 * machine was busy with something else.
 */
export async function measureWaits(
  server: HostileServer,
  attacks: readonly Attack[],
  print: (line: string) => void,
): Promise<number> {
  const reader = new Worker(join(import.meta.dirname, 'hostile-reader.mjs'), {
    workerData: { port: server.mockPort, path: '/api/users/7' },
  });
  const waited = async (): Promise<number> => {
    reader.postMessage({});
    return ((await once(reader, 'message'))[0] as { longest: number }).longest;
  };
  await pause(1500);
  print(`${'request'.padEnd(46)} status  duration  processor  others waited  loop stood still  of it processor`);
  let broken = 0;
  let longest = 0;
  let count = 0;
  for (const attack of attacks) {
    const { times = 1 } = attack;
    let worst: Measured | undefined;
    for (let time = 0; time < times; time++) {
      await Promise.all([server.probe(), waited()]);
      const sent = await send(server, attack);
      attack.onReply?.(sent.body);
      await pause(30);
      const measured = { ...sent, blocked: await server.probe(), wait: await waited() };
      const faults = faultsOf(attack, measured);
      broken += Number(faults.length > 0);
      count += 1;
      longest = Math.max(longest, waitOf(measured));
      if (!worst || waitOf(measured) > waitOf(worst)) worst = measured;
      if (times <= shownTimes || faults.length > 0) print(line(attack.name, measured, faults));
    }
    if (worst && times > shownTimes) print(line(`${attack.name}, worst of ${times}`, worst, []));
  }
  await reader.terminate();
  print(
    `Promise 18: at most ${waitLimit} ms for others; ${longest.toFixed(0)} ms over ${count} requests; ${broken} broken.`,
  );
  return broken;
}

/** The wait that the server itself caused. */
function waitOf({ wait, blocked }: Measured): number {
  return Math.min(wait, blocked.wall, blocked.processor);
}

/** Responses repeat a filter in their links, which makes long headers. */
const agent = new Agent({ keepAlive: true });
const maxHeaderSize = 131_072;

export async function send(
  server: Pick<HostileServer, 'mock' | 'console' | 'token'>,
  { method = 'GET', target, headers = {}, body }: Omit<Attack, 'name' | 'status' | 'onReply'>,
): Promise<Sent> {
  const isCommand = !target.startsWith('/');
  const url = isCommand ? `${server.console}/call/${target}` : server.mock + target;
  const own = isCommand ? { 'content-type': 'application/json', authorization: `Bearer ${server.token}` } : {};
  const text = isCommand ? (body?.() ?? '{}') : body?.();
  const began = performance.now();
  const { hostname, port, origin } = new URL(url);
  const length = text === undefined ? {} : { 'content-length': Buffer.byteLength(text) };
  const options = { hostname, port, agent, maxHeaderSize, path: url.slice(origin.length) };
  return new Promise((resolve, reject) => {
    const sent = request(
      { ...options, method: isCommand ? 'POST' : method, headers: { ...own, ...headers, ...length } },
      (response: IncomingMessage) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.length < 4 && chunks.push(chunk));
        response.on('end', () => {
          const [status = 0, duration] = [response.statusCode, performance.now() - began];
          resolve({ status, duration, body: Buffer.concat(chunks).toString() });
        });
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

function faultsOf(attack: Attack, measured: Measured): readonly string[] {
  const { status, body, duration, blocked } = measured;
  const faults: string[] = [];
  if (status !== attack.status) faults.push(`status ${attack.status} expected: ${body.slice(0, 200)}`);
  else if (attack.limit && !attack.limit.test(body)) faults.push(`no limit named: ${body.slice(0, 200)}`);
  if (Math.min(duration, blocked.total) > durationLimit) faults.push('too long');
  if (waitOf(measured) > waitLimit) faults.push('others waited');
  return faults;
}

function line(name: string, { status, duration, wait, blocked }: Measured, faults: readonly string[]): string {
  const figures = [duration, blocked.total, wait, blocked.wall, blocked.processor].map((figure) => figure.toFixed(0));
  const widths = [9, 10, 14, 17, 16];
  const columns = [String(status).padStart(6), ...figures.map((figure, index) => figure.padStart(widths[index] ?? 0))];
  return `${name.padEnd(46)} ${columns.join(' ')}  ${faults.join('; ')}`;
}
