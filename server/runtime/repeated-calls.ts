import { createHash } from 'node:crypto';
import type { Reply } from '../contract/decode.ts';
import { LruMap } from '../domain/basics/lru-map.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { refuse } from '../domain/basics/result.ts';

/** Calls remembered at most. */
const remembered = 256;

interface Call {
  /** Tells apart two calls with the same key. */
  readonly digest: string;
  readonly reply: Promise<Reply<unknown>>;
}

/**
 * The replies to calls with an idempotency key. A call that is repeated with its key, also while the first is carried out,
 * gets the same reply. Refused calls had no effect and are forgotten, so that they can be corrected and sent again.
 */
export class RepeatedCalls {
  readonly #calls = new LruMap<string, Call>(remembered);

  /** Carries out a call once for each key. Refused with `key-reused` if the key belongs to another call. */
  async once(
    key: string,
    name: string,
    input: unknown,
    carryOut: () => Promise<Reply<unknown>>,
  ): Promise<Reply<unknown>> {
    const digest = createHash('sha256')
      .update(JSON.stringify([name, input]))
      .digest('base64');
    const earlier = this.#calls.get(key);
    if (earlier?.digest === digest) return earlier.reply;
    if (earlier) return refuse(reusedKey(name));
    const call: Call = { digest, reply: carryOut() };
    this.#calls.set(key, call);
    const reply = await call.reply;
    if (!reply.ok && this.#calls.peek(key) === call) this.#calls.delete(key);
    return reply;
  }
}

/** Why a call is refused whose key belongs to another one. */
export function reusedKey(name: string): Problem {
  const detail = `The key of this ${name} belongs to another call that was carried out. Use a new key for a new call.`;
  return problem('key-reused', detail);
}
