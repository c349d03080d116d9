import type { CommandInput, CommandOutput } from '../../contract/command.ts';
import type { Reply } from '../../contract/decode.ts';
import { type Problem, problem } from '../../domain/basics/problem.ts';
import { refuse } from '../../domain/basics/result.ts';
import { isJsonObject, type Json } from '../../domain/json/json.ts';
import type { Connection, StreamMessage } from '../engine/connection.ts';
import { expectedScript, forgetScript } from '../engine/request-scripts.ts';
import type { Keys } from '../engine/scripts.ts';
import { Waiters } from '../engine/waiters.ts';
import { Outbox } from './outbox.ts';
import { type LogParts, OwnRequests } from './own-requests.ts';
import { Peer } from './peer.ts';

/** Commands that all instances carry out at the same place among the requests. */
export type LoggedCommand =
  | 'expectations.add'
  | 'expectations.set'
  | 'expectations.remove'
  | 'expectations.clear'
  | 'requests.clear'
  | 'requests.restore';

export interface FleetLogParts extends LogParts {
  /** Carries out a command at this instance. */
  readonly carryOut: <Name extends LoggedCommand>(
    name: Name,
    input: CommandInput<Name>,
  ) => Reply<CommandOutput<Name>> | Promise<Reply<CommandOutput<Name>>>;
  /** Is called with a number of requests that this instance will never know. */
  readonly onLost: (requests: number) => void;
}

/** The part that this instance takes in the mock. */
interface Membership {
  readonly id: string;
  readonly keys: Keys;
  /** The ids of the live instances. */
  readonly members: readonly string[];
  readonly status: { readonly epoch: number; lostRequests: number; readonly away: () => string };
  onLive: (connection: Connection) => void;
  readonly live: (milliseconds: number) => Promise<Connection | undefined>;
  readonly catchUp: () => Promise<boolean>;
}

interface Options extends FleetLogParts {
  readonly replica: Membership;
  /** The name of this instance. */
  readonly instance: string;
}

/** Milliseconds that a command waits for its place among the requests. */
const patience = 3000;

/** Milliseconds that an instance has to say that it has sent all of its requests. */
const askPatience = 1000;

/** Milliseconds after which an instance that is no longer listed, and says nothing, has ended. */
const silence = 2000;

/** The place before the first message of a stream. */
const start = '0-0';

/**
 * The request log of all instances. Every instance sends its requests to one stream of the engine and enters what comes back,
 * its own requests among them, so that all logs have one order. Commands that belong to the log go the same way.
 */
export class FleetLog {
  readonly #options: Options;
  readonly #outbox: Outbox;
  readonly #own: OwnRequests;
  readonly #peers = new Map<string, Peer>();
  readonly #waiters = new Waiters();
  #tidying: NodeJS.Timeout | undefined;
  /** The place of the latest message, and the epoch for which it holds. */
  #place = start;
  #epoch = 0;
  /** The number of the latest message of this instance that has come back. */
  #seen = 0;
  #isClosed = false;
  #asked = 0;
  /** By question, the instances that have sent everything before it; and those that did not say so in time. */
  readonly #replies = new Map<string, Set<string>>();
  readonly #silent = new Set<string>();

  constructor(options: Options) {
    const { replica, instance, log } = options;
    this.#options = options;
    this.#outbox = new Outbox(replica.id, replica.keys);
    this.#own = new OwnRequests(instance, this.#outbox, options);
    log.sequence = this.#own;
  }

  /** Follows the stream from now on. Resolves when the log has all requests of the stream. */
  async begin(): Promise<void> {
    const { replica } = this.#options;
    replica.onLive = (connection) => void this.#follow(connection);
    this.#tidying = setInterval(() => this.#tidy(), silence / 2).unref();
    this.#own.say({ hello: true });
    const connection = await replica.live(0);
    if (connection) void this.#follow(connection);
    await this.#waiters.until(() => this.#seen > 0, patience);
  }

  /** Resolves when all requests that have begun at this instance are in its log. */
  async logged(): Promise<void> {
    this.#own.flush();
    const { latest } = this.#outbox;
    await this.#waiters.until(() => this.#seen >= latest || !this.#own.isConnected, patience);
  }

