import { createHash, randomUUID } from 'node:crypto';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { ask, askInEpoch } from './engine/ask.ts';
import { away } from './engine/away.ts';
import type { KeyEnd } from './engine/commit-script.ts';
import { claimScript, endKeyScript } from './engine/key-scripts.ts';
import { writePatience } from './engine/patience.ts';
import type { Replica } from './replica.ts';

/** The meaning of a key for all instances: a text is the response to repeat. */
export type ClaimMeaning = 'new' | 'reused' | 'in-progress' | { readonly response: string };

/** The idempotency key of one request or command, which the engine gives to the first that uses it. */
export class Claim {
  /** The keys of the entries and of their order. */
  readonly names: readonly [entries: string, order: string];
  /** Undefined until the engine has been asked, and after another request has taken over the key. */
  meaning: ClaimMeaning | undefined;
  /** True once the engine has taken over the end of the key. */
  isEnded = false;
  readonly #replica: Replica;
  readonly #key: string;
  readonly #fingerprint: string;
  readonly #token = randomUUID();
  #step: KeyEnd['step'] = 'release';
  #response: string | undefined;

  constructor(replica: Replica, names: Claim['names'], key: string, fingerprint: string) {
    this.#replica = replica;
    this.names = names;
    this.#key = key;
    this.#fingerprint = createHash('sha256').update(fingerprint).digest('base64url');
  }

  /** Decides what to keep for retries; null forgets the key. A response that is not sent yet keeps the key in progress. */
  keep(response: string | null, isSent = true): void {
    this.#response = response ?? undefined;
    if (response === null) this.#step = isSent ? 'release' : 'wait';
    else this.#step = isSent ? 'keep' : 'hold';
  }

  /** The end of the key, for a commit. */
  get end(): KeyEnd {
    return { key: this.#key, token: this.#token, step: this.#step, response: this.#response };
  }

  /** Another request has the key by now. */
  lose(): void {
    this.meaning = undefined;
  }

  /** Asks the engine for the key; a repeated response waits until this instance has its effects. Refused with `share-away`. */
  async begin(): Promise<Result<null>> {
    const replica = this.#replica;
    const { status } = replica;
    const asked = await askInEpoch(replica, claimScript, [replica.keys.meta, ...this.names], (epoch) => {
      // The engine knows the token when it is asked again.
      return [epoch, this.#key, this.#token, this.#fingerprint];
    });
    if (!asked.ok) return refuse(away(asked.problem.detail, 'not-made'));
    const [kind, at = '', response = ''] = asked.value;
    if (kind === 'response') {
      const [made = 0, revision = 0] = at.split('.').map(Number);
      if (!(await status.reached(made, revision))) return refuse(away(status.away(), 'not-made'));
      this.meaning = { response };
    } else this.meaning = kind as ClaimMeaning;
    return accept(null);
  }

  /** Ends the key where no commit has done so. Refused with `share-away`; true unless another request has taken it over. */
  async settle(): Promise<Result<boolean>> {
    if (this.isEnded || this.meaning !== 'new') return accept(true);
    const ended = await this.#end(this.#step);
    if (ended.ok && ended.value) this.isEnded = true;
    else this.lose();
    return ended;
  }

  /** Frees the key after a failure. If the request was carried out all the same, the key keeps its response. */
  async release(): Promise<void> {
    if (!this.isEnded && this.meaning === 'new') await this.#end('release', 0);
  }

  /** Ends the delay of the response. */
  async sent(): Promise<void> {
    await this.#end('sent');
  }

  async #end(step: KeyEnd['step'], patience = writePatience): Promise<Result<boolean>> {
    const { keys, status } = this.#replica;
    const claim = JSON.stringify({ ...this.end, step });
    const args = () => [`${status.epoch}`, claim, `${status.epoch}.${status.revision}`];
    const asked = await ask(this.#replica, endKeyScript, [keys.meta, ...this.names], args, patience);
    return asked.ok ? accept(String(asked.value[0]) === 'ended') : refuse(away(asked.problem.detail, 'not-made'));
  }
}
