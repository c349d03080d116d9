import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';

/*
 * A reference implementation of lists: filters everything, sorts everything, slices. It uses none of the server's code.
 */

export interface ReferenceTerm {
  readonly field: string;
  readonly descending: boolean;
}

/** The matching records in order. `sort` comes from the request or the collection; the key breaks ties. */
export function referenceList(
  records: readonly JsonObject[],
  key: string,
  sort: readonly ReferenceTerm[],
  matches: (record: JsonObject) => boolean = () => true,
): readonly JsonObject[] {
  return records.filter(matches).toSorted((a, b) => {
    for (const { field, descending } of sort) {
      const order =
        field === key
          ? compareIds(String(a[key]), String(b[key])) * (descending ? -1 : 1)
          : compareMembers(a[field], b[field], descending);
      if (order !== 0) return order;
    }
    return compareIds(String(a[key]), String(b[key]));
  });
}

/** Integers first, by value; then everything else, by code point. */
function compareIds(a: string, b: string): number {
  const [left, right] = [integer(a), integer(b)];
  if (left !== null && right !== null) return left < right ? -1 : Number(left > right);
  if (left !== null || right !== null) return left !== null ? -1 : 1;
  return compareText(a, b);
}

function integer(id: string): bigint | null {
  try {
    return String(BigInt(id)) === id ? BigInt(id) : null;
  } catch {
    return null;
  }
}

/** Numbers, strings, booleans; any other value comes last in both directions. */
function compareMembers(a: Json | undefined, b: Json | undefined, descending: boolean): number {
  const types = ['number', 'string', 'boolean'];
  const [left, right] = [types.indexOf(typeof a), types.indexOf(typeof b)];
  if (left === -1 || right === -1) return Number(left === -1) - Number(right === -1);
  const sign = descending ? -1 : 1;
  if (left !== right) return sign * (left - right);
  if (typeof a === 'string' && typeof b === 'string') return sign * compareText(a, b);
  return sign * (Number(a) - Number(b));
}

function compareText(a: string, b: string): number {
  const [left, right] = [Array.from(a, codePoint), Array.from(b, codePoint)];
  for (let index = 0; index < left.length || index < right.length; index++) {
    const order = (left[index] ?? -1) - (right[index] ?? -1);
    if (order !== 0) return order;
  }
  return 0;
}

function codePoint(character: string): number {
  return character.codePointAt(0) ?? -1;
}
