/** Finds the order in which a service lists its records, and the member that tells their time. */
import { instantOf } from '../basics/instant.ts';
import { type Json, type JsonObject, member } from '../json/json.ts';
import { idOf } from '../records/key-index.ts';
import { Sort, type Sortable } from '../sort/sort.ts';

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

/** Names that a sort can have. */
const sortable = /^\w[\w-]*$/;

/**
 * The order in which the mock lists the records as the service does, as in `?sort=`: null for ascending keys, undefined for
 * the order of no member. Lists of fewer than two records have every order.
 */
export function orderOf(
  recorded: readonly (readonly JsonObject[])[],
  key: string,
  time: string | null,
): string | null | undefined {
  const lists = recorded.map((list) =>
    list.slice(0, comparedRecords).map((value) => ({ id: idOf(member(value, key)) ?? '', value })),
  );
  const isOrder = (sort: Sort) => lists.every((list) => follows(list, sort));
  if (isOrder(new Sort([], false))) return null;
  if (sortable.test(key) && isOrder(new Sort([], true))) return `-${key}`;
  const all = lists.flat();
  for (const name of new Set([...(time === null ? [] : [time]), ...Object.keys(all[0]?.value ?? {})])) {
    if (name === key || !sortable.test(name)) continue;
    if (!all.every(({ value }) => isNumberOrText(member(value, name)))) continue;
    const by = (descending: boolean) => new Sort([{ path: [name], descending, instant: false }], false);
    if (isOrder(by(false))) return name;
    if (isOrder(by(true))) return `-${name}`;
  }
  return undefined;
}

function follows(list: readonly Sortable[], sort: Sort): boolean {
  const positions = list.map((record) => sort.positionOf(record));
  return positions.every((position, index) => {
    const before = positions[index - 1];
    return before === undefined || sort.compare(before, position) <= 0;
  });
}

function isNumberOrText(value: Json | undefined): boolean {
  return typeof value === 'string' || typeof value === 'number';
}
