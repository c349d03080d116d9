import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { memberOf } from './engine/scripts.ts';
import { beginSessionScript, dropSessionScript } from './engine/session-scripts.ts';
import type { Replica } from './replica.ts';
import { writePatience } from './replica-status.ts';

/** Begins a session at all instances, or finds it; resolves when it is open here. Refused with `share-away`. */
export async function beginSession(replica: Replica, name: string): Promise<Result<null>> {
  const begun = await change(replica, beginSessionScript, name);
  return begun.ok ? accept(null) : begun;
}

/** Ends a session at all instances; false if there is none. Refused with `share-away`. */
export async function dropSession(replica: Replica, name: string): Promise<Result<boolean>> {
  const dropped = await change(replica, dropSessionScript, name);
  return dropped.ok ? accept(dropped.value === 'dropped') : dropped;
}

async function change(replica: Replica, script: string, name: string): Promise<Result<string>> {
  const { prefix, meta, log, sessions, counted } = replica.keys;
  const { status } = replica;
  const deadline = performance.now() + writePatience;
  for (;;) {
    const connection = await replica.live(deadline - performance.now());
    if (!connection) return refuse(away(`${status.away()} Nothing was changed.`, 'not-made'));
    const { epoch } = status;
    const sent = connection.script(script, [meta, log, sessions, counted], [prefix, `${epoch}`, memberOf(name)]);
    const reply = await sent.catch(() => undefined);
    if (!reply) return refuse(away('The engine of the shared state did not answer.', 'unknown'));
    const [kind = '', revision] = reply.map(String);
    if (kind !== 'epoch') {
      if (revision === undefined || (await status.reached(epoch, Number(revision)))) return accept(kind);
      return refuse(away(status.away(), 'unknown'));
    }
    if (status.epoch === epoch) replica.rejoin();
  }
}

function away(detail: string, outcome: 'not-made' | 'unknown'): Problem {
  return problem('share-away', detail, { outcome, retryAfter: 1 });
}
