import type { JsonObject } from '../../domain/json/json.ts';
import type { Settings } from '../../domain/model/settings.ts';
import type { Scenario } from '../../domain/scenario/scenario.ts';

/** The changes that an import would make. */
export interface ImportPreview {
  /** Identifies the preview in `import.apply` and `import.rows`. */
  readonly id: number;
  readonly collections: readonly {
    /** The collection that takes the records. */
    readonly name: string;
    /** The name of the collection by the file, which a choice names. */
    readonly source: string;
    readonly state: 'new' | 'exists';
    /** The key member. */
    readonly key: string;
    /**
     * The members that may be the key of a new collection, the suggested one first; empty for an existing one. `reason` is a
     * clause that says which records a member does not identify, or null.
     */
    readonly keys: readonly { readonly name: string; readonly reason: string | null }[];
    /** Its paths beside those below `/api`, its default order, null for the key, and its time member, or null. */
    readonly paths: readonly string[];
    readonly sort: string | null;
    readonly time: string | null;
    /** New records, records that differ from their fixtures, and records that equal them. */
    readonly fresh: number;
    readonly changed: number;
    readonly same: number;
    /** Records that the file does not have: those that `replace-all` removes, and fixtures that stay. */
    readonly removed: number;
    readonly kept: number;
    /** Records that cannot be stored; `refusals` has the first hundred. */
    readonly refused: number;
    readonly refusals: readonly RefusedImport[];
    readonly places: 'line' | 'record' | 'entry';
    /** True when the file names the collection. */
    readonly isNamed: boolean;
    /**
     * `replace`: a record of the file replaces the record of its key. `merge`: members that the file lacks are kept.
     * `replace-all`: as `replace`, and records that the file does not have are removed.
     */
    readonly mode: 'replace' | 'merge' | 'replace-all';
  }[];
  /** Sentences about the parts of the file that cannot be used. */
  readonly notes: readonly string[];
  /** Settings with which the mock responds as the recorded service does; null if there are none to change. */
  readonly settings: SuggestedSettings | null;
}

export type SuggestedSettings = Partial<Pick<Settings, 'dialect' | 'envelope' | 'pageSize' | 'userService'>>;

/** One reason why a record cannot be imported. */
export interface ImportFault {
  /** The member that is wrong; absent if the record as a whole is. */
  readonly member?: string;
  /** A clause. */
  readonly reason: string;
}

/** A record that cannot be imported, with its first fault. */
export interface RefusedImport extends ImportFault {
  /** Line of the file, or place in a list or an archive, from 1. */
  readonly line: number;
  /** The next faults, up to ten in all, and the number of those beyond. */
  readonly others?: readonly ImportFault[];
  readonly unlisted?: number;
}

export type ImportRowKind = 'new' | 'changed' | 'same' | 'removed' | 'refused';

/** A record of an import, before and after it. */
export interface ImportRow {
  /** Place in the file, from 1; null for a removed record. */
  readonly line: number | null;
  /** The key, as it was read; null without one. */
  readonly id: string | null;
  /** The present record, null if there is none; and the record after the import, null if it goes or cannot be read. */
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
  /** JSON pointers (RFC 6901) of the values that a changed record has otherwise. */
  readonly differs: readonly string[];
  /** Why a refused record cannot be stored, up to ten reasons, and the number of those beyond. */
  readonly faults: readonly ImportFault[];
  readonly unlisted: number;
}

/** The scenarios in a file, compared with those of the workspace. */
export interface ImportedScenarios {
  readonly scenarios: readonly {
    readonly name: string;
    /** The number of rules. */
    readonly rules: number;
    /** The workspace has no scenario of that name, a different one, or an equal one. */
    readonly state: 'new' | 'replaces' | 'same';
    /** The present scenario of that name, null for none. */
    readonly base: Scenario | null;
  }[];
  /** Invalid scenarios, with sentences that say why. */
  readonly refused: readonly { readonly name: string | null; readonly reasons: readonly string[] }[];
}
