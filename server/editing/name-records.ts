import { type JsonObject, jsonEqual, member } from '../domain/json/json.ts';
import { excerpt, grouped, quote } from '../domain/json/wording.ts';

/** The most members that the label of an edit names. */
const namedMembers = 2;

/** A record as the label of an edit names it. */
export function nameRecord(collection: string, id: string): string {
  return `record ${id} of ${collection}`;
}

/**
 * The label of an edit that changes a record: `change of age and name in record 42 of users`. More members than two are
 * not named.
 */
export function nameChange(collection: string, id: string, before: JsonObject, after: JsonObject): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => !jsonEqual(member(before, name), member(after, name)));
  const record = nameRecord(collection, id);
  if (changed.length === 0 || changed.length > namedMembers) return `change of ${record}`;
  return `change of ${changed.map(nameMember).join(' and ')} in ${record}`;
}

/** A member as a label names it: in quotes unless it is a plain word. */
function nameMember(name: string): string {
  return /^[\p{L}\p{N}_$.-]+$/u.test(name) ? excerpt(name) : quote(name);
}

/**
 * The records of an edit as its label names them: one whose id is given by it, others by their number, such as
 * `3 records of users`, and without a collection if they belong to several.
 */
export function nameRecords(collections: ReadonlySet<string>, id: string | undefined, count: number): string {
  const name = only([...collections]);
  if (name !== undefined && id !== undefined && count === 1) return nameRecord(name, id);
  const number = `${grouped(count)} ${count === 1 ? 'record' : 'records'}`;
  return name === undefined ? number : `${number} of ${name}`;
}

/** The element of a list with one; undefined for any other list. */
export function only<T>(elements: readonly T[]): T | undefined {
  return elements.length === 1 ? elements[0] : undefined;
}
