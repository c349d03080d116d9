import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '../contract/decode.ts';
import { problem } from '../domain/basics/problem.ts';
import { refuse } from '../domain/basics/result.ts';
import { reusedKey } from '../runtime/repeated-calls.ts';
import type { Claim } from './claim.ts';

/** Milliseconds between two questions about a call that another instance carries out, and for which it is waited for. */
const [claimPause, claimPatience] = [50, 10_000];

/** Carries out a command unless an instance has done so under its key. Refused with `key-reused` and `request-in-progress`. */
export async function performOnce<T>(claim: Claim, name: string, perform: () => Promise<Reply<T>>): Promise<Reply<T>> {
  const deadline = performance.now() + claimPatience;
  for (;;) {
    const begun = await claim.begin();
    if (!begun.ok) return begun;
    const { meaning } = claim;
    if (meaning === 'reused') return refuse(reusedKey(name));
    if (typeof meaning === 'object') return JSON.parse(meaning.response);
    if (meaning === 'new') break;
    if (performance.now() > deadline) return lostClaim(name);
    claim.lose();
    await sleep(claimPause);
  }
  const reply = await perform();
  if (claim.isEnded) return reply;
  if (!reply.ok) await claim.release();
  else {
    claim.keep(JSON.stringify(reply));
    // Steps of the history and the end of a session are made by now, whether the key is kept or not.
    await claim.settle();
  }
  return reply;
}

/** The refusal of a call whose key belongs to another instance. */
export function lostClaim(name: string): Reply<never> {
  return refuse(problem('request-in-progress', `Another instance is carrying out the ${name} with this key.`));
}
