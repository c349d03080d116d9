import type { KeyRank } from './key-order.ts';

/**
 * A value to sort by. Numbers come before strings, strings, compared by code point, before booleans, false before true.
 * Everything else (null, arrays, objects, a missing member) is undefined and comes last in both directions.
 */
export type SortValue = number | string | boolean | undefined;

/** The position of a record in a sort. It stays valid when the record changes or is removed. */
export interface Position {
  /** A value for each term of the sort. */
  readonly values: readonly SortValue[];
  readonly key: KeyRank;
}

/** A mutable position that a search reuses for every comparison. */
export interface Probe extends Position {
  readonly values: SortValue[];
  key: KeyRank;
}

export function newProbe(): Probe {
  return { values: [], key: '' };
}