  /** Resolves when the log has all requests that any instance has answered before the call; to false without the engine. */
  async catchUp(): Promise<boolean> {
    const { replica } = this.#options;
    if (!this.#own.isConnected || !(await replica.catchUp())) return false;
    this.#asked += 1;
    const ask = `${replica.id} ${this.#asked}`;
    const heard = new Set<string>();
    this.#replies.set(ask, heard);
    this.#own.flush();
    const number = this.#own.say({ ask });
    const missing = () => replica.members.filter((id) => id !== replica.id && !heard.has(id));
    const isDone = () => this.#seen >= number && missing().every((id) => this.#silent.has(id));
    await this.#waiters.until(isDone, askPatience);
    this.#replies.delete(ask);
    for (const id of missing()) this.#silent.add(id);
    return this.#seen >= number;
  }

  /** Carries out a command at all instances. Refused with `share-away`, and as the command is. */
  async perform<Name extends LoggedCommand>(
    name: Name,
    input: CommandInput<Name>,
  ): Promise<Reply<CommandOutput<Name>>> {
    await this.#waiters.until(() => this.#own.isConnected, patience);
    if (!(await this.catchUp())) return refuse(this.#away('not-made'));
    let reply: Reply<CommandOutput<Name>> | Promise<Reply<CommandOutput<Name>>> | undefined;
    const onSeen = () => {
      reply = this.#options.carryOut(name, input);
    };
    const declares = name.startsWith('expectations.');
    const number = this.#own.say({ command: name, input }, { declares, onSeen });
    await this.#waiters.until(() => reply !== undefined, patience);
    if (reply === undefined) return refuse(this.#away('unknown'));
    const settled = await reply;
    if (settled.ok && replacesAll(name, input)) await this.#forgetBefore(number);
    return settled;
  }

  /** Catches up, sends the remaining requests and disconnects. */
  async close(): Promise<void> {
    await this.catchUp();
    await this.logged();
    this.#isClosed = true;
    clearInterval(this.#tidying);
    this.#disconnect();
    this.#waiters.close();
  }

  #away(outcome: 'not-made' | 'unknown'): Problem {
    const what = outcome === 'unknown' ? 'The command may be carried out later.' : 'Nothing was changed.';
    return problem('share-away', `${this.#options.replica.status.away()} ${what}`, { outcome, retryAfter: 1 });
  }

  /** Instances that join need no expectations before those of a message. */
  async #forgetBefore(number: number): Promise<void> {
    const { replica } = this.#options;
    const connection = await replica.live(0);
    const args = [replica.id, `${number}`];
    await connection?.script(forgetScript, [replica.keys.expected], args).catch(() => {});
  }

  /** Follows the stream until the connection breaks. */
  async #follow(connection: Connection): Promise<void> {
    const { replica } = this.#options;
    connection.broken.catch(() => this.#disconnect());
    try {
      const { epoch } = replica.status;
      // The engine may have lost the stream. What is known is not entered again.
      if (epoch !== this.#epoch) this.#place = start;
      this.#own.isConnected = true;
      this.#waiters.wake();
      this.#outbox.connect(connection);
      while (!this.#isClosed) {
        const expected =
          this.#place === start ? await connection.script(expectedScript, [replica.keys.expected], []) : [];
        const messages = await connection.messagesAfter(replica.keys.requests, this.#place);
        this.#declare(expected, messages[0]?.id);
        for (const message of messages) this.#receive(message);
        this.#place = messages.at(-1)?.id ?? this.#place;
        this.#epoch = epoch;
        this.#waiters.wake();
      }
    } catch {
      this.#disconnect();
    }
  }

  #disconnect(): void {
    this.#outbox.disconnect();
    this.#own.isConnected = false;
    this.#waiters.wake();
  }

  /** Declares the expectations whose messages the stream has no longer. */
  #declare(messages: readonly unknown[], first: string | undefined): void {
    for (const text of messages) {
      const [id = '', instance = '', number = '', content = ''] = JSON.parse(String(text)) as string[];
      if (first !== undefined && !isBefore(id, first)) return;
      this.#receive({ id, instance, number: Number(number), text: content });
    }
  }

  #receive({ instance, number, text }: StreamMessage): void {
    const { replica, log } = this.#options;
    this.#silent.delete(instance);
    if (instance === replica.id) {
      for (const { entries, onSeen } of this.#outbox.seen(number)) {
        this.#own.enter(entries);
        onSeen?.();
      }
      this.#seen = Math.max(this.#seen, number);
      return;
    }
    const content: Json = JSON.parse(text);
    if (!isJsonObject(content)) return;
    const peer = this.#peers.get(instance) ?? new Peer(String(content.name), log);
    this.#peers.set(instance, peer);
    if (!peer.isNews(number)) return;
    const lost = peer.receive(content);
    if (lost > 0) {
      replica.status.lostRequests += lost;
      this.#options.onLost(lost);
    }
    if (content.hello === true) for (const heard of this.#replies.values()) heard.add(instance);
    // What was asked before this instance was there waits for nothing.
    if (typeof content.ask === 'string' && this.#seen > 0) {
      this.#own.flush();
      this.#own.say({ heard: content.ask });
    }
    if (typeof content.heard === 'string') this.#replies.get(content.heard)?.add(instance);
    if (typeof content.command === 'string') {
      void this.#options.carryOut(content.command as LoggedCommand, content.input as never);
    }
  }

  /** Ends the requests of instances that have ended. */
  #tidy(): void {
    const { members } = this.#options.replica;
    for (const [id, peer] of this.#peers) if (!members.includes(id) && peer.silence > silence) peer.end();
  }
}

/** True for a command after which only its own expectations are left. */
function replacesAll(name: LoggedCommand, input: object): boolean {
  const ofAll = (input as { readonly session?: string }).session === undefined;
  return ofAll && (name === 'expectations.set' || name === 'expectations.clear');
}

/** True if a place in a stream comes before another one. */
function isBefore(one: string, other: string): boolean {
  const [time = 0, count = 0] = one.split('-').map(Number);
  const [otherTime = 0, otherCount = 0] = other.split('-').map(Number);
  return time < otherTime || (time === otherTime && count < otherCount);
}
