import type { JsonObject } from '../../domain/json/json.ts';

/** A value and the line of the file, from 1, on which it begins. */
export interface LineValue {
  readonly line: number;
  readonly value: JsonObject;
  /** The members that it speaks of, where it is not the whole record. */
  readonly columns?: readonly string[];
}

/** A line of a file that could not be used, and why, as a clause. */
export interface RefusedLine {
  /** From 1. */
  readonly line: number;
  readonly reason: string;
}

/** What the lines of a file gave: each one a value, or a reason why there is none, or it was empty. */
export interface LineValues {
  readonly values: readonly LineValue[];
  readonly refused: readonly RefusedLine[];
  /** The members that lines can have, where the file says so; of others it says nothing. */
  readonly columns: readonly string[] | null;
}

/** Is told how far a text has been read: from 0 to 1. */
export type ReadProgress = (share: number) => void;

/** Where nobody looks. */
export const unwatched: ReadProgress = () => undefined;
