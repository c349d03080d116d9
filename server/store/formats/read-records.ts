/** The types of records that were read from a file. */
import type { JsonObject } from '../../domain/json/json.ts';
import type { CollectionDefinition } from '../../domain/model/collection-definition.ts';

/** A value and its place in the file. */
export interface LineValue {
  /** First line of the value in the file, from 1. */
  readonly line: number;
  readonly value: JsonObject;
  /** The members that the value covers; absent for a whole record. */
  readonly columns?: readonly string[];
}

/** A line that could not be used. */
export interface RefusedLine {
  /** From 1. */
  readonly line: number;
  /** A clause. */
  readonly reason: string;
}

/** The result of reading a file line by line: each line that is not empty is a value or a refusal. */
export interface LineValues {
  readonly values: readonly LineValue[];
  readonly refused: readonly RefusedLine[];
  /** The members that the file covers, such as the columns of CSV; null if every value is a whole record. */
  readonly columns: readonly string[] | null;
}

/** The records of a file for one collection. */
export interface ReadCollection extends LineValues {
  readonly definition: CollectionDefinition;
  /** The unit of the numbers of values and refusals: lines of the file, records of a list in it, or entries of an archive. */
  readonly places: 'line' | 'record' | 'entry';
  /** True if the file names the collection. */
  readonly isNamed: boolean;
}

export interface ReadImport {
  readonly collections: readonly ReadCollection[];
  /** Sentences about the parts of the file that were not used. */
  readonly notes: readonly string[];
}

/** Receives the share of a text that was read, from 0 to 1. */
export type ReadProgress = (share: number) => void;

/** For callers that show no progress. */
export const noProgress: ReadProgress = () => undefined;
