import { holdScript, letGoScript } from './engine/staging-scripts.ts';
import type { Replica } from './replica.ts';

/** Milliseconds after which a hold is renewed, well before it ends of itself. */
const renewal = 3000;

/**
 * Holds collections for a large change that others were faster than, so that their writes wait until it is made. It gives the
 * change its turn and no more: what a commit may do is decided in the engine.
 */
export class Hold {
  readonly #replica: Replica;
  readonly #command: string;
  #names: readonly string[] = [];
  #renewals: NodeJS.Timeout | undefined;

  constructor(replica: Replica, command: string) {
    this.#replica = replica;
    this.#command = command;
  }

  /** Holds collections, by uid, and knows all that has changed in them. False if another large change holds one. */
  async take(uids: readonly string[]): Promise<boolean> {
    await this.end();
    this.#names = uids.map((uid) => this.#replica.keys.hold(uid));
    if (!(await this.#renew())) return false;
    this.#renewals = setInterval(() => void this.#renew(), renewal).unref();
    return this.#replica.catchUp();
  }

  async end(): Promise<void> {
    clearInterval(this.#renewals);
    if (this.#names.length > 0) await this.#run(letGoScript);
    this.#names = [];
  }

  async #renew(): Promise<boolean> {
    return (await this.#run(holdScript)) === 'held';
  }

  async #run(script: string): Promise<unknown> {
    const connection = await this.#replica.live(0);
    const reply = await connection?.script(script, this.#names, [this.#command]).catch(() => undefined);
    return reply?.[0];
  }
}
