import { compareCodePoints } from '../basics/code-point-order.ts';
import { instantOf } from '../basics/instant.ts';
import { type JsonObject, member } from '../json/json.ts';
import { valueAt } from '../json/pointer.ts';
import { compareKeys, type KeyRank, keyRank } from './key-order.ts';
import type { Position, SortValue } from './position.ts';
import type { PositionTable } from './position-table.ts';

/** A record as a sort sees it. */
export interface Sortable {
  readonly id: string;
  readonly value: JsonObject;
}

/** One field of a sort. */
export interface SortTerm {
  /** Member names from the record down to the field. */
  readonly path: readonly string[];
  readonly descending: boolean;
  /** True: sorts by {@link instantOf} of the value. */
  readonly instant: boolean;
  /** True: a record without the field comes first. Missing: it comes last. */
  readonly missingFirst?: boolean;
}

/**
 * A total order of the records of a collection: by each term in turn, then by the key with {@link compareKeys}.
 */
export class Sort {
  readonly terms: readonly SortTerm[];
  /** True only when the request sorts by the key itself, descending. */
  readonly keyDescending: boolean;
  /** Equal texts mean equal orders. */
  readonly text: string;
  /** Names of the members that it reads, beside the key. */
  readonly members: readonly string[];

  constructor(terms: readonly SortTerm[], keyDescending: boolean) {
    this.terms = terms;
    this.keyDescending = keyDescending;
    this.members = terms.flatMap(({ path }) => path.slice(0, 1));
    this.text = JSON.stringify([
      ...terms.map(({ path, descending, instant, missingFirst }) => [
        path,
        descending,
        instant,
        ...(missingFirst ? ['missing first'] : []),
      ]),
      keyDescending,
    ]);
  }

  positionOf(record: Sortable): Position {
    const values = this.terms.map((term) => read(term, record.value));
    return { values, key: keyRank(record.id) };
  }

  /** Adds the position of a record with that value and key to the end of a table. */
  append(value: JsonObject, key: KeyRank, table: PositionTable): void {
    for (const term of this.terms) table.values.push(read(term, value));
    table.keys.push(key);
  }

  /** Negative when `a` comes before `b`; 0 only for equal keys and values. */
  compare(a: Position, b: Position): number {
    return this.#compareValues(a.values, 0, b.values, 0) || this.#compareKeys(a.key, b.key);
  }

  /** {@link compare} for positions in rows of tables. */
  compareRows(a: PositionTable, aRow: number, b: PositionTable, bRow: number): number {
    const byValues = this.#compareValues(a.values, aRow * a.width, b.values, bRow * b.width);
    return byValues || this.#compareKeys(a.keys[aRow] as KeyRank, b.keys[bRow] as KeyRank);
  }

  #compareValues(a: readonly SortValue[], aStart: number, b: readonly SortValue[], bStart: number): number {
    let place = 0;
    for (const term of this.terms) {
      const order = compareValues(a[aStart + place], b[bStart + place], term);
      if (order !== 0) return order;
      place += 1;
    }
    return 0;
  }

  #compareKeys(a: KeyRank, b: KeyRank): number {
    return this.keyDescending ? compareKeys(b, a) : compareKeys(a, b);
  }
}

/** The same order, but with ties in the reverse order of their keys. */
export function tiesReversed(sort: Sort): Sort {
  return sort.terms.length === 0 ? sort : new Sort(sort.terms, !sort.keyDescending);
}

/** True for an order in which a time window is one range of records. */
export function goesByInstant({ terms }: Sort): boolean {
  return terms[0]?.instant ?? false;
}

function read({ path, instant }: SortTerm, record: JsonObject): SortValue {
  const [name] = path;
  const value = path.length === 1 && name !== undefined ? member(record, name) : valueAt(record, path);
  if (instant) return instantOf(value);
  return typeof value === 'object' ? undefined : value;
}

function compareValues(a: SortValue, b: SortValue, { descending, missingFirst }: SortTerm): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return (a === undefined) === (missingFirst ?? false) ? -1 : 1;
  const order = compareAscending(a, b);
  return descending ? -order : order;
}

function compareAscending(a: number | string | boolean, b: number | string | boolean): number {
  if (typeof a === 'string' && typeof b === 'string') return compareCodePoints(a, b);
  if (typeof a === typeof b) return Number(a) - Number(b);
  return typeRank(a) - typeRank(b);
}

function typeRank(value: number | string | boolean): number {
  if (typeof value === 'number') return 0;
  return typeof value === 'string' ? 1 : 2;
}
