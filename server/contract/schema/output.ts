import type { FieldSummary } from '../../domain/fields/field-values.ts';
import type { CollectionDefinition } from '../../domain/model/collection-definition.ts';
import type { Explanation } from '../../domain/response/explanation.ts';
import type { Delivery } from '../../domain/scenario/delivery.ts';
import type { RuleTarget } from '../../domain/scenario/rule-match.ts';
import type { RuleVerdict } from '../../domain/scenario/scenario-run.ts';
import type { CapturedBody, RecordRow, RequestSummary } from './state.ts';

/** Declares what a command gives back. Only inputs are decoded at run time: outputs come from the host itself. */
export function output<T>(): { readonly type?: T } {
  return {};
}

export interface CollectionFields {
  readonly definition: CollectionDefinition;
  /** A parent before its members. */
  readonly fields: readonly FieldSummary[];
}

/** One reason why a value cannot be a record of its collection. */
export interface RecordFault {
  /** JSON pointer (RFC 6901) of the member that is wrong, or of the object that lacks one. */
  readonly pointer: string;
  readonly detail: string;
}

/** What a change of many records does, or would do. */
export interface ChangeOutcome {
  /** Records that are changed, created or deleted. */
  readonly records: number;
  /** How many of them are new. */
  readonly created: number;
  /** Records that are so already. */
  readonly same: number;
  /** Records that cannot be changed so; the first hundred with the reason. */
  readonly refused: number;
  readonly refusals: readonly RefusedRecord[];
}

export interface RefusedRecord {
  /** Its place among those that were meant, from 1. */
  readonly row: number;
  /** Null for a record that is to be made. */
  readonly id: string | null;
  /** A sentence. */
  readonly reason: string;
}

/** How many records were made what they should be. */
export interface Settled {
  readonly records: number;
}

/** A record whose live state differs from its fixture. */
export interface RecordDifference extends RecordRow {
  readonly collection: string;
  /** JSON pointers (RFC 6901) of the values that differ; the empty one where only one of the two is there. */
  readonly differs: readonly string[];
}

/** What an import of a file would do to the workspace. */
export interface ImportPreview {
  /** Stands for it when it is applied. */
  readonly id: number;
  readonly collections: readonly {
    readonly name: string;
    readonly state: 'new' | 'exists';
    /** Records that the collection does not have, that differ from its fixtures, and that are as these are. */
    readonly fresh: number;
    readonly changed: number;
    readonly same: number;
    /** Records that cannot be stored; the first hundred with the reason. */
    readonly refused: number;
    readonly refusals: readonly {
      /** Line of the file, or place in a list or an archive, from 1. */
      readonly line: number;
      readonly reason: string;
    }[];
    readonly places: 'line' | 'record' | 'entry';
    /** True where the file says that they are for this collection. */
    readonly isNamed: boolean;
  }[];
  /** Sentences that say what of the file cannot be used. */
  readonly notes: readonly string[];
}

/** What a file holds for the scenarios of the workspace. */
export interface ImportedScenarios {
  readonly scenarios: readonly {
    readonly name: string;
    /** How many there are. */
    readonly rules: number;
    /** Whether the workspace has none of that name, another one, or the very same. */
    readonly state: 'new' | 'replaces' | 'same';
  }[];
  /** Those that cannot be used, by name where they have one, and sentences that say why. */
  readonly refused: readonly { readonly name: string | null; readonly reasons: readonly string[] }[];
}

/** What a scenario would make of requests. */
export interface DryRun {
  readonly target: RuleTarget;
  /** Each request in a row, the first one first. */
  readonly requests: readonly {
    /** One a rule, in their order. */
    readonly rules: readonly RuleVerdict[];
    readonly delivery: Delivery;
    /** Status of the answer that the scenario gives in place of the mock API; null where it gives none. */
    readonly status: number | null;
  }[];
}

/** What came of a request that the host sent. */
export interface SentRequest {
  /** Id of its entry in the request log; null where it was refused before it could have one. */
  readonly id: number | null;
  /** From the sending to the last byte of the answer. */
  readonly durationMs: number;
  /** Null when there was none. */
  readonly response: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: CapturedBody | null;
  } | null;
  /** Why there is no answer, or not the whole of it, in a sentence; null when all went well. */
  readonly fault: string | null;
}

export interface RequestDetail extends RequestSummary {
  readonly request: { readonly headers: readonly (readonly [string, string])[]; readonly body: CapturedBody | null };
  readonly response: {
    readonly statusText: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: CapturedBody | null;
  } | null;
  /** Milliseconds, those from the request's arrival being on the clock of `durationMs`. */
  readonly timing: {
    /** From the arrival until the whole body was there; null where none came. */
    readonly bodyMs: number | null;
    /** From the arrival until the answer was decided; null where it left at once. */
    readonly decidedMs: number | null;
    /** That the scenario kept the answer before its first byte. */
    readonly delayMs: number;
  };
  /** Null for a request that never reached the mock API, such as one with a foreign Host. */
  readonly explanation: Explanation | null;
}
