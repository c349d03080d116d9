import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface UnsentLimits {
  /** Bytes that clients may leave unread, all together. */
  readonly all: number;
  /** Bytes of responses that may wait after the one that a client leaves unread. */
  readonly queued: number;
}

const defaultLimits: UnsentLimits = { all: 160 * 2 ** 20, queued: 16 * 2 ** 20 };

/** Events after which nothing is left of a response. */
const endings = ['drain', 'finish', 'close'] as const;

/** The unsent responses of a connection, with their bytes. */
interface UnreadConnection {
  readonly responses: Map<ServerResponse, number>;
  /** Bytes of the responses that wait for an earlier one. */
  queued: number;
  readonly onClose: () => void;
}

/**
 * The responses that clients have not read yet, beyond what the operating system buffers. Their memory is bounded: when
 * there are too many bytes, the connections that have waited longest are closed.
 */
export class UnsentResponses {
  readonly #limits: UnsentLimits;
  /** The connection that has waited longest is the first. */
  readonly #connections = new Map<Socket, UnreadConnection>();
  #total = 0;

  constructor(limits = defaultLimits) {
    this.#limits = limits;
  }

  /** Unsent bytes. */
  get total(): number {
    return this.#total;
  }

  /** Counts what a write has left of a response. Must be called after each write that may leave something. */
  count(res: ServerResponse): void {
    const bytes = res.writableLength;
    const { socket } = res.req;
    if (bytes === 0 || res.destroyed || socket.destroyed) return;
    const connection = this.#connectionOf(socket);
    const before = connection.responses.get(res);
    connection.responses.set(res, bytes);
    this.#total += bytes - (before ?? 0);
    if (before === undefined) {
      // Without a socket it waits for the responses to earlier requests.
      const queued = res.socket ? 0 : bytes;
      connection.queued += queued;
      const forget = () => {
        for (const event of endings) res.off(event, forget);
        this.#forget(res, connection, queued);
      };
      for (const event of endings) res.on(event, forget);
    }
    if (connection.queued > this.#limits.queued) this.#close(socket);
    if (this.#total > this.#limits.all) this.#closeOldest(socket);
  }

  #connectionOf(socket: Socket): UnreadConnection {
    let connection = this.#connections.get(socket);
    if (!connection) {
      // A response that waits for an earlier one does not hear that its connection closes.
      connection = { responses: new Map(), queued: 0, onClose: () => this.#close(socket) };
      this.#connections.set(socket, connection);
      socket.on('close', connection.onClose);
    }
    return connection;
  }

  #forget(res: ServerResponse, connection: UnreadConnection, queued: number): void {
    const bytes = connection.responses.get(res);
    if (bytes === undefined) return;
    connection.responses.delete(res);
    connection.queued -= queued;
    this.#total -= bytes;
    if (connection.responses.size === 0) this.#remove(res.req.socket, connection);
  }

  /** Closes connections until the limit is kept, but not the latest one: its response may be long and read well. */
  #closeOldest(latest: Socket): void {
    for (const socket of this.#connections.keys()) {
      if (this.#total <= this.#limits.all) return;
      if (socket !== latest) this.#close(socket);
    }
  }

  #close(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (!connection) return;
    for (const bytes of connection.responses.values()) this.#total -= bytes;
    connection.responses.clear();
    this.#remove(socket, connection);
    socket.destroy();
  }

  #remove(socket: Socket, { onClose }: UnreadConnection): void {
    this.#connections.delete(socket);
    socket.off('close', onClose);
  }
}

/** Those of all servers of this process, which share its memory. */
export const unsentResponses = new UnsentResponses();
