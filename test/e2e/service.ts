import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { within } from './running-console.ts';
import { root } from './workspace.ts';

/** The headless program while it runs. */
export interface Service {
  readonly mock: string;
  readonly console: string;
  readonly token: string;
  close(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts the headless program on free ports and waits for its ready line. */
export async function startService(args: readonly string[]): Promise<Service> {
  const serve = [join(root, 'dist/serve.js'), '--port', '0', '--console-port', '0', '--quiet', ...args];
  const program = spawn(process.execPath, serve, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(program, 'exit');
  const end = async (signal: NodeJS.Signals) => {
    program.kill(signal);
    await within(10_000, 'Ending the program', ended);
  };
  const ready = within(15_000, 'Starting the program', readyLine(program));
  const { mock, console, token } = JSON.parse(await ready);
  return { mock, console, token, close: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

async function readyLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The program has no output.');
  for await (const line of createInterface(stdout)) {
    if (line.startsWith('ready ')) return line.slice('ready '.length);
  }
  throw new Error('The program ended before it was ready.');
}
