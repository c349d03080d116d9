import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { commit, type Decision } from './commit.ts';
import { away } from './engine/away.ts';
import { recordKey } from './entries/log-entry.ts';
import { Hold } from './hold.ts';
import type { Replica } from './replica.ts';

/** A decision and the changes that it would make. */
export interface Decided<T> extends Decision {
  readonly result: T;
  /** True for a refusal that no newer state would change. */
  readonly isFinal?: boolean;
}

/** Milliseconds for which a write is tried while others change the record. */
const patience = 10_000;

/** The same for a large change, which holds its collections meanwhile. */
const longPatience = 60_000;

/** Milliseconds of the longest pause before a decision is repeated. */
const longestBackoff = 64;

/** Turns decisions into changes that all instances make: decides, commits, and decides again where another was faster. */
export class SharedWrites {
  readonly #replica: Replica;
  /** By record, the end of the last write of this instance that waits for it. */
  readonly #ends = new Map<string, Promise<void>>();

  constructor(replica: Replica) {
    this.#replica = replica;
  }

  /**
   * Carries out a decision. `isSafe` is true for one that does not want to change anything; any other that changes nothing is
   * decided on the newest state, so that a refusal is true. Refused with `share-away`.
   */
  async perform<T>(
    first: Decided<T> | null,
    decide: () => Decided<T> | Promise<Decided<T>>,
    { isSafe, around }: { readonly isSafe: boolean; readonly around?: (apply: () => void) => void },
  ): Promise<Result<T>> {
    const command = randomUUID();
    /** Runs from the first time that others were faster. */
    let deadline = Number.POSITIVE_INFINITY;
    let isCurrent = false;
    let decided = first;
    let turn: Turn | undefined;
    const hold = new Hold(this.#replica, command);
    try {
      for (let tries = 0; ; tries++) {
        decided ??= await decide();
        const { changes, result, session } = decided;
        if (isEmpty(decided)) {
          if (isSafe || decided.isFinal || (isCurrent && this.#replica.status.condition === 'live'))
            return accept(result);
          if (!(await this.#replica.catchUp())) return refuse(away(this.#replica.status.away(), 'not-made'));
          isCurrent = true;
          decided = null;
          continue;
        }
        if (performance.now() > deadline) return refuse(away('Others kept changing the record.', 'not-made'));
        // A large change meets others in the engine alone.
        const queued = decided.plan ? [] : changes;
        const keys = queued.map(({ collection, id }) => `${session?.begun} ${recordKey(collection.uid, id)}`);
        if (!turn || !keys.every((key) => turn?.keys.has(key))) {
          turn?.end();
          turn = this.#take(keys);
          if (turn.ahead.length > 0) {
            await Promise.all(turn.ahead);
            decided = null;
            continue;
          }
        }
        const committed = await commit(this.#replica, command, decided, around);
        if (committed.kind === 'done') return accept(result);
        if (committed.kind === 'failed') return refuse(away(committed.detail, committed.outcome));
        const { plan, seen } = decided;
        deadline = Math.min(deadline, performance.now() + (plan ? longPatience : patience));
        if (plan) await hold.take([...new Set([...Object.keys(plan.tops), ...(seen?.all ?? [])])]);
        isCurrent = true;
        decided = null;
        await sleep(Math.random() * Math.min(longestBackoff, 2 ** tries));
      }
    } finally {
      turn?.end();
      void hold.end();
    }
  }

  /** Queues for records: the writes of one instance never meet in the engine. */
  #take(keys: readonly string[]): Turn {
    const ahead = keys.flatMap((key) => this.#ends.get(key) ?? []);
    let resolve = () => {};
    const ended = new Promise<void>((done) => {
      resolve = done;
    });
    for (const key of keys) this.#ends.set(key, ended);
    const end = () => {
      for (const key of keys) if (this.#ends.get(key) === ended) this.#ends.delete(key);
      resolve();
    };
    return { keys: new Set(keys), ahead, end };
  }
}

/** The place of a write in the queues of its records. All are taken at once, so that no two writes wait for each other. */
interface Turn {
  readonly keys: ReadonlySet<string>;
  /** The ends of the writes before it. */
  readonly ahead: readonly Promise<void>[];
  readonly end: () => void;
}

/** True for a decision that would change nothing. The history moves even where an undo changes no record. */
function isEmpty(decision: Decision): boolean {
  const { changes, scenario, scenarios, requirePrecondition, forgetsKeys, parts = [], history } = decision;
  const moves = history !== undefined && 'step' in history;
  const changesState = changes.length > 0 || scenario !== undefined || requirePrecondition !== undefined;
  return !changesState && !forgetsKeys && !scenarios && parts.length === 0 && !moves;
}
