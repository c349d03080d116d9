/** Any JSON value. Values are immutable: an edit creates a new one. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Read its members with {@link member}: a record may have a member called `constructor`. */
export interface JsonObject {
  readonly [name: string]: Json;
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The own member of this name, or undefined. Inherited names such as `toString` are not members. */
export function member(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Sets a member of an object under construction. A plain assignment to `__proto__` would set the prototype. */
export function setMember(object: { [name: string]: Json }, name: string, value: Json): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
  } else {
    object[name] = value;
  }
}

/** True if both are the same JSON value. The order of elements matters, the order of members does not. */
export function jsonEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((element, index) => jsonEqual(element, b[index]));
  }
  if (Array.isArray(b)) return false;
  return haveEqualMembers(a as JsonObject, b as JsonObject);
}

/** Allocates no list of names, because every write compares records. */
function haveEqualMembers(a: JsonObject, b: JsonObject): boolean {
  let more = 0;
  for (const name in a) {
    // An inherited member is never identical to a JSON value.
    if (a[name] !== b[name] && !(Object.hasOwn(b, name) && jsonEqual(a[name], b[name]))) return false;
    more += 1;
  }
  for (const _ in b) more -= 1;
  return more === 0;
}

/** More levels than a text can have. */
const anyDepth = 1e9;

/** The number of members of a value and of all values in it; NaN if it is nested deeper than `depth` levels. */
export function countMembers(value: Json, depth = anyDepth): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth === 0) return Number.NaN;
  let members = 0;
  // The start of the program runs these loops before V8 has optimized them, so they call no function for a plain member.
  if (isJsonArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const inner = value[index];
      if (typeof inner === 'object' && inner !== null) members += countMembers(inner, depth - 1);
    }
    return members;
  }
  // Object.values would allocate a list for each record.
  for (const name in value) {
    const inner = value[name];
    members += 1;
    if (typeof inner === 'object' && inner !== null) members += countMembers(inner, depth - 1);
  }
  return members;
}
