import type { LogEntry } from '../../log/log-entry.ts';
import { type Connection, EngineRefusal } from '../engine/connection.ts';
import { sayScript } from '../engine/request-scripts.ts';
import type { Keys } from '../engine/scripts.ts';

/** A message of this instance that has not come back from the engine yet. */
export interface OwnMessage {
  readonly number: number;
  readonly text: string;
  /** The requests that it brings, which enter the log when it comes back. */
  readonly entries: readonly LogEntry[];
  /** True if it may declare expectations: those that join later need it, too. */
  readonly declares: boolean;
  /** Is called when it comes back, after its requests have entered the log. */
  readonly onSeen?: (() => void) | undefined;
}

/** Bytes of the messages that wait for the engine. Beyond them, requests are only counted. */
const mostWaiting = 8 * 2 ** 20;

/** Characters that go to the engine at once, about. */
const mostAtOnce = 2 ** 20;

/** Characters of the stream in the engine, about, and the bounds of its length in messages. */
const streamSize = 16 * 2 ** 20;
const [fewest, most] = [200, 10_000];

/** Milliseconds before the engine is asked again after a refusal, such as one for want of memory. */
const refusalPause = 1000;

/**
 * The messages of this instance on their way through the engine, in their order. One that may have been lost is sent again;
 * all instances ignore a number that they know.
 */
export class Outbox {
  readonly #instance: string;
  readonly #keys: Keys;
  readonly #waiting: OwnMessage[] = [];
  #characters = 0;
  #number = 0;
  /** Messages at the front of the queue that this connection has sent. */
  #sent = 0;
  #connection: Connection | undefined;
  #isSending = false;
  /** Characters of a message, on average over the latest ones. */
  #average = 1000;

  constructor(instance: string, keys: Keys) {
    this.#instance = instance;
    this.#keys = keys;
  }

  /** The number of the latest message. */
  get latest(): number {
    return this.#number;
  }

  get isFull(): boolean {
    return this.#characters > mostWaiting;
  }

  /** The requests of all messages that have not come back. */
  get entries(): readonly LogEntry[] {
    return this.#waiting.flatMap(({ entries }) => entries);
  }

  /** Adds a message and gives its number. */
  add(message: Omit<OwnMessage, 'number'>): number {
    this.#number += 1;
    this.#waiting.push({ ...message, number: this.#number });
    this.#characters += message.text.length;
    this.#average += (message.text.length - this.#average) / 64;
    void this.#send();
    return this.#number;
  }

  /** Sends everything that has not come back over a new connection. */
  connect(connection: Connection): void {
    this.#connection = connection;
    this.#sent = 0;
    void this.#send();
  }

  disconnect(): void {
    this.#connection = undefined;
  }

  /** Takes the messages up to a number, the latest of which has come back; none for one that came back before. */
  seen(number: number): readonly OwnMessage[] {
    const seen = this.#waiting.filter((message) => message.number <= number);
    this.#waiting.splice(0, seen.length);
    this.#sent = Math.max(0, this.#sent - seen.length);
    for (const { text } of seen) this.#characters -= text.length;
    return seen;
  }

  /** One call at a time carries everything that waits: the longer the engine takes, the larger they are. */
  async #send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    for (let connection = this.#connection; connection && this.#sent < this.#waiting.length; ) {
      const messages = this.#next();
      this.#sent += messages.length;
      const length = Math.round(Math.min(most, Math.max(fewest, streamSize / this.#average)));
      const args = messages.flatMap(({ number, text, declares }) => [`${number}`, text, declares ? '1' : '']);
      try {
        await connection.script(
          sayScript,
          [this.#keys.requests, this.#keys.expected],
          [`${length}`, this.#instance, ...args],
        );
      } catch (error) {
        // A broken connection has a successor, which sends all of it again.
        if (error instanceof EngineRefusal) {
          await new Promise((resolve) => setTimeout(resolve, refusalPause).unref());
          if (this.#connection === connection) this.#sent = 0;
        } else if (this.#connection === connection) this.#connection = undefined;
      }
      connection = this.#connection;
    }
    this.#isSending = false;
  }

  #next(): readonly OwnMessage[] {
    const messages: OwnMessage[] = [];
    let characters = 0;
    for (const message of this.#waiting.slice(this.#sent)) {
      if (messages.length > 0 && characters + message.text.length > mostAtOnce) break;
      messages.push(message);
      characters += message.text.length;
    }
    return messages;
  }
}
