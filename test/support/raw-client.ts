import { connect, type Socket } from 'node:net';

/** A response, parsed from the bytes of a socket. */
export interface RawResponse {
  readonly status: number;
  /** The header lines, without the status line. */
  readonly lines: readonly string[];
  readonly header: (name: string) => string | undefined;
  readonly body: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Sends bytes and resolves with everything that the server sends until it closes the connection. */
export function sendBytes(port: number, bytes: string | Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that responds early may reset the connection while the client still sends.
    socket.on('error', (error) => (chunks.length > 0 ? undefined : reject(error)));
    socket.on('close', () => resolve(Buffer.concat(chunks)));
  });
}

/** Sends bytes and parses the responses. The last request must carry `Connection: close`. */
export async function sendRaw(port: number, bytes: string | Buffer): Promise<readonly RawResponse[]> {
  return parseResponses(await sendBytes(port, bytes));
}

/** Sends one well-formed request and parses its only response. */
export async function ask(port: number, request: RawRequest = {}): Promise<RawResponse> {
  const bytes = await sendBytes(port, requestBytes(request));
  const responses = parseResponses(bytes, request.method === 'HEAD');
  const [response] = responses;
  if (response === undefined || responses.length > 1) throw new Error(`${responses.length} responses: ${bytes}`);
  return response;
}

/** The bytes of a request. Adds Host, Content-Length and `Connection: close` where they are missing. */
function requestBytes({ method = 'GET', target = '/', headers = {}, body }: RawRequest): Buffer {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (!names.includes('host')) lines.unshift('Host: localhost');
  if (body !== undefined && !names.includes('transfer-encoding') && !names.includes('content-length')) {
    lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  }
  if (!names.includes('connection')) lines.push('Connection: close');
  const head = `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body ?? '')]);
}

/** Parses the responses in a byte stream by their Content-Length. Leaves interim responses out. */
export function parseResponses(bytes: Buffer, toHead = false): readonly RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) throw new Error(`No header section: ${rest}`);
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
    if (Number.isNaN(status)) throw new Error(`No status line: ${statusLine}`);
    const header = (name: string) => {
      const values = lines.filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `));
      return values.length === 0 ? undefined : values.map((line) => line.slice(name.length + 2)).join(', ');
    };
    const isEmpty = toHead || status < 200 || status === 204 || status === 304;
    const length = isEmpty ? 0 : Number(header('content-length'));
    const body = rest.subarray(end + 4, end + 4 + length);
    if (body.length !== length) throw new Error(`The body has ${body.length} bytes of ${length}`);
    if (status >= 200) responses.push({ status, lines, header, body: body.toString() });
    rest = rest.subarray(end + 4 + length);
  }
  return responses;
}

/** Opens a connection and sends nothing. */
export function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Resolves with the next chunk. */
export function nextChunk(socket: Socket): Promise<string> {
  return new Promise((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())));
}

/** Resolves with all bytes once the connection is closed, whether orderly or not. */
export async function untilClosed(socket: Socket): Promise<string> {
  return (await endingOf(socket)).bytes;
}

/** Every byte of a connection, and how it ended. */
export interface Ending {
  readonly bytes: string;
  /** The socket's error code, such as ECONNRESET; undefined for an orderly end. */
  readonly code: string | undefined;
}

/** Resolves when the connection is closed. */
export function endingOf(socket: Socket): Promise<Ending> {
  return new Promise((resolve) => {
    let bytes = '';
    let code: string | undefined;
    socket.on('data', (chunk) => {
      bytes += chunk;
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      code = error.code;
    });
    socket.on('close', () => resolve({ bytes, code }));
  });
}

/** Sends bytes and resolves when the connection is closed, whether orderly or not. */
export async function converse(port: number, bytes: string): Promise<Ending> {
  const socket = await open(port);
  const ended = endingOf(socket);
  socket.write(bytes);
  return await ended;
}
