import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRedis } from '../../.scripts/redis.mjs';
import { freePort } from '../support/free-port.mjs';

/** A Redis server of the test alone: on a free port, in memory. */
export interface RedisServer {
  readonly port: number;
  readonly url: string;
  /** Kills it. A {@link restart} then begins with nothing. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Stops it in the middle of what it does, as a machine that stands still; `resume` goes on. */
  pause(): void;
  resume(): void;
  /** Runs one command over a connection of its own and gives the reply as it is on the wire. */
  send(...command: readonly string[]): Promise<string>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** Ports that are tried. */
const attempts = 5;

function started(server: ChildProcess | null): ChildProcess {
  if (!server) throw new Error('redis-server has ended before it was ready.');
  return server;
}

/** Starts a server. Further `flags` are those of redis-server, such as `--replicaof`; PORT stands for its port. */
export async function startRedis(...flags: readonly string[]): Promise<RedisServer> {
  const program = await findRedis(() => {});
  const folder = await mkdtemp(join(tmpdir(), 'mock-api-console-redis-'));
  let port = await freePort();
  let child = await launch();
  for (let attempt = 1; child === null && attempt < attempts; attempt++) {
    port = await freePort();
    child = await launch();
  }
  let running = started(child);

  /** Null if the server ends before it is ready: another program has taken the port since it was found free. */
  async function launch(): Promise<ChildProcess | null> {
    const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
    const own = flags.map((flag) => (flag === 'PORT' ? String(port) : flag));
    const server = spawn(program, [...args, '--daemonize', 'no', ...own], {
      argv0: 'redis-server',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    for await (const text of server.stdout.setEncoding('utf8')) {
      output += text;
      if (output.includes('Ready to accept connections')) return server;
    }
    return null;
  }

  async function kill(): Promise<void> {
    if (running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  }

  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    kill,
    restart: async () => {
      await kill();
      running = started(await launch());
    },
    pause: () => running.kill('SIGSTOP'),
    resume: () => running.kill('SIGCONT'),
    send: (...command) => sendTo(port, command),
    [Symbol.asyncDispose]: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function sendTo(port: number, command: readonly string[]): Promise<string> {
  const { connect } = await import('node:net');
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  const parts = command.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`);
  socket.write(`*${command.length}\r\n${parts.join('')}`);
  const [reply] = await once(socket, 'data');
  socket.destroy();
  return String(reply);
}
