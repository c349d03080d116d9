import type { KeyRank } from './key-order.ts';

/**
 * What a record is sorted by: numbers stand before strings, strings before booleans, false before true. Strings go by
 * code point. Everything else (null, arrays, objects, a member that is not there) is no value, undefined, and stands
 * last whatever the direction.
 */
export type SortValue = number | string | boolean | undefined;

/** Where a record stands in a sort, without the record: it outlives the record's change and its removal. */
export interface Position {
  /** A value for each term of the sort. */
  readonly values: readonly SortValue[];
  readonly key: KeyRank;
}

/** A position to be looked at and no longer: a search uses one for all that it passes. */
export interface Probe extends Position {
  readonly values: SortValue[];
  key: KeyRank;
}

export function newProbe(): Probe {
  return { values: [], key: '' };
}
