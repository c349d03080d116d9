import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { commands } from '../../server/contract/command.ts';
import { open, sendBytes } from '../support/raw-client.ts';
import { json, list } from './hostile-attack.ts';
import { type HostileServer, textOfWorkspace } from './hostile-server.ts';
import { send } from './hostile-waits.ts';

/** A row of the table: what is promised, and what was measured. */
interface Outcome {
  readonly measured: string;
  readonly isKept: boolean;
}

interface MeasuredPromise {
  /** As in server/docs/promises.md. */
  readonly number: number;
  readonly promised: string;
  readonly measure: (server: HostileServer) => Promise<Outcome>;
}

const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };
const nothing = 'GET /api/users/1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

/** Messages whose end two parsers may see at different places; each hides a second request. */
const smuggling = [
  'Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'Content-Length: 0\r\nContent-Length: 44\r\n\r\n',
  'Content-Length: 0, 44\r\n\r\n',
  'Content-Length: +0\r\n\r\n',
  'Content-Length: -1\r\n\r\n',
  'Transfer-Encoding: xchunked\r\n\r\n',
  'Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n',
  'Host: other.example\r\nContent-Length: 0\r\n\r\n',
  'X: a\nContent-Length: 0\r\n\r\n',
  'X: \0\r\nContent-Length: 0\r\n\r\n',
].map((rest) => `POST /api/users HTTP/1.1\r\nHost: localhost\r\n${rest}${nothing}`);

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Promises beside 18 that the running program can show. The last one ends the program. */
const promises: readonly MeasuredPromise[] = [
  {
    number: 5,
    promised: 'a foreign page reads and changes nothing',
    async measure(server) {
      const before = (await send(server, { target: '/api/users/1' })).body;
      const targets = ['/api/users/1', '/api/users?limit=5'];
      const reads = await Promise.all(targets.map((target) => send(server, { target, headers: foreign })));
      const write = { method: 'DELETE', target: '/api/users/1', headers: foreign };
      const command = { target: 'live.reset', headers: foreign };
      const host = { target: '/api/users/1', headers: { host: 'evil.example' } };
      const others = await Promise.all([send(server, write), send(server, command), send(server, host)]);
      const statuses = [...reads, ...others].map(({ status }) => status);
      const isSame = (await send(server, { target: '/api/users/1' })).body === before;
      return {
        measured: `statuses ${statuses.join(', ')}`,
        isKept: isSame && statuses.every((status) => status >= 400),
      };
    },
  },
  {
    number: 6,
    promised: 'no command and no event stream without the token',
    async measure(server) {
      const names = Object.keys(commands);
      const headers = { ...json, authorization: 'Bearer wrong' };
      const calls = await Promise.all(names.map((target) => send(server, { target, headers })));
      const page = { ...server, mock: server.console };
      const events = await send(page, { target: '/events', headers });
      const gets = await send(page, {
        target: '/call/history.undo',
        headers: { authorization: `Bearer ${server.token}` },
      });
      const refused = calls.filter(({ status }) => status === 401).length;
      return {
        measured: `${refused} of ${names.length} commands 401, events ${events.status}, GET of a command ${gets.status}`,
        isKept: refused === names.length && events.status === 401 && gets.status === 405,
      };
    },
  },
  {
    number: 8,
    promised: 'no second response behind a false frame',
    async measure({ mockPort }) {
      const bytes = await Promise.all(smuggling.map((text) => sendBytes(mockPort, text)));
      const responses = bytes.map((all) => all.toString('latin1').split(/^HTTP\/1\.1 /m).length - 1);
      return {
        measured: `at most ${Math.max(...responses)} response to each of ${smuggling.length} messages`,
        isKept: responses.every((count) => count <= 1),
      };
    },
  },
  {
    number: 9,
    promised: '1,000 half-open requests: p99 of others under 50 ms, gone in 15 s',
    async measure(server) {
      const sockets = await Promise.all(list(1000, () => open(server.mockPort)));
      const ended = Promise.all(
        sockets.map((socket) =>
          once(
            socket.on('error', () => undefined),
            'close',
          ),
        ),
      );
      for (const socket of sockets) socket.resume().write('GET /api/users/1 HTTP/1.1\r\nHo');
      const began = performance.now();
      await server.probe();
      const waits: number[] = [];
      for (let read = 0; read < 500; read++) waits.push((await send(server, { target: '/api/users/1' })).duration);
      const p99 = waits.sort((a, b) => a - b)[494] ?? 0;
      // The server's own thread, as in promise 18: another program on the machine does not count.
      const { processor } = await server.probe();
      await ended;
      const gone = (performance.now() - began) / 1000;
      const measured = `p99 ${p99.toFixed(1)} ms, server busy ${processor.toFixed(1)} ms, gone in ${gone.toFixed(1)} s`;
      return { measured, isKept: Math.min(p99, processor) < 50 && gone < 17 };
    },
  },
  {
    number: 7,
    promised: '300 readers that never read: memory below start + 400 MB, cut in 60 s',
    async measure(server) {
      const start = await server.probe();
      const readers: Socket[] = list(300, () => connect(server.mockPort, '127.0.0.1'));
      const head = 'GET /api/users?limit=100000 HTTP/1.1\r\nHost: localhost\r\n\r\n';
      for (const reader of readers)
        reader
          .on('error', () => undefined)
          .pause()
          .write(head);
      const began = performance.now();
      let [most, processor, open, seconds] = [start.memory, 0, readers.length, 0];
      // A paused socket does not hear that it was closed, but the server knows.
      while (open > start.sockets && seconds < 200) {
        await pause(1000);
        const { memory, total, sockets } = await server.probe();
        [most, processor, open] = [Math.max(most, memory), processor + total / 1000, sockets];
        seconds = (performance.now() - began) / 1000;
      }
      for (const reader of readers) reader.destroy();
      const grown = (most - start.memory) / 2 ** 20;
      // The time of the slowest unread response, and that of the server's own thread: others on the machine do not count.
      const own = Math.min(seconds, processor + 20);
      return {
        measured: `+${grown.toFixed(0)} MB at most, cut in ${seconds.toFixed(0)} s, server busy ${processor.toFixed(0)} s`,
        isKept: grown < 400 && open <= start.sockets && own < 60,
      };
    },
  },
  {
    number: 12,
    promised: 'a race of 50 with one tag has one winner',
    async measure(server) {
      const version = await tagOf(server);
      const patch = { method: 'PATCH', target: '/api/users/50', headers: { ...json, 'if-match': version } };
      const race = await Promise.all(list(50, (index) => send(server, { ...patch, body: () => `{"n":${index}}` })));
      const won = race.filter(({ status }) => status === 200).length;
      const lost = race.filter(({ status }) => status === 412).length;
      return { measured: `${won} × 200, ${lost} × 412`, isKept: won === 1 && lost === 49 };
    },
  },
  {
    number: 22,
    promised: 'requests to the mock change no file',
    async measure(server) {
      const before = digest(textOfWorkspace(server));
      const write = { method: 'PATCH', target: '/api/users/3', headers: json, body: () => '{"name":"Changed"}' };
      await Promise.all(list(200, () => send(server, write)));
      await send(server, { method: 'DELETE', target: '/api/users/4' });
      await pause(2000);
      const after = digest(textOfWorkspace(server));
      return { measured: `sha-256 ${before}… and ${after}…`, isKept: before === after };
    },
  },
  {
    number: 23,
    promised: 'a refused request leaves no trace in the log',
    async measure(server) {
      const total = async () =>
        JSON.parse((await send(server, { target: 'requests.list', body: () => '{"limit":1}' })).body).value.total;
      const before = await total();
      const refused = { target: '/api/users/1', headers: { host: 'evil.example' } };
      await Promise.all(list(200, () => send(server, refused)));
      const after = await total();
      return { measured: `${before} entries before, ${after} after 200 refusals`, isKept: before === after };
    },
  },
  {
    number: 24,
    promised: 'SIGTERM: what is in progress is answered within 5 s',
    async measure(server) {
      const exit = once(server.child, 'exit');
      const inProgress = list(5, () => send(server, { target: '/api/users?limit=100000&sort=-age', headers: {} }));
      await pause(100);
      const began = performance.now();
      server.child.kill('SIGTERM');
      const answered = (await Promise.allSettled(inProgress)).filter(({ status }) => status === 'fulfilled').length;
      const [code] = await exit;
      const seconds = (performance.now() - began) / 1000;
      const measured = `${answered} of 5 answered, exit code ${code} after ${seconds.toFixed(1)} s`;
      return { measured, isKept: answered === 5 && code === 0 && seconds < 5 };
    },
  },
];

async function tagOf({ mockPort }: HostileServer): Promise<string> {
  const bytes = await sendBytes(mockPort, nothing.replace('users/1 ', 'users/50 '));
  return /^ETag: (.*)\r$/im.exec(bytes.toString())?.[1] ?? '';
}

/** Measures the promises and prints a row for each; returns how many were broken. */
export async function measurePromises(server: HostileServer, print: (line: string) => void): Promise<number> {
  let broken = 0;
  print(`${'promise'.padEnd(76)} measured`);
  for (const { number, promised, measure } of promises) {
    const { measured, isKept } = await measure(server);
    broken += Number(!isKept);
    print(`${String(number).padStart(2)}  ${promised.padEnd(72)} ${measured}${isKept ? '' : '  BROKEN'}`);
  }
  return broken;
}
