/**
 * `npm run share [-- FLAG…]`: tries one mock of several instances: starts a Redis server, three instances that share their live
 * state over it, and a balancer in front, which gives each request to the next instance. The flags go to every instance.
 */
import { createServer, request } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { startHeadless } from './headless.mjs';
import { prepare } from './prepare.mjs';
import { Failure, main, root, say, sayOnStderr } from './project.mjs';
import { findRedis } from './redis.mjs';
import { supervise } from './supervise.mjs';
import { endWithParent } from './watchdog.mjs';

const instances = 3;
/** The port of the balancer, if it is free: that of a mock alone. */
const usualPort = 4010;

await main(async () => {
  await prepare(say);
  const program = await findRedis(say);
  const engine = await startEngine(program);
  const hosts = [];
  try {
    for (let index = 0; index < instances; index++) {
      const flags = ['--port', '0', '--console-port', '0', '--quiet', '--share', engine.url, ...process.argv.slice(2)];
      const host = startHeadless(flags, () => undefined);
      endWithParent(host.pid);
      const ready = await host.ready;
      if (!ready) throw new Failure('An instance could not start.');
      hosts.push({ ...host, ready });
    }
    const ports = hosts.map(({ ready }) => Number(new URL(ready.mock).port));
    const port = await startBalancer(ports);
    say(`Mock        http://127.0.0.1:${port}  (each request goes to the next instance)`);
    for (const [index, { ready }] of hosts.entries()) {
      say(`Instance ${index + 1}  ${ready.mock}  console ${ready.open}`);
    }
    say(`Engine      ${engine.url}`);
    say('Ctrl+C stops all.');
    await Promise.race([engine.exitCode, ...hosts.map(({ exitCode }) => exitCode)]);
  } finally {
    for (const { stop, exitCode } of hosts) {
      stop();
      await exitCode;
    }
    engine.stop();
    await engine.exitCode;
  }
  process.exit();
});

/** @param {string} program the path of a Redis server */
async function startEngine(program) {
  const port = await listen(createTcpServer(), 0, true);
  const flags = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const options = ['--maxmemory-policy', 'noeviction', '--daemonize', 'no', '--dir', join(root, 'dist')];
  let listening = () => {};
  const ready = new Promise((/** @type {(value: true) => void} */ resolve) => {
    listening = () => resolve(true);
  });
  const engine = supervise(program, [...flags, ...options], {
    argv0: 'redis-server',
    onLine: (line) => line.includes('Ready to accept connections') && listening(),
    stderr: 'inherit',
  });
  endWithParent(engine.pid);
  if ((await Promise.race([ready, engine.exitCode])) !== true) throw new Failure('The Redis server could not start.');
  return { ...engine, url: `redis://127.0.0.1:${port}` };
}

/** Gives every request to the next instance. @param {readonly number[]} ports of the instances */
async function startBalancer(ports) {
  let next = 0;
  const server = createServer((incoming, reply) => {
    const port = ports[next++ % ports.length];
    const { method, url: path, rawHeaders: headers } = incoming;
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      reply.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(reply);
    });
    sent.on('error', () => (reply.headersSent ? reply.destroy() : reply.writeHead(502).end()));
    incoming.pipe(sent);
  });
  return listen(server, usualPort).catch(() => listen(server, 0));
}

/**
 * @param {import('node:net').Server} server
 * @param {number} port zero for any
 * @param {boolean} [closes] only looks for a port that is free
 * @returns {Promise<number>}
 */
function listen(server, port, closes = false) {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => {
      const address = server.address();
      const taken = address !== null && typeof address === 'object' ? address.port : 0;
      if (closes) server.close(() => resolve(taken));
      else resolve(taken);
    });
  });
}

process.on('uncaughtException', (error) => {
  sayOnStderr(error.message);
  process.exit(1);
});
