import { randomUUID } from 'node:crypto';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { askInEpoch } from './engine/ask.ts';
import { away } from './engine/away.ts';
import { memberOf } from './engine/scripts.ts';
import { beginSessionScript, dropSessionScript } from './engine/session-scripts.ts';
import type { Replica } from './replica.ts';

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
  const { prefix, meta, log, sessions, counted, command } = replica.keys;
  const { status } = replica;
  const keys = [meta, log, sessions, counted, command(randomUUID())];
  const asked = await askInEpoch(replica, script, keys, (epoch) => [prefix, epoch, memberOf(name)]);
  if (!asked.ok) {
    const { detail, mayHaveRun } = asked.problem;
    return refuse(away(detail, mayHaveRun ? 'unknown' : 'not-made'));
  }
  const [kind = '', epoch, revision] = asked.value;
  if (epoch === undefined || (await status.reached(Number(epoch), Number(revision)))) return accept(kind);
  return refuse(away(status.away(), 'made'));
}
