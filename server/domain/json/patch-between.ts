/**
 * The other way round: from what a document is and what it should become to the patch that says so.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, jsonEqual, member, setMember } from './json.ts';
import { formatPointer, type Pointer } from './pointer.ts';

/** An operation in the form of RFC 6902, ready to be written as JSON. */
export type PatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: Json }
  | { readonly op: 'remove'; readonly path: string };

/**
 * A JSON Patch (RFC 6902) that makes `after` of `before`. It goes into objects and arrays, so that what stays the same
 * is not in it. With `tests`, every value that goes is tested first.
 */
export function jsonPatchBetween(before: Json, after: Json, tests = false): readonly PatchOperation[] {
  const operations = between(before, after, []);
  if (!tests) return operations.map(({ operation }) => operation);
  return operations.flatMap(({ operation, was }) =>
    was === undefined ? [operation] : [{ op: 'test', path: operation.path, value: was }, operation],
  );
}

/** An operation, and what stands at its path before it; undefined where nothing does, or where it only makes room. */
interface Change {
  readonly operation: PatchOperation;
  readonly was: Json | undefined;
}

function between(before: Json, after: Json, place: Pointer): readonly Change[] {
  if (jsonEqual(before, after)) return [];
  if (isJsonObject(before) && isJsonObject(after)) return betweenObjects(before, after, place);
  if (isJsonArray(before) && isJsonArray(after)) return betweenArrays(before, after, place);
  return [{ operation: { op: 'replace', path: formatPointer(place), value: after }, was: before }];
}

function betweenObjects(before: JsonObject, after: JsonObject, place: Pointer): readonly Change[] {
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  return [
    ...gone.map((name) => removal(member(before, name), [...place, name])),
    ...Object.entries(after).flatMap(([name, value]) => {
      const old = member(before, name);
      return old === undefined ? [addition(value, [...place, name])] : between(old, value, [...place, name]);
    }),
  ];
}

/** What is alike at both ends stays; the elements between are changed one by one, then taken away or added. */
function betweenArrays(before: readonly Json[], after: readonly Json[], place: Pointer): readonly Change[] {
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
    // From the end, because what stands behind an element that goes moves up.
    ...old
      .slice(shared)
      .map((value, index) => removal(value, at(shared + index)))
      .toReversed(),
    ...fresh.slice(shared).map((value, index) => addition(value, at(shared + index))),
  ];
}

function addition(value: Json, place: Pointer): Change {
  return { operation: { op: 'add', path: formatPointer(place), value }, was: undefined };
}

function removal(was: Json | undefined, place: Pointer): Change {
  return { operation: { op: 'remove', path: formatPointer(place) }, was };
}

/** A merge patch, and what it cannot say. */
export interface MergePatchBetween {
  readonly patch: JsonObject;
  /** Values that should be null: null in a merge patch takes the member away (RFC 7396, section 1). */
  readonly nulls: readonly string[];
  /** Arrays that it replaces as a whole, because it cannot reach an element. */
  readonly arrays: readonly string[];
}

/** The merge patch (RFC 7396) that makes `after` of `before`, exactly where `nulls` is empty, else as near as it gets. */
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
