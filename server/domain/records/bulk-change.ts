import { assertNever } from '../basics/result.ts';
import { isJsonObject, type Json, type JsonObject, member, setMember } from '../json/json.ts';
import type { RecordLevels } from './record-edit.ts';

/** A change to apply to each of many records. */
export type BulkChange =
  /** Sets the member at the path: member names from the record down. */
  | { readonly kind: 'set'; readonly path: readonly string[]; readonly value: Json }
  | { readonly kind: 'unset'; readonly path: readonly string[] }
  | { readonly kind: 'delete' }
  /** `reset` sets the live record to the fixture, `keep` the fixture to the live record. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'keep' };

/** Applies a change to fixture and live record, each on its own. `set` and `unset` create no records. */
export function afterChange(change: BulkChange, { fixture, live }: RecordLevels): RecordLevels {
  const withBoth = (path: readonly string[], value: Json | undefined) => ({
    fixture: fixture && withMember(fixture, path, value),
    live: live && withMember(live, path, value),
  });
  switch (change.kind) {
    case 'set':
      return withBoth(change.path, change.value);
    case 'unset':
      return withBoth(change.path, undefined);
    case 'delete':
      return { fixture: undefined, live: undefined };
    case 'reset':
      return { fixture, live: fixture };
    case 'keep':
      return { fixture: live, live };
    default:
      return assertNever(change);
  }
}

/**
 * A copy of the object with a value at a path; undefined removes the member. Setting a value replaces members along the
 * path that are no objects; removing leaves them alone.
 */
export function withMember(
  object: JsonObject,
  [name, ...rest]: readonly string[],
  value: Json | undefined,
): JsonObject {
  if (name === undefined) return object;
  const before = member(object, name);
  if (value === undefined && (rest.length === 0 ? before === undefined : !isJsonObject(before))) return object;
  const after = rest.length === 0 ? value : withMember(isJsonObject(before) ? before : {}, rest, value);
  if (after === undefined) {
    const { [name]: _removed, ...others } = object;
    return others;
  }
  const copy = { ...object };
  setMember(copy, name, after);
  return copy;
}
