import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.mjs';

const program = fileURLToPath(new URL('node_modules/@stoplight/prism-cli/dist/index.js', import.meta.url));

export interface Prism {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/**
 * Starts Prism as a proxy in front of a server. Prism validates every response against the OpenAPI document and lists
 * violations in the header `sl-violations`. It forwards invalid requests too.
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
