import type { clientOf } from './engine-client.ts';
import { afterPatience } from './patience.ts';
import type { ShareAddress } from './share-address.ts';

/** Milliseconds for a connection, and for the response to a command. An engine that takes longer is away. */
const patience = 2000;

/** Further milliseconds for each argument of a command: the change of many records takes longer. */
const patienceOfArgument = 0.05;

/** Milliseconds that the engine holds a request for new entries. */
const longPoll = 1000;

const most = 1000;
const mostMessages = 100;

export interface StreamEntry {
  readonly epoch: number;
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

  /** The refusal for people. */
  get sentence(): string {
    if (this.code === 'OOM') return 'The engine of the shared state has no memory left.';
    return `The engine of the shared state refuses writes (${this.code}).`;
  }
}

/** The engine did not answer in time: it, or this machine, is busy, or it is cut off. */
export class EngineSilence extends Error {
  constructor() {
    super('the engine does not answer');
  }
}

type Client = ReturnType<typeof clientOf>;

/** A message of the stream of requests. */
export interface StreamMessage {
  /** Its place in the stream. */
  readonly id: string;
  readonly instance: string;
  /** Counts the messages of the instance, from 1. */
  readonly number: number;
  readonly text: string;
}

/** Connections to the engine: one for commands, and two that wait for new entries. It ends with its first fault. */
export class Connection {
  readonly #commands: Client;
  readonly #follower: Client;
  readonly #listener: Client;
  readonly #broken: Promise<never>;
  #break: (reason: Error) => void = () => {};
  /** The first fault. */
  #reason: Error | undefined;
  /** Reject what is under way. */
  readonly #underWay = new Set<(reason: Error) => void>();
  readonly #digests = new Map<string, string>();
  readonly #ending = new AbortController();
  /** Milliseconds of patience with the long commands under way, behind which all others wait, on each of the connections. */
  #patience = 0;

