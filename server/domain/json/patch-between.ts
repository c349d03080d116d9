import { isJsonArray, isJsonObject, type Json, type JsonObject, jsonEqual, member, setMember } from './json.ts';
import { formatPointer, type Pointer } from './pointer.ts';

/** An operation in the form of RFC 6902, ready to be written as JSON. */
export type PatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: Json }
  | { readonly op: 'remove'; readonly path: string };

/** A value that differs between two documents: the operation of a JSON Patch (RFC 6902), and the value before and after it. */
export interface MemberChange {
  readonly op: 'add' | 'remove' | 'replace';
  /** JSON pointer (RFC 6901). */
  readonly path: string;
  /** Missing for an addition. */
  readonly before?: Json;
  /** Missing for a removal. */
  readonly after?: Json;
}

/**
 * The JSON Patch (RFC 6902) that turns `before` into `after`. It descends into objects and arrays, so it leaves out equal
 * values. With `tests`, a `test` operation precedes each replacement and removal.
 */
export function jsonPatchBetween(before: Json, after: Json, tests = false): readonly PatchOperation[] {
  return memberChanges(before, after).flatMap((change) => {
    const operation = operationOf(change);
    if (!tests || change.before === undefined) return [operation];
    return [{ op: 'test', path: change.path, value: change.before }, operation];
  });
}

/** The values that {@link jsonPatchBetween} changes, in the order of its operations. */
export function memberChanges(before: Json, after: Json): readonly MemberChange[] {
  return between(before, after, []);
}

function operationOf({ op, path, after }: MemberChange): PatchOperation {
  return op === 'remove' || after === undefined ? { op: 'remove', path } : { op, path, value: after };
}

function between(before: Json, after: Json, place: Pointer): readonly MemberChange[] {
  if (jsonEqual(before, after)) return [];
  if (isJsonObject(before) && isJsonObject(after)) return betweenObjects(before, after, place);
  if (isJsonArray(before) && isJsonArray(after)) return betweenArrays(before, after, place);
  return [{ op: 'replace', path: formatPointer(place), before, after }];
}

function betweenObjects(before: JsonObject, after: JsonObject, place: Pointer): readonly MemberChange[] {
  const removed = Object.entries(before).filter(([name]) => !Object.hasOwn(after, name));
  return [
    ...removed.map(([name, value]) => removal(value, [...place, name])),
    ...Object.entries(after).flatMap(([name, value]) => {
      const old = member(before, name);
      return old === undefined ? [addition(value, [...place, name])] : between(old, value, [...place, name]);
    }),
  ];
}

/** Keeps equal elements at both ends; changes the ones between one by one, then removes or adds the rest. */
function betweenArrays(before: readonly Json[], after: readonly Json[], place: Pointer): readonly MemberChange[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && jsonEqual(before[head], after[head])) head += 1;
  let tail = 0;
  while (tail < shorter - head && jsonEqual(before.at(-1 - tail), after.at(-1 - tail))) tail += 1;
  const old = before.slice(head, before.length - tail);
  const fresh = after.slice(head, after.length - tail);
  const at = (index: number) => [...place, String(head + index)];
  const shared = Math.min(old.length, fresh.length);
  return [
    ...old.slice(0, shared).flatMap((value, index) => between(value, fresh[index] ?? null, at(index))),
    // From the end, because removing an element shifts the ones after it.
    ...old
      .slice(shared)
      .map((value, index) => removal(value, at(shared + index)))
      .toReversed(),
    ...fresh.slice(shared).map((value, index) => addition(value, at(shared + index))),
  ];
}

function addition(after: Json, place: Pointer): MemberChange {
  return { op: 'add', path: formatPointer(place), after };
}

function removal(before: Json, place: Pointer): MemberChange {
  return { op: 'remove', path: formatPointer(place), before };
}

/** A merge patch and its limitations. */
export interface MergePatchBetween {
  readonly patch: JsonObject;
  /** Pointers of values that should be null: in a merge patch, null removes the member (RFC 7396, section 1). */
  readonly nulls: readonly string[];
  /** Pointers of arrays that it replaces as a whole, because it cannot address an element. */
  readonly arrays: readonly string[];
}

/** The merge patch (RFC 7396) that turns `before` into `after`; exact if `nulls` is empty. */
export function mergePatchBetween(before: JsonObject, after: JsonObject, place: Pointer = []): MergePatchBetween {
  const patch: { [name: string]: Json } = {};
  const nulls: string[] = [];
  const arrays: string[] = [];
  for (const name of Object.keys(before)) {
    if (!Object.hasOwn(after, name)) setMember(patch, name, null);
  }
  for (const [name, value] of Object.entries(after)) {
    const old = member(before, name);
    const here = [...place, name];
    if (jsonEqual(old, value)) continue;
    if (isJsonObject(value)) {
      const inner = mergePatchBetween(isJsonObject(old) ? old : {}, value, here);
      setMember(patch, name, inner.patch);
      nulls.push(...inner.nulls);
      arrays.push(...inner.arrays);
      continue;
    }
    if (value === null) nulls.push(formatPointer(here));
    if (isJsonArray(value) && isJsonArray(old)) arrays.push(formatPointer(here));
    setMember(patch, name, value);
  }
  return { patch, nulls, arrays };
}
