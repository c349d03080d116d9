/**
 * A load generator: keep-alive connections with one request at a time on each, as fast as the server responds. It parses
 * only the length of a response, so that a benchmark measures the server and not the client.
 */
import { connect } from 'node:net';

const headEnd = Buffer.from('\r\n\r\n');

/**
 * @typedef {object} LoadResult
 * @property {number} rate Responses per second.
 * @property {number} p50 Milliseconds.
 * @property {number} p99 Milliseconds.
 * @property {number} worst Milliseconds.
 * @property {ReadonlyMap<number, number>} statuses Number of responses by status.
 */

/**
 * @typedef {object} LoadOptions
 * @property {number} port
 * @property {(index: number) => string | Promise<string>} request The text of a request: request line, headers, body.
 * @property {number} [connections]
 * @property {number} [milliseconds] Duration; with `count`, the longest duration.
 * @property {number} [count] Number of requests.
 * @property {(head: string, body: string, index: number) => void} [onResponse]
 */

/**
 * Sends requests until the time is up or the count is reached.
 * @param {LoadOptions} options
 * @returns {Promise<LoadResult>}
 */
export async function load({ port, request, connections = 16, milliseconds = 1000, count = Infinity, onResponse }) {
  /** @type {number[]} */
  const durations = [];
  /** @type {Map<number, number>} */
  const statuses = new Map();
  let next = 0;
  const began = performance.now();
  const end = began + milliseconds;
  const more = () => next < count && performance.now() < end;

  const work = async () => {
    const connection = await openConnection(port);
    while (more()) {
      const index = next++;
      const text = request(index);
      const message = typeof text === 'string' ? text : await text;
      const sent = performance.now();
      const { head, body } = await connection.ask(message, onResponse !== undefined);
      durations.push(performance.now() - sent);
      const status = Number(head.slice(9, 12));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      onResponse?.(head, body, index);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, work));
  const seconds = (performance.now() - began) / 1000;
  durations.sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => durations[Math.floor((durations.length - 1) * share)] ?? 0;
  return { rate: durations.length / seconds, p50: at(0.5), p99: at(0.99), worst: at(1), statuses };
}

/** Opens a keep-alive connection for one request at a time. @param {number} port */
export async function openConnection(port) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  /** @type {Buffer} */
  let received = Buffer.alloc(0);
  /** @type {{ resolve: (response: { head: string, body: string }) => void, reject: (error: Error) => void, wantsBody: boolean } | undefined} */
  let waiting;
  socket.on('data', (/** @type {Buffer} */ chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const headLength = received.indexOf(headEnd);
    if (headLength < 0 || !waiting) return;
    const head = received.toString('latin1', 0, headLength);
    const match = /\r\ncontent-length: (\d+)/i.exec(head);
    const total = headLength + headEnd.length + Number(match?.[1] ?? 0);
    if (received.length < total) return;
    const body = waiting.wantsBody ? received.toString('utf8', headLength + headEnd.length, total) : '';
    received = received.subarray(total);
    const { resolve } = waiting;
    waiting = undefined;
    resolve({ head, body });
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('The server closed the connection.')));
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return {
    /**
     * Sends a request and resolves with its response.
     * @param {string} message
     * @param {boolean} wantsBody
     * @returns {Promise<{ head: string, body: string }>}
     */
    ask: (message, wantsBody) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject, wantsBody };
        socket.write(message);
      }),
    close: () => socket.destroy(),
  };
}

/**
 * The text of a request.
 * @param {string} method
 * @param {string} path
 * @param {Record<string, string>} [headers]
 * @param {string} [body]
 */
export function message(method, path, headers = {}, body = '') {
  let lines = '';
  for (const name in headers) lines += `${name}: ${headers[name]}\r\n`;
  if (body !== '') lines += `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines}\r\n${body}`;
}