  private constructor(makeClient: (signal: AbortSignal) => Client) {
    this.#broken = new Promise((_, reject) => {
      this.#break = reject;
    });
    this.#broken.catch(() => {});
    this.#commands = makeClient(this.#ending.signal);
    this.#follower = makeClient(this.#ending.signal);
    this.#listener = makeClient(this.#ending.signal);
    for (const client of this.#clients) {
      client.on('error', (error: Error) => this.#fail(error));
      client.on('end', () => this.#fail(new Error('the engine closed the connection')));
    }
  }

  /** Rejects with a sentence without the password if there is no engine, or it does not let this program in. */
  static async open(address: ShareAddress): Promise<Connection> {
    const { clientOf } = await import('./engine-client.ts');
    const connection = new Connection((signal) => clientOf(address, signal));
    try {
      await connection.#within(Promise.all(connection.#clients.map((client) => client.connect())), patience);
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** False from the first fault on. */
  get isOpen(): boolean {
    return this.#reason === undefined;
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

  /**
   * Runs a script, which may take so many milliseconds beyond the usual ones. Rejects with {@link EngineRefusal}, or, with the
   * connection, because it broke.
   */
  async script(
    text: string,
    keys: readonly string[],
    args: readonly string[],
    further = patienceFor(args),
  ): Promise<readonly unknown[]> {
    const tail = [String(keys.length), ...keys, ...args];
    const digest = this.#digests.get(text);
    const reply =
      digest === undefined
        ? await this.#load(text).then((loaded) => this.#send(['EVALSHA', loaded, ...tail], further))
        : await this.#send(['EVALSHA', digest, ...tail], further);
    return Array.isArray(reply) ? reply : [reply];
  }

  /** The entries behind a revision of an epoch; none if none comes within a second. They may be of a later epoch. */
  async entriesAfter(log: string, epoch: number, revision: number): Promise<readonly StreamEntry[]> {
    const command = ['XREAD', 'COUNT', `${most}`, 'BLOCK', `${longPoll}`, 'STREAMS', log, `${revision}-${epoch}`];
    const reply = await this.#guarded(this.#follower.sendCommand(command), longPoll + patience);
    if (!Array.isArray(reply)) return [];
    const [[, entries] = []] = reply as [[unknown, [string, string[]][]]?];
    return (entries ?? []).map(([id, [, text = '']]) => {
      const [revision = 0, its = 0] = id.split('-').map(Number);
      return { epoch: its, revision, text };
    });
  }

  /** The messages of the stream of requests behind a place; none if none comes within a second. */
  async messagesAfter(stream: string, place: string): Promise<readonly StreamMessage[]> {
    const command = ['XREAD', 'COUNT', `${mostMessages}`, 'BLOCK', `${longPoll}`, 'STREAMS', stream, place];
    const reply = await this.#guarded(this.#listener.sendCommand(command), longPoll + patience);
    if (!Array.isArray(reply)) return [];
    const [[, messages] = []] = reply as [[unknown, [string, string[]][]]?];
    return (messages ?? []).map(([id, [, instance = '', , number = '', , text = '']]) => {
      return { id, instance, number: Number(number), text };
    });
  }

  close(): void {
    this.end(new Error('the connection was closed'));
  }

  /** Ends the connection for a reason, with which everything under way is rejected. */
  end(reason: Error): void {
    this.#fail(reason);
    for (const client of this.#clients) if (client.isOpen) client.destroy();
    this.#ending.abort();
  }

  get #clients(): readonly Client[] {
    return [this.#commands, this.#follower, this.#listener];
  }

  async #load(text: string): Promise<string> {
    const digest = String(await this.#send(['SCRIPT', 'LOAD', text]));
    this.#digests.set(text, digest);
    return digest;
  }

  async #send(command: readonly string[], further = 0): Promise<unknown> {
    this.#patience += further;
    try {
      return await this.#guarded(this.#commands.sendCommand([...command]), patience);
    } finally {
      this.#patience -= further;
    }
  }

  async #guarded(reply: Promise<unknown>, milliseconds: number): Promise<unknown> {
    reply.catch(() => {});
    try {
      return await this.#within(reply, milliseconds);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // A refusal begins with a code in capitals. One that the next command meets as well ends the connection.
      const refusal = /^[A-Z]{2,}( |$)/.test(message) && new EngineRefusal(message);
      if (refusal && !/^(READONLY|LOADING|MASTERDOWN|NOSCRIPT|NOAUTH)$/.test(refusal.code)) throw refusal;
      this.#fail(error instanceof Error ? error : new Error(message));
      throw error;
    }
  }

  /**
   * Rejects when the time is up or the connection breaks. A race with `broken` itself would keep every reply in memory until
   * the connection ends.
   */
  async #within<T>(reply: Promise<T>, milliseconds: number): Promise<T> {
    let end: (reason: Error) => void = () => {};
    const ended = new Promise<never>((_, reject) => {
      end = reject;
    });
    let allowed = milliseconds + this.#patience;
    const look = () => {
      const further = milliseconds + this.#patience - allowed;
      if (further <= 0) return end(new EngineSilence());
      allowed += further;
      stop = afterPatience(further, look);
    };
    let stop = afterPatience(allowed, look);
    this.#underWay.add(end);
    if (this.#reason) end(this.#reason);
    try {
      return await Promise.race([reply, ended]);
    } finally {
      stop();
      this.#underWay.delete(end);
    }
  }

  #fail(reason: Error): void {
    this.#reason ??= reason;
    this.#break(reason);
    for (const end of this.#underWay) end(reason);
  }
}

/** Milliseconds that a command may take beyond the usual ones. */
function patienceFor(args: readonly string[]): number {
  return args.length < 100 ? 0 : args.length * patienceOfArgument;
}

/** Why a connection has ended or cannot be made, as a phrase. */
export function reasonOf(error: unknown): string {
  // A refused connection to a name with several addresses has a code, but no message.
  const { message, code, name } = error as NodeJS.ErrnoException;
  return (message || code || name).replace(/\.$/, '');
}
