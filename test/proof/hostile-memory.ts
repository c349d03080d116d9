import { Agent, request } from 'node:http';
import type { HostileServer } from './hostile-server.ts';

/** Megabytes by which the program may grow. */
const growthLimit = 150;
const clients = 16;
/** Bodies of up to 64 KiB; many are small, as in a test suite. */
const lengths = [100, 65_536, 1000, 32_768, 4096, 65_536, 16_384, 50_000];

const agent = new Agent({ keepAlive: true, maxSockets: clients });
const bodies = lengths.map((length) => Buffer.from(JSON.stringify({ note: 'x'.repeat(length - 11) })));

/**
 * Promise 7: sends so many PATCH requests over 1,000 records. Prints the memory ten times and returns 1 if the program ever
 * grew by {@link growthLimit} or more since the first reading, else 0.
 */
export async function measureMemory(
  server: HostileServer,
  requests: number,
  print: (line: string) => void,
): Promise<number> {
  const start = (await server.probe()).memory;
  const began = performance.now();
  let [sent, most, failed] = [0, start, 0];
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;
  const watch = setInterval(async () => {
    most = Math.max(most, (await server.probe()).memory);
  }, 250);
  const client = async () => {
    while (sent < requests) {
      const index = sent++;
      if ((await patch(server, index)) !== 200) failed += 1;
      if (index % Math.ceil(requests / 10) !== 0) continue;
      const { memory } = await server.probe();
      print(`${String(index).padStart(9)} requests  ${megabytes(memory)}  most ${megabytes(Math.max(most, memory))}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1000;
  const grown = (most - start) / 2 ** 20;
  print(
    `Promise 7: below start + ${growthLimit} MB; start ${megabytes(start)}, most +${grown.toFixed(0)} MB over ${requests} requests in ${seconds.toFixed(0)} s; ${failed} failed.`,
  );
  return grown < growthLimit && failed === 0 ? 0 : 1;
}

function patch({ mockPort }: HostileServer, index: number): Promise<number> {
  const body = bodies[index % bodies.length] ?? Buffer.alloc(0);
  const path = `/api/users/${(index % 1000) + 1}`;
  const headers = { 'content-type': 'application/merge-patch+json', 'content-length': body.length };
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: mockPort, agent, path, method: 'PATCH', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
