import { type Asking, ask } from './engine/ask.ts';
import { writePatience } from './engine/patience.ts';
import type { Keys } from './engine/scripts.ts';
import { holdScript, letGoScript } from './engine/staging-scripts.ts';

/** Milliseconds after which a hold is renewed, well before it ends of itself. */
const renewal = 3000;

interface HoldingReplica extends Asking {
  readonly keys: Keys;
  readonly catchUp: () => Promise<boolean>;
}

/**
 * Holds collections for a large change that others were faster than, so that their writes wait until it is made. It gives the
 * change its turn and no more: what a commit may do is decided in the engine.
 */
export class Hold {
  readonly #replica: HoldingReplica;
  readonly #command: string;
  #names: readonly string[] = [];
  #renewals: NodeJS.Timeout | undefined;

  constructor(replica: HoldingReplica, command: string) {
    this.#replica = replica;
    this.#command = command;
  }

  /** Holds collections, by uid, and knows all that has changed in them. False if another large change holds one. */
  async take(uids: readonly string[]): Promise<boolean> {
    await this.end();
    this.#names = uids.map((uid) => this.#replica.keys.hold(uid));
    if (!(await this.#hold(writePatience))) return false;
    // A late renewal could come after the end.
    this.#renewals = setInterval(() => void this.#hold(0), renewal).unref();
    return this.#replica.catchUp();
  }

  async end(): Promise<void> {
    clearInterval(this.#renewals);
    const names = this.#names;
    this.#names = [];
    if (names.length > 0) await ask(this.#replica, letGoScript, names, () => [this.#command]);
  }

  async #hold(milliseconds: number): Promise<boolean> {
    const held = await ask(this.#replica, holdScript, this.#names, () => [this.#command], milliseconds);
    return held.ok && held.value[0] === 'held';
  }
}
