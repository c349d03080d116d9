import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Problem, problem } from '../../server/domain/basics/problem.ts';
import type { Result } from '../../server/domain/basics/result.ts';
import { differences } from '../../server/domain/json/difference.ts';
import { isJsonObject, type Json, type JsonObject } from '../../server/domain/json/json.ts';
import { mergeChanges } from '../../server/domain/json/three-way.ts';
import { whileAsking } from '../ui/base/held-keys.ts';
import type { Toaster } from '../ui/overlay/toaster.ts';

/** The three versions of something that two people edited. */
export interface Versions {
  /** As it was when this edit began. */
  readonly base: JsonObject;
  readonly mine: JsonObject;
  /** As it is now; null if it was deleted. */
  readonly theirs: JsonObject | null;
}

/** A conflict that waits for a decision. */
export interface Question extends Versions {
  /** The thing that both edited, such as `42`. */
  readonly name: string;
  /** Takes the merged value, or null to go back to the edit. */
  readonly decide: (merged: JsonObject | null) => void;
}

interface Edit<Output> {
  /** The thing that is edited, such as `42`. */
  readonly name: string;
  readonly base: JsonObject;
  readonly mine: JsonObject;
  /** Saves a value, unless the saved one differs from the base. */
  readonly send: (value: JsonObject, base: JsonObject | null) => Promise<Result<Output, Problem>>;
  /** The part of the present value that the edit is about; by default all of it. */
  readonly part?: (theirs: JsonObject) => JsonObject;
}

/**
 * Saves edits of things that others may have edited meanwhile. Changes of different members are merged; where both changed the
 * same member, a dialog asks. Nothing typed is lost: the edit stays open until the host has saved it.
 */
export class Conflicts {
  readonly store: StoreApi<{ readonly question: Question | null }> = createStore<{
    readonly question: Question | null;
  }>(() => ({ question: null }));
  readonly #toaster: Pick<Toaster, 'say'>;

  constructor(toaster: Pick<Toaster, 'say'>) {
    this.#toaster = toaster;
  }

  /** Saves an edit, and after a conflict the merged value. Null if the person goes back to the edit. */
  async save<Output>({ name, base, mine, send, part }: Edit<Output>): Promise<Result<Output, Problem> | null> {
    let [value, from]: [JsonObject, JsonObject | null] = [mine, base];
    for (;;) {
      const reply = await send(value, from);
      const found = reply.ok ? undefined : theirsOf(reply.problem);
      if (found === undefined) return reply;
      const theirs = found && (part?.(found) ?? found);
      const merged = await this.merge({ name, base: from ?? {}, mine: value, theirs });
      if (merged === null) return null;
      value = merged;
      from = theirs;
    }
  }

  /** Merges two edits; asks where they collide. Null if the person goes back to the edit. */
  async merge(edit: Versions & Pick<Question, 'name'>): Promise<JsonObject | null> {
    const { name, base, mine, theirs } = edit;
    const merged = theirs && mergeChanges(base, mine, theirs, () => false);
    if (!merged || merged.conflicts.length > 0) return this.#ask(edit);
    const members = new Set([...differences(base, theirs)].map(([member]) => member));
    this.#toaster.say(`Merged with changes made to ${name} meanwhile: ${[...members].join(', ')}.`);
    return merged.value;
  }

  #ask(versions: Omit<Question, 'decide'>): Promise<JsonObject | null> {
    this.store.getState().question?.decide(null);
    const decided = new Promise<JsonObject | null>((resolve) => {
      const decide = (merged: JsonObject | null) => {
        this.store.setState({ question: null });
        resolve(merged);
      };
      this.store.setState({ question: { ...versions, decide } });
    });
    return whileAsking(decided);
  }
}

/** The problem of an edit that the person went back to. */
export const notSaved = problem('edit-conflict', 'It has changed meanwhile and was not saved.');

/** True if something has changed since the command was prepared. */
export function isConflict({ type }: Problem): boolean {
  return type === '/problems/edit-conflict';
}

/** The present value behind an `edit-conflict`, null if it was deleted; undefined for any other problem. */
export function theirsOf(problem: Problem): JsonObject | null | undefined {
  const value = problem.theirs as Json | undefined;
  if (!isConflict(problem)) return undefined;
  return isJsonObject(value) || value === null ? value : undefined;
}
