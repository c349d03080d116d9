import { assertNever } from '../basics/result.ts';
import { isJsonObject, type Json, type JsonObject, member, setMember } from '../json/json.ts';
import type { RecordLevels } from './edit-history.ts';

/** What is done to each of many records. */
export type BulkChange =
  /** The member at that path, names from the record down, gets the value, whatever it had. */
  | { readonly kind: 'set'; readonly path: readonly string[]; readonly value: Json }
  | { readonly kind: 'unset'; readonly path: readonly string[] }
  | { readonly kind: 'delete' }
  /** The live state becomes the fixture, or the fixture the live state. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'keep' };

/** A record after a change, on both levels: each is changed on its own, and what is not there stays away. */
export function afterChange(change: BulkChange, { fixture, live }: RecordLevels): RecordLevels {
  switch (change.kind) {
    case 'set':
    case 'unset': {
      const value = change.kind === 'set' ? change.value : undefined;
      const changed = (level: JsonObject | undefined) => level && withMember(level, change.path, value);
      return { fixture: changed(fixture), live: changed(live) };
    }
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
 * The object with another value at a path, or with undefined without the member. A member on the way that is no object
 * becomes one for a value, and is left alone where something is only to be taken away.
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
  const copy: { [name: string]: Json } = {};
  for (const [other, inner] of Object.entries(object))
    if (other !== name) setMember(copy, other, inner);
    else if (after !== undefined) setMember(copy, name, after);
  if (before === undefined && after !== undefined) setMember(copy, name, after);
  return copy;
}
