import { randomUUID } from 'node:crypto';
import type { DecidedChange } from '../../domain/replication/replicated.ts';
import type { StagedOptions } from '../engine/commit-script.ts';
import type { Connection } from '../engine/connection.ts';
import type { Keys } from '../engine/scripts.ts';
import { foldScript, pieceScript, stageScript, unstageScript } from '../engine/staging-scripts.ts';
import type { StagedRecords } from './log-entry.ts';
import {
  type AppliedChange,
  mostRecords,
  type Plan,
  packChanges,
  packRemovals,
  unpackChanges,
} from './packed-changes.ts';

/** Pieces that are under way at the same time: the engine takes them in one go. */
const atOnce = 4;

function nextOf(first: number, all: number): readonly number[] {
  return Array.from({ length: Math.min(atOnce, all - first) }, (_, index) => first + index);
}

/** The records of a large change on their way to the engine. */
export class StagedChange {
  readonly #id = randomUUID();
  readonly #keys: Keys;
  readonly #changes: readonly DecidedChange[];
  readonly #plan: Plan;
  readonly #pieces: number;
  /** The first piece that the engine lacks. */
  #next = 0;

  constructor(keys: Keys, changes: readonly DecidedChange[], plan: Plan) {
    this.#keys = keys;
    this.#changes = changes;
    this.#plan = plan;
    this.#pieces = plan.begins.length + Math.ceil(plan.dropped.length / mostRecords);
  }

  get records(): StagedRecords {
    const { begins, isEdit } = this.#plan;
    return { id: this.#id, pieces: begins.length, isEdit };
  }

  get options(): StagedOptions {
    const { tops, isEdit, lowest } = this.#plan;
    return { id: this.#id, pieces: this.#pieces, tops, isEdit, lowest };
  }

  /** Stages the pieces that the engine lacks, a few at a time, so that others come between. */
  async bring(connection: Connection): Promise<void> {
    const { begins } = this.#plan;
    for (; this.#next < this.#pieces; this.#next += atOnce) {
      await Promise.all(
        nextOf(this.#next, this.#pieces).map((index) => {
          const isRead = index < begins.length;
          return connection.script(stageScript, this.#names, [`${index}`, this.#piece(index), isRead ? 'keep' : '']);
        }),
      );
    }
  }

  /** Stages all pieces again: the engine has lost some. */
  begin(): void {
    this.#next = 0;
  }

  async forget(connection: Connection): Promise<void> {
    await connection.script(unstageScript, this.#names, []);
  }

  get #names(): readonly string[] {
    return this.#keys.staged(this.#id);
  }

  #piece(index: number): string {
    const { begins, dropped } = this.#plan;
    if (index < begins.length) return packChanges(this.#changes.slice(begins[index], begins[index + 1]));
    const first = (index - begins.length) * mostRecords;
    return packRemovals(dropped.slice(first, first + mostRecords));
  }
}

/**
 * The records of a large change: those that this instance has decided, else from the engine, a piece at a time. Undefined once the
 * engine has forgotten them.
 */
export async function stagedChanges(
  connection: Connection,
  keys: Keys,
  { id, pieces }: StagedRecords,
  own: readonly DecidedChange[] | undefined,
): Promise<Iterable<AppliedChange> | undefined> {
  if (own) return asApplied(own);
  const [change] = keys.staged(id);
  const changes: AppliedChange[] = [];
  for (let first = 0; first < pieces; first += atOnce) {
    const replies = nextOf(first, pieces).map((piece) => connection.script(pieceScript, [change], [`${piece}`]));
    for (const [lines] of await Promise.all(replies)) {
      if (typeof lines !== 'string') return undefined;
      for (const one of unpackChanges(lines)) changes.push(one);
    }
  }
  return changes;
}

function* asApplied(changes: readonly DecidedChange[]): Iterable<AppliedChange> {
  for (const { collection, id, after, fixture } of changes) yield { collection: collection.uid, id, after, fixture };
}

/** Folds what a large change has left beside all other records into them, in pieces. */
export async function fold(connection: Connection, names: readonly string[]): Promise<void> {
  for (const name of names) {
    let next = '0';
    do next = String((await connection.script(foldScript, [name], [next]))[0]);
    while (next !== '0');
  }
}
