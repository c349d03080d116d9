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

/** One reason why a line cannot be used. */
export interface LineFault {
  /** The member that is wrong; absent if the record as a whole is. */
  readonly member?: string;
  /** A clause. */
  readonly reason: string;
}

/** A line that could not be used, with its first fault. */
export interface RefusedLine extends LineFault {
  /** From 1. */
  readonly line: number;
  /** The next faults, up to ten in all. */
  readonly others?: readonly LineFault[];
  /** Number of faults beyond those. */
  readonly unlisted?: number;
  /** The record as far as it was read, with the text of a cell of the wrong type; absent for a line that is no record. */
  readonly value?: JsonObject;
}

/** The most faults that are listed of a line. */
const mostFaults = 10;

/** A line with all its faults, at least one. */
export function refusedLine(line: number, faults: readonly LineFault[], value?: JsonObject): RefusedLine {
  const [first = { reason: 'it cannot be used' }, ...others] = faults.slice(0, mostFaults);
  const unlisted = Math.max(0, faults.length - mostFaults);
  const more = { ...(others.length > 0 && { others }), ...(unlisted > 0 && { unlisted }), ...(value && { value }) };
  return { line, ...first, ...more };
}

/** How an import changes the records that a collection has already. */
export const importModes = ['merge', 'replace', 'replace-all'] as const;
export type ImportMode = (typeof importModes)[number];

/** The choices for one list of records of a file. */
export interface ImportChoice {
  /** The collection that takes the records. */
  readonly into?: string | undefined;
  /** The key member of a new collection. */
  readonly key?: string | undefined;
  readonly mode?: ImportMode | undefined;
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
  /** The name of the collection by the file, whichever collection takes the records. */
  readonly source: string;
  readonly definition: CollectionDefinition;
  /** The key that a new collection has unless another one is chosen. */
  readonly suggestedKey: string;
  /** The suggested key if no record has it: the records get it unless another one is chosen. */
  readonly newKey?: string;
  /** The unit of the numbers of values and refusals: lines of the file, records of a list in it, or entries of an archive. */
  readonly places: 'line' | 'record' | 'entry';
  /** True if the file names the collection. */
  readonly isNamed: boolean;
}

/** The collections that take the lists of a file, by the names of the lists. */
export interface ImportTargets {
  /** Undefined for a new collection. */
  readonly existing: (source: string) => CollectionDefinition | undefined;
  /** The name of the collection that takes a list. */
  readonly nameOf: (source: string) => string;
  /** The existing definition, or one that is inferred for a new collection of that name and has the chosen key. */
  readonly define: (
    source: string,
    infer: (name: string) => CollectionDefinition,
  ) => Pick<ReadCollection, 'source' | 'definition' | 'suggestedKey'>;
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
