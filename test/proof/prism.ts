import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('node_modules/@stoplight/prism-cli/dist/index.js', import.meta.url));

export interface Prism {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/**
 * Starts Prism as a proxy before a server, with the OpenAPI document that it is to watch over. Requests are passed on as
 * they are, good or bad; what the document says against an answer comes in the header `sl-violations`.
 */
export async function startPrism(document: string, upstream: string, folder: string): Promise<Prism> {
  const file = join(folder, 'openapi.json');
  await writeFile(file, document);
  const port = await freePort();
  const args = ['proxy', file, upstream, '--port', String(port), '--validate-request=false', '--cors=false'];
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let output = '';
  const listening = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      if (output.length < 100_000) output += text;
      if (output.includes('Prism is listening')) resolve();
    });
  });
  await Promise.race([
    listening,
    ended.then(() => {
      throw new Error(`Prism did not start: ${output}`);
    }),
  ]);
  return {
    port,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

/** A port that nobody listened at a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
}
