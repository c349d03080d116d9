/** Finds the order in which a service lists its records, and the member that tells their time. */
import { compareCodePoints } from '../basics/code-point-order.ts';
import { instantOf } from '../basics/instant.ts';
import { type Json, type JsonObject, member } from '../json/json.ts';
import { idOf } from '../records/key-index.ts';
import { compareKeys, keyRank } from '../sort/key-order.ts';

/** Names of a member with the time of a record, the likeliest first, in lower case without separators. */
const timeNames = [
  ...['createdat', 'created', 'createdon', 'creationdate', 'datecreated', 'timestamp', 'time', 'date', 'publishedat'],
  ...['occurredat', 'updatedat', 'modifiedat', 'updated', 'modified'],
];

/** The member with the time of the records, which has an instant in all of them; null if there is none. */
export function timeMember(records: readonly JsonObject[]): string | null {
  const names = Object.keys(records[0] ?? {});
  const plain = (name: string) => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
  const candidates = timeNames.flatMap((wanted) => names.filter((name) => plain(name) === wanted));
  const isTime = (name: string) => records.every((record) => instantOf(member(record, name)) !== undefined);
  return candidates.find(isTime) ?? null;
}

/** Records of one list that are compared: as many tell the order as well as all. */
const comparedRecords = 1000;

/**
 * The order of lists, as in `?sort=`: null for ascending keys, undefined for the order of no member. Lists of fewer than two
 * records have every order.
 */
export function orderOf(
  recorded: readonly (readonly JsonObject[])[],
  key: string,
  time: string | null,
): string | null | undefined {
  const lists = recorded.map((list) => list.slice(0, comparedRecords));
  const all = lists.flat();
  const compareIds = (a: JsonObject, b: JsonObject) => compareKeys(rankOf(a, key), rankOf(b, key));
  const follows = (compare: (a: JsonObject, b: JsonObject) => number) =>
    lists.every((list) =>
      list.every((record, index) => index === 0 || compare(list[index - 1] ?? record, record) <= 0),
    );
  if (follows(compareIds)) return null;
  const names = new Set([key, ...(time === null ? [] : [time]), ...Object.keys(all[0] ?? {})]);
  for (const name of names) {
    const compare =
      name === key ? compareIds : (a: JsonObject, b: JsonObject) => compareValues(member(a, name), member(b, name));
    if (!/^\w[\w-]*$/.test(name)) continue;
    if (!all.every((record) => name === key || isSortable(member(record, name)))) continue;
    const withTies = (sign: 1 | -1) => (a: JsonObject, b: JsonObject) => sign * compare(a, b) || compareIds(a, b);
    if (name !== key && follows(withTies(1))) return name;
    if (follows(withTies(-1))) return `-${name}`;
  }
  return undefined;
}

function rankOf(record: JsonObject, key: string) {
  return keyRank(idOf(member(record, key)) ?? '');
}

function isSortable(value: Json | undefined): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

function compareValues(a: Json | undefined, b: Json | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareCodePoints(String(a), String(b));
}
