import { setTimeout as sleep } from 'node:timers/promises';
import type { DecidedChange } from '../domain/replication/replicated.ts';
import { EngineRefusal } from './connection.ts';
import { commitArguments, encodeEntry, entryRecord, type LogEntry } from './log-entry.ts';
import type { PendingDecision, Replica } from './replica.ts';
import { writePatience } from './replica-status.ts';
import { commitScript } from './scripts.ts';

/** What became of a decision. */
export type Committed =
  | { readonly kind: 'done' }
  /** Another instance was faster; its change is applied now. */
  | { readonly kind: 'moved' }
  /** `isKnown` is true if the decision was certainly not carried out. */
  | { readonly kind: 'failed'; readonly detail: string; readonly isKnown: boolean };

/** A decision as it is committed. */
export interface Decision {
  readonly epoch: number;
  readonly changes: readonly DecidedChange[];
  /** The session whose live state it changes. */
  readonly session?: { readonly name: string; readonly begun: string } | undefined;
  /** The scenario to activate. */
  readonly scenario?: string | undefined;
  /** The session's setting of that name, if it changes. */
  readonly requirePrecondition?: boolean | null | undefined;
  /** Moved unless this revision is still the latest. */
  readonly revision?: number | undefined;
}

/**
 * Commits a decision once, whatever happens to the connection meanwhile, and resolves when it is applied here. A command that
 * is sent again after a fault gets the result that the engine has recorded. `around` applies the entry.
 */
export async function commit(
  replica: Replica,
  command: string,
  { epoch, changes, session, scenario, requirePrecondition, revision }: Decision,
  around: PendingDecision['around'] = (apply) => apply(),
): Promise<Committed> {
  const { meta, records, log, command: commandKey, scope, counters } = replica.keys;
  const name = session?.name ?? null;
  const keys = [meta, records(name), log, commandKey(command), scope(name)];
  if (scenario !== undefined) keys.push(counters(name, scenario));
  const entry: LogEntry = {
    ...{ command, session: name, records: changes.map(entryRecord), scenario: scenario ?? null },
    ...{ requirePrecondition, began: null, dropped: null },
  };
  const setting = requirePrecondition === undefined ? '' : String(requirePrecondition);
  const args = [`${epoch}`, encodeEntry(entry), scenario ?? '', `${revision ?? ''}`, session?.begun ?? '', setting];
  args.push(...commitArguments(changes));
  const deadline = performance.now() + writePatience;
  const own = { entry, changes, around };
  replica.pending.set(command, own);
  let isSent = false;
  try {
    for (;;) {
      const connection = await replica.live(deadline - performance.now());
      if (!connection) return { kind: 'failed', detail: replica.status.away(), isKnown: !isSent };
      if (!isSent && replica.status.epoch !== epoch) return { kind: 'moved' };
      isSent = true;
      let reply: readonly unknown[];
      try {
        reply = await connection.script(commitScript, keys, args);
      } catch (error) {
        if (error instanceof EngineRefusal) return { kind: 'failed', detail: refusalOf(error), isKnown: true };
        await sleep(1);
        continue;
      }
      const [kind, first, second] = reply.map(String);
      if (kind === 'done') {
        replica.applyNext(own, Number(first), Number(second));
        if (await replica.status.reached(Number(first), Number(second))) return { kind: 'done' };
        return { kind: 'failed', detail: replica.status.away(), isKnown: false };
      }
      if (kind === 'moved') await replica.status.reached(epoch, Number(first));
      else if (replica.status.epoch === epoch) replica.rejoin();
      return { kind: 'moved' };
    }
  } finally {
    replica.pending.delete(command);
  }
}

function refusalOf({ code }: EngineRefusal): string {
  if (code === 'OOM') return 'The engine of the shared state has no memory left.';
  return `The engine of the shared state refuses writes (${code}).`;
}
