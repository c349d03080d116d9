/** The client side of a WebSocket (RFC 6455), which Node 20 does not have: text messages to a local server. */
import { once } from 'node:events';
import { connect } from 'node:net';

const textFrame = 0x81;
const isMasked = 0x80;
const noMask = Buffer.alloc(4);

/**
 * Opens a WebSocket. Rejects if the server cannot be reached or refuses it.
 *
 * @param {string} address `ws://HOST:PORT/PATH`
 * @returns {Promise<import('./chromium.mjs').Channel>}
 */
export async function openWebSocket(address) {
  const { host, hostname, port, pathname } = new URL(address);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.on('error', () => {});
  socket.write(
    [
      `GET ${pathname} HTTP/1.1`,
      `Host: ${host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      '\r\n',
    ].join('\r\n'),
  );
  let head = '';
  while (!head.endsWith('\r\n\r\n')) {
    const [part] = await once(socket, 'data');
    head += part.toString('latin1');
  }
  if (!head.startsWith('HTTP/1.1 101')) throw new Error(`The WebSocket was refused: ${head.split('\r\n')[0]}`);
  return {
    send: (message) => void socket.write(framed(Buffer.from(message))),
    listen(onMessage, onEnd) {
      socket.on('data', messageReader(onMessage)).on('close', () => onEnd());
    },
    end: () => void socket.destroy(),
  };
}

/** The frame of a message. Its mask of zeros leaves the payload as it is. @param {Buffer} payload */
function framed(payload) {
  return Buffer.concat([Buffer.from([textFrame]), lengthOf(payload), noMask, payload]);
}

/** @param {Buffer} payload */
function lengthOf({ length }) {
  if (length < 126) return Buffer.from([isMasked | length]);
  if (length < 65_536) return Buffer.from([isMasked | 126, length >> 8, length & 0xff]);
  const long = Buffer.alloc(9);
  long[0] = isMasked | 127;
  long.writeBigUInt64BE(BigInt(length), 1);
  return long;
}

/**
 * Collects the server's bytes and calls the listener with each message. Chromium sends each one in one text frame.
 *
 * @param {(message: string) => void} onMessage
 * @returns {(part: Buffer) => void}
 */
export function messageReader(onMessage) {
  /** @type {Buffer[]} */
  let parts = [];
  let size = 0;
  let wanted = 2;
  return (part) => {
    parts.push(part);
    size += part.length;
    if (size < wanted) return;
    let bytes = Buffer.concat(parts);
    let frame = firstFrame(bytes);
    while (frame.end <= bytes.length && frame.hasLength) {
      if (bytes[0] === textFrame) onMessage(bytes.toString('utf8', frame.start, frame.end));
      bytes = bytes.subarray(frame.end);
      frame = firstFrame(bytes);
    }
    parts = [bytes];
    size = bytes.length;
    wanted = frame.end;
  };
}

/** The bounds of a frame's payload, or the number of bytes that tells them. @param {Buffer} bytes */
function firstFrame(bytes) {
  const short = bytes[1] ?? 0;
  const start = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < start) return { start, end: start, hasLength: false };
  const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  return { start, end: start + length, hasLength: true };
}
