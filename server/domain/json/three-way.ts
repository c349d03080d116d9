import { isJsonObject, type Json, type JsonObject, jsonEqual, member, setMember } from './json.ts';
import { formatPointer, type Pointer } from './pointer.ts';

/** A value that two people changed differently. Undefined stands for a missing member. */
export interface MergeConflict {
  /** JSON pointer (RFC 6901). */
  readonly path: string;
  readonly base: Json | undefined;
  readonly mine: Json | undefined;
  readonly theirs: Json | undefined;
}

export interface Merged {
  readonly value: JsonObject;
  readonly conflicts: readonly MergeConflict[];
}

/**
 * Merges two edits of one document member by member. A member that one side changed is taken from that side. If both
 * changed it differently, `takeTheirs` decides by its JSON pointer. Arrays are compared and taken as a whole.
 */
export function mergeChanges(
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
  takeTheirs: (path: string) => boolean,
  place: Pointer = [],
): Merged {
  const value: { [name: string]: Json } = {};
  const conflicts: MergeConflict[] = [];
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const [old, own, other] = [member(base, name), member(mine, name), member(theirs, name)];
    const here = [...place, name];
    let merged: Json | undefined;
    if (jsonEqual(own, old) || jsonEqual(own, other)) merged = other;
    else if (jsonEqual(other, old)) merged = own;
    else if (isJsonObject(own) && isJsonObject(other)) {
      const inner = mergeChanges(isJsonObject(old) ? old : {}, own, other, takeTheirs, here);
      conflicts.push(...inner.conflicts);
      merged = inner.value;
    } else {
      const path = formatPointer(here);
      conflicts.push({ path, base: old, mine: own, theirs: other });
      merged = takeTheirs(path) ? other : own;
    }
    if (merged !== undefined) setMember(value, name, merged);
  }
  return { value, conflicts };
}

/**
 * True if a merge patch (RFC 7396) sets a member that has changed since `base`, other than to the value that the patch gives
 * it. Members that the patch does not name may differ, and `base` may lack them.
 */
export function patchCollides(patch: JsonObject, base: JsonObject, now: JsonObject): boolean {
  return Object.entries(patch).some(([name, wanted]) => {
    const [old, current] = [member(base, name), member(now, name)];
    if (isJsonObject(wanted) && isJsonObject(old) && isJsonObject(current)) return patchCollides(wanted, old, current);
    return !jsonEqual(old, current) && !jsonEqual(current, wanted === null ? undefined : wanted);
  });
}
