import { createClient } from '@redis/client';
import type { ShareAddress } from './share-address.ts';

/** Milliseconds for a connection, and for the response to a command. An engine that takes longer is away. */
const patience = 2000;

/** Milliseconds that the engine holds a request for new entries. */
const longPoll = 1000;

const most = 1000;

export interface StreamEntry {
  readonly revision: number;
  readonly text: string;
}

/** The engine refused a command; the code is the first word of its message, such as OOM. */
export class EngineRefusal extends Error {
  readonly code: string;

  constructor(message: string) {
    super(message);
    this.code = message.split(' ')[0] ?? '';
  }
}

type Client = ReturnType<typeof clientOf>;

/** Two connections to the engine: one for commands, one that waits for new entries. It ends with its first fault. */
export class Connection {
  readonly #commands: Client;
  readonly #follower: Client;
  readonly #broken: Promise<never>;
  #fail: (error: Error) => void = () => {};
  readonly #digests = new Map<string, string>();

  private constructor(address: ShareAddress) {
    this.#broken = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.#broken.catch(() => {});
    this.#commands = clientOf(address);
    this.#follower = clientOf(address);
    for (const client of [this.#commands, this.#follower]) {
      client.on('error', (error: Error) => this.#fail(error));
      client.on('end', () => this.#fail(new Error('the engine closed the connection')));
    }
  }

  /** Rejects with a sentence without the password if there is no engine, or it does not let this program in. */
  static async open(address: ShareAddress): Promise<Connection> {
    const connection = new Connection(address);
    try {
      await within(Promise.all([connection.#commands.connect(), connection.#follower.connect()]), patience);
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** Rejects when the connection breaks. */
  get broken(): Promise<never> {
    return this.#broken;
  }

  /** The run of the engine: it changes with a restart and with a failover. */
  async run(): Promise<string> {
    const info = String(await this.#send(['INFO', 'server']));
    return /run_id:(\w+)/.exec(info)?.[1] ?? 'unknown';
  }

  /** Runs a script. Rejects with {@link EngineRefusal}, or, with the connection, because it broke. */
  async script(text: string, keys: readonly string[], args: readonly string[]): Promise<readonly unknown[]> {
    const tail = [String(keys.length), ...keys, ...args];
    const digest = this.#digests.get(text);
    const reply =
      digest === undefined
        ? await this.#load(text).then((loaded) => this.#send(['EVALSHA', loaded, ...tail]))
        : await this.#send(['EVALSHA', digest, ...tail]);
    return Array.isArray(reply) ? reply : [reply];
  }

  /** The entries behind a revision; none if none comes within a second. */
  async entriesAfter(log: string, revision: number): Promise<readonly StreamEntry[]> {
    const command = ['XREAD', 'COUNT', `${most}`, 'BLOCK', `${longPoll}`, 'STREAMS', log, `${revision}-0`];
    const reply = await this.#guarded(this.#follower.sendCommand(command), longPoll + patience);
    if (!Array.isArray(reply)) return [];
    const [[, entries] = []] = reply as [[unknown, [string, string[]][]]?];
    return (entries ?? []).map(([id, [, text = '']]) => ({ revision: Number(id.split('-')[0]), text }));
  }

  close(): void {
    this.end(new Error('the connection was closed'));
  }

  /** Ends the connection for a reason, with which everything under way is rejected. */
  end(reason: Error): void {
    this.#fail(reason);
    for (const client of [this.#commands, this.#follower]) if (client.isOpen) client.destroy();
  }

  async #load(text: string): Promise<string> {
    const digest = String(await this.#send(['SCRIPT', 'LOAD', text]));
    this.#digests.set(text, digest);
    return digest;
  }

  #send(command: readonly string[]): Promise<unknown> {
    return this.#guarded(this.#commands.sendCommand([...command]), patience);
  }

  async #guarded(reply: Promise<unknown>, milliseconds: number): Promise<unknown> {
    reply.catch(() => {});
    try {
      return await within(Promise.race([reply, this.#broken]), milliseconds);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // A refusal begins with a code in capitals. One that the next command meets as well ends the connection.
      const refusal = /^[A-Z]{2,}( |$)/.test(message) && new EngineRefusal(message);
      if (refusal && !/^(READONLY|LOADING|MASTERDOWN|NOSCRIPT|NOAUTH)$/.test(refusal.code)) throw refusal;
      this.#fail(error instanceof Error ? error : new Error(message));
      throw error;
    }
  }
}

function clientOf({ url, username, password }: ShareAddress) {
  return createClient({
    url,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    RESP: 2,
    name: 'mock-api-console',
    // After a fault, what was under way is asked again by its id: nothing may wait in a queue that nobody sees.
    disableOfflineQueue: true,
    disableClientInfo: true,
    socket: { reconnectStrategy: false, connectTimeout: patience },
  });
}

async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the engine does not answer')), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
