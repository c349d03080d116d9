import { Agent, request } from 'node:http';
import type { HostileServer } from './hostile-server.ts';

/** Megabytes by which the program may grow. */
const growthLimit = 150;
const clients = 16;
/** Lines of the table while requests are sent. */
const lines = 20;
/** Bodies of up to 64 KiB; many are small, as in a test suite. Each record gets all of them. */
const lengths = [100, 65_536, 1000, 16_384, 300, 32_768, 4096, 8192];

const agent = new Agent({ keepAlive: true, maxSockets: clients });
const bodies = lengths.map((length) => Buffer.from(JSON.stringify({ note: 'x'.repeat(length - 11) })));

/**
 * Promise 7: sends so many PATCH requests over 1,000 records; every second response has a body too. Prints a line of a table twenty times and then the outcome;
 * returns 1 if the program ever grew by {@link growthLimit} or more since the first reading, or a request failed, else 0.
 */
export async function measureMemory(
  server: HostileServer,
  requests: number,
  print: (line: string) => void,
): Promise<number> {
  const start = (await server.probe()).memory;
  const began = performance.now();
  let [sent, most, failed, processor] = [0, start, 0, 0];
  const read = async () => {
    const { memory, total } = await server.probe();
    most = Math.max(most, memory);
    processor += total;
    return memory;
  };
  const line = (...cells: readonly string[]) => print(cells.map((cell) => cell.padStart(12)).join(''));
  const row = (done: number, memory: number) => {
    const seconds = (performance.now() - began) / 1000;
    const left = done === 0 ? '' : clockTime((seconds / done) * (requests - done));
    const [grown, grownMost] = [memory, most].map((bytes) => `+${((bytes - start) / 2 ** 20).toFixed(0)} MB`);
    const rate = (done / Math.max(seconds, 0.001)).toFixed(0);
    line(String(done), `${((100 * done) / requests).toFixed(0)} %`, grown ?? '', grownMost ?? '', rate, left);
  };
  line('requests', 'done', 'memory', 'most', 'per second', 'left');
  const watch = setInterval(read, 250);
  const step = Math.ceil(requests / lines);
  const client = async () => {
    while (sent < requests) {
      const index = sent++;
      if ((await patch(server, index)) !== (isMinimal(index) ? 204 : 200)) failed += 1;
      if (index % step === 0) row(index, await read());
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  clearInterval(watch);
  row(requests, await read());
  const seconds = (performance.now() - began) / 1000;
  const grown = (most - start) / 2 ** 20;
  const isKept = grown < growthLimit && failed === 0;
  const rows = [
    ['promised', `below start + ${growthLimit} MB`],
    ['measured', `at most start + ${grown.toFixed(0)} MB; the start was ${(start / 2 ** 20).toFixed(0)} MB`],
    ['requests', `${requests}, of which ${failed} failed`],
    ['time', `${clockTime(seconds)} by the clock, ${clockTime(processor / 1000)} of the program's thread`],
    ['promise 7', isKept ? 'kept' : 'BROKEN'],
  ];
  for (const [name = '', value] of rows) print(`${name.padEnd(12)}${value}`);
  return isKept ? 0 : 1;
}

/** A time such as `1:05` in minutes and seconds. */
function clockTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}

/** True for a request whose response has no body. */
function isMinimal(index: number): boolean {
  return index % 2 === 0;
}

function patch({ mockPort }: HostileServer, index: number): Promise<number> {
  // An odd distance, so that a record gets another body in each round.
  const body = bodies[(index + Math.floor(index / 1000)) % bodies.length] ?? Buffer.alloc(0);
  const path = `/api/users/${(index % 1000) + 1}`;
  const headers = {
    ...{ 'content-type': 'application/merge-patch+json', 'content-length': body.length },
    ...(isMinimal(index) && { prefer: 'return=minimal' }),
  };
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: mockPort, agent, path, method: 'PATCH', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
