/**
 * Clients race for a few records over connections of their own, the program is killed amid their requests and started again,
 * and they race on. Every history must have an order, with the kill in it. HISTORY_ROUNDS is their number.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { faultyRecords, type Operation } from '../http/history/check-history.ts';
import { race } from '../http/history/racing-clients.ts';
import { startMock, workspaceOf } from '../support/running-mock.ts';
import { buildProgram } from './versions-proof.ts';

const rounds = Number(process.env.HISTORY_ROUNDS ?? 200);
const ids = ['1', '2', '3'];
const records = ids.map((id) => `/api/things/${id}`);
const workspace = workspaceOf({ things: { records: ids.map((id) => ({ id, value: 'start' })) } });

let now = 0;
const clock = () => ++now;
const random = Math.random;

test(`${rounds} histories with kills have an order`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mock-api-console-histories-'));
  const program = await buildProgram(folder);
  let unknown = 0;
  let operations = 0;
  for (let round = 0; round < rounds; round++) {
    const path = join(folder, `${round}.json`);
    await writeFile(path, JSON.stringify(workspace));
    const history = [
      ...(await killedRace(program, path)),
      ...restarted(),
      ...(await killedRace(program, path)),
      ...restarted(),
      ...(await killedRace(program, path)),
    ];
    expect(faultyRecords(history, { value: 'start', version: 1 })).toEqual([]);
    unknown += history.filter(({ observed }) => observed.kind === 'unknown').length;
    operations += history.length;
  }
  process.stdout.write(`${operations} operations, ${unknown} of them with unknown outcome\n`);
  await rm(folder, { recursive: true, force: true });
});

/** The kill as every record meets it: live states are lost. */
function restarted(): readonly Operation[] {
  const asked = { kind: 'restart', value: 'start' } as const;
  const [called, ended] = [clock(), clock()];
  return records.map((record) => ({ record, called, ended, asked, observed: { kind: 'none' } }));
}

/** Races until the program is killed, in the middle of a random request. */
async function killedRace(program: string, path: string): Promise<readonly Operation[]> {
  const child = spawn(process.execPath, [program, path, 'client'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), ended]);
  if (typeof line !== 'string') throw new Error('The program ended by itself.');
  const last = now + random() * 500;
  const racing = race({ port: Number(line), clients: 6, requests: 100, records, random, clock, end: clock });
  while (now < last) await sleep(random() * 3);
  child.kill('SIGKILL');
  await ended;
  return racing;
}

test('a long race has an order', async () => {
  await using mock = await startMock(workspace);
  const { port } = mock;
  for (let round = 0; round < rounds; round++) {
    const headers = [['X-Mock-Session', `${round}`]] as const;
    const history = await race({
      port,
      clients: 8,
      requests: 80,
      headers,
      records,
      random,
      clock,
      end: () => Infinity,
    });
    expect(faultyRecords(history, { value: 'start', version: 1 })).toEqual([]);
  }
  expect(mock.faults).toEqual([]);
});
