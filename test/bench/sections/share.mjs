import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { findRedis } from '../../../.scripts/redis.mjs';
import { freePort } from '../../support/free-port.mjs';
import { workspaceFile } from '../data.mjs';
import { load, message } from '../load.mjs';
import { row } from '../report.mjs';
import { alternate, inPairs, medianOf } from '../rounds.mjs';
import { startProgram } from '../server-process.mjs';

export const title = 'Three instances over one Redis, 10,000 users';

const users = 10_000;

/** Rounds in which the console of another instance is watched. */
const rounds = 50;
const json = { 'Content-Type': 'application/json' };
const read = (/** @type {number} */ index) => message('GET', `/api/users/${1 + ((index * 9973) % users)}`);
const write = (/** @type {number} */ index) =>
  message('PATCH', `/api/users/${1 + ((index * 9973) % users)}`, json, `{"age":${index % 90}}`);

/** Reads stay local; a write costs a round trip to the engine. */
export async function run() {
  const engine = await startEngine();
  // With a console, as those beside it have: it watches the request log.
  const alone = await startProgram(workspaceFile(users), { hasConsole: true });
  /** @type {import('../server-process.mjs').ServerProcess[]} */
  const shared = [];
  for (let index = 0; index < 3; index++) {
    shared.push(await startProgram(workspaceFile(users), { share: engine.url, hasConsole: true }));
  }
  const ports = shared.map(({ port }) => port);
  const [first = 0] = ports;
  const rate = async (/** @type {number} */ port) => (await load({ port, request: read })).rate;
  const reads = await alternate({
    alone: () => rate(alone.port),
    one: () => rate(first),
    three: async () => (await Promise.all(ports.map(rate))).reduce((sum, each) => sum + each, 0),
  });
  const costs = await inPairs(
    () => costOfReads(alone),
    () => costOfReads(shared[0] ?? alone),
    { pairs: 12, warmUp: 2 },
  );
  const readRate = (/** @type {'alone' | 'one' | 'three'} */ name) => medianOf(reads, (round) => round[name]);
  const ofOther = (
    /** @type {'one' | 'three'} */ name,
    /** @type {'alone' | 'one'} */ other,
    /** @type {string} */ of,
  ) => ({
    ratio: medianOf(reads, (round) => round[name] / round[other]),
    of,
  });
  const single = { request: write, connections: 1 };
  const ownWrite = await load({ port: alone.port, ...single });
  const sharedWrite = await load({ port: first, ...single });
  const many = await Promise.all(ports.map((port) => load({ port, request: write })));
  const writes = await timesToSee(shared, '"records"', (one, round) => {
    const request = () => message('PATCH', '/api/users/17', json, `{"age":${round}}`);
    return load({ port: one.port, count: 1, request });
  });
  const edits = await timesToSee(shared, '"records"', (one, round) =>
    one.call('records.patch', { collection: 'users', id: '18', patch: { age: round } }),
  );
  const switches = await timesToSee(shared, '"scenario-switched"', (one) =>
    one.call('scenario.activate', { name: 'Default' }),
  );
  const requests = await timesToSee(shared, '"requests"', (one) =>
    load({ port: one.port, count: 1, connections: 1, request: () => message('GET', '/api/users/19') }),
  );
  const memory = [alone.memory(), shared[0]?.memory() ?? 0];
  await Promise.all([alone, ...shared].map(({ stop }) => stop()));
  const joined = await timeToJoin(engine.url);
  engine.stop();
  return [
    row('GET by id, without sharing', readRate('alone'), '/s'),
    row('GET by id, at one instance', readRate('one'), '/s', ofOther('one', 'alone', 'without sharing')),
    row('GETs in a second of the processor, at one instance', 1e6 / medianOf(costs, ({ other }) => other), '/s', {
      ratio: medianOf(costs, ({ one, other }) => one / other),
      of: 'without sharing',
      atLeast: 0.9,
    }),
    row('GET by id, at three instances at once', readRate('three'), '/s', ofOther('three', 'one', 'one instance')),
    row('PATCH without sharing, p50', ownWrite.p50, 'ms'),
    row('PATCH without sharing, p99', ownWrite.p99, 'ms'),
    row('PATCH shared, p50', sharedWrite.p50, 'ms'),
    row('PATCH shared, p99', sharedWrite.p99, 'ms'),
    row(
      'PATCH at three instances at once',
      many.reduce((sum, each) => sum + each.rate, 0),
      '/s',
    ),
    ...seenRows('a write', writes),
    ...seenRows('an edit in a console', edits),
    ...seenRows('a switch of the scenario', switches),
    ...seenRows('a request', requests),
    row('an instance joins 100,000 changed records', joined, 'ms', { atMost: 3000 }),
    row('memory without sharing', memory[0] ?? 0, 'MB'),
    row('memory of an instance', memory[1] ?? 0, 'MB'),
  ];
}

/**
 * Microseconds of processor time for a read. Its rate depends on the cores as well, which the load, the engine and the other
 * instances share with it.
 * @param {import('../server-process.mjs').ServerProcess} program
 */
async function costOfReads(program) {
  const count = 10_000;
  const before = program.processorTime();
  await load({ port: program.port, count, milliseconds: 120_000, request: read });
  // The latest requests are still on their way through the engine.
  await pause(150);
  return (program.processorTime() - before) / count;
}

/** @param {string} what @param {readonly number[]} times */
function seenRows(what, [median = 0, worst = 0]) {
  return [
    row(`${what} seen at another instance, median`, median, 'ms', { atMost: 20 }),
    row(`${what} seen at another instance, worst of ${rounds}`, worst, 'ms', { atMost: 200 }),
  ];
}

/**
 * The median and the worst of the milliseconds from an action at one instance until the events of another one's console
 * show its sign.
 * @param {readonly import('../server-process.mjs').ServerProcess[]} instances
 * @param {string} sign
 * @param {(one: import('../server-process.mjs').ServerProcess, round: number) => Promise<unknown>} act
 */
async function timesToSee([one, other], sign, act) {
  if (!one || !other) return [];
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const stop = new AbortController();
    const headers = { Authorization: 'Bearer bench' };
    const events = await fetch(`${other.console}/events`, { headers, signal: stop.signal });
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
    // The first event is the whole state.
    await reader?.read();
    const began = performance.now();
    const acting = act(one, round);
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done || part.value.includes(sign)) break;
    }
    times.push(performance.now() - began);
    stop.abort();
    await acting;
    await pause(300);
  }
  times.sort((a, b) => a - b);
  return [times[Math.floor(rounds / 2)] ?? 0, times.at(-1) ?? 0];
}

/** Milliseconds from the start of a program until it listens, when all of 100,000 records have changed. @param {string} url */
async function timeToJoin(url) {
  const all = 100_000;
  const file = workspaceFile(all);
  const first = await startProgram(file, { share: url });
  const change = (/** @type {number} */ index) => message('PATCH', `/api/users/${index + 1}`, json, '{"age":99}');
  await load({ port: first.port, count: all, milliseconds: 120_000, connections: 64, request: change });
  const second = await startProgram(file, { share: url });
  await Promise.all([first.stop(), second.stop()]);
  return second.startMilliseconds;
}

async function startEngine() {
  const port = await freePort();
  const flags = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn(await findRedis(() => {}), flags, {
    argv0: 'redis-server',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const text of child.stdout.setEncoding('utf8')) if (text.includes('Ready to accept connections')) break;
  return { url: `redis://127.0.0.1:${port}`, stop: () => void child.kill() };
}
