import type { RuleResult } from '../../domain/audit/result.ts';
import type { FieldSummary } from '../../domain/fields/field-values.ts';
import type { CollectionDefinition } from '../../domain/model/collection-definition.ts';
import type { ComparedRecord } from '../../domain/records/state-comparison.ts';
import type { Explanation, ScenarioExplanation } from '../../domain/response/explanation.ts';
import type { Delivery } from '../../domain/scenario/delivery.ts';
import type { RuleTarget } from '../../domain/scenario/rule-match.ts';
import type { RuleVerdict } from '../../domain/scenario/scenario-run.ts';
import type { TimelineStep } from '../../domain/timeline/timeline.ts';
import type { CapturedBody, RecordRow, RequestSummary } from './state.ts';

/** Declares the output type of a command. Only inputs are decoded at run time; outputs come from the host. */
export function output<T>(): { readonly type?: T } {
  return {};
}

export interface CollectionFields {
  readonly definition: CollectionDefinition;
  /** Each parent comes before its members. */
  readonly fields: readonly FieldSummary[];
}

/** One reason why a value cannot be a record of its collection. */
export interface RecordFault {
  /** JSON pointer (RFC 6901) of the wrong member, or of the object that lacks one. */
  readonly pointer: string;
  readonly detail: string;
}

/** The effects of a collection's definition on the workspace. */
export interface CollectionCheck {
  /** Why the definition cannot be used; empty if it can. Pointers are into the definition. */
  readonly errors: readonly RecordFault[];
  /** Records checked, and those among them that do not fit. They stay, and can be mended later. */
  readonly records: number;
  readonly faulty: number;
  /** The first ten faults. */
  readonly faults: readonly (RecordFault & { readonly id: string })[];
  readonly uses: CollectionUses;
}

/** The references to a collection, beside its own records. */
export interface CollectionUses {
  /** Rules and saved requests with its path. A rename changes them. */
  readonly rules: number;
  readonly requests: number;
  /** Expectations with its path. A rename leaves them. */
  readonly expectations: number;
  /** Sessions and snapshots that have changed its records. */
  readonly sessions: number;
  readonly snapshots: number;
}

/** The outcome of a change of many records, or of its preview. */
export interface ChangeOutcome {
  /** Records changed, created or deleted. */
  readonly records: number;
  /** The new ones among them. */
  readonly created: number;
  /** Records that the change leaves as they are. */
  readonly same: number;
  /** Records that cannot be changed like this; `refusals` has the first hundred. */
  readonly refused: number;
  readonly refusals: readonly RefusedRecord[];
}

export interface RefusedRecord {
  /** Place among the requested records, from 1. */
  readonly row: number;
  /** Null for a new record. */
  readonly id: string | null;
  /** A sentence. */
  readonly reason: string;
}

/** The number of records that were reset, promoted or restored. */
export interface Settled {
  readonly records: number;
}

/** A record whose live state differs from its fixture. */
export interface RecordDifference extends RecordRow {
  readonly collection: string;
  /** JSON pointers (RFC 6901) of the values that differ; the empty pointer when one side is missing. */
  readonly differs: readonly string[];
}

/** A record that differs between two states, as a page of a comparison lists it. */
export interface ListedChange extends ComparedRecord {
  /** The versions of the live record and of its fixture; null without one. `state.reset` and `state.keep` take them. */
  readonly live: number | null;
  readonly fixture: number | null;
  /** What changed the record of the shared live state last; null for a session, and beyond the timeline. */
  readonly cause: TimelineStep | null;
}

/** A backup of a workspace file: the name of its file, when it was made, and how many records it holds. */
export type WorkspaceBackup = {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly saved: number;
  readonly records: number;
};

export interface RecordName {
  readonly collection: string;
  readonly id: string;
}

/** The new records of a collection. */
export interface AddedRecords {
  readonly collection: string;
  /** Id of the first one: in the collection's own order if they are together, else in the order of their creation. */
  readonly first: string;
  readonly count: number;
  /** True if no other record stands between them in the collection's own order. */
  readonly areTogether: boolean;
}

/** The dry-run result of a scenario for a row of equal requests. */
export interface DryRun {
  readonly target: RuleTarget;
  /** One result for each request, in order. */
  readonly requests: readonly {
    /** One verdict for each rule, in order. */
    readonly rules: readonly RuleVerdict[];
    readonly delivery: Delivery;
    /** Status of the scenario's own response; null where the mock API answers. */
    readonly status: number | null;
    /** That response as it would be sent, with the values that were put in. */
    readonly response: DryResponse | null;
  }[];
}

/** A response of a scenario that is not sent. */
export interface DryResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** The first 4 KiB. */
  readonly body: CapturedBody | null;
  /** The values that the rule put in, by their names in its template. */
  readonly values: NonNullable<ScenarioExplanation['values']>;
}

/** The outcome of a request that the host sent. */
export interface SentRequest {
  /** Id in the request log; null for a request that was refused before the log saw it. */
  readonly id: number | null;
  /** From sending to the last byte of the response. */
  readonly durationMs: number;
  /** Null without a response. */
  readonly response: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: CapturedBody | null;
  } | null;
  /** A sentence on why the response is missing or incomplete, or null. */
  readonly fault: string | null;
}

export interface RequestDetail extends RequestSummary {
  readonly request: { readonly headers: readonly (readonly [string, string])[]; readonly body: CapturedBody | null };
  readonly response: {
    readonly statusText: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: CapturedBody | null;
  } | null;
  /** In milliseconds, on the clock of `durationMs`. */
  readonly timing: {
    /** From the arrival of the request to the end of its body; null without a body. */
    readonly bodyMs: number | null;
    /** From the arrival to the decision on the response; null for a response that was not delayed. */
    readonly decidedMs: number | null;
    /** The scenario's delay before the first byte. */
    readonly delayMs: number;
  };
  /** Who ended the exchange before its response was complete; null for a complete one. */
  readonly brokenBy: 'client' | 'server' | null;
  /** Null for a request that never reached the mock API, such as one with a foreign Host. */
  readonly explanation: Explanation | null;
}

/** The results of an audit, one for each rule. */
export interface AuditRun {
  /** Requests that were judged. */
  readonly requests: number;
  readonly results: readonly RuleResult[];
}

/** A scene that an audit can play. */
export interface SceneSummary {
  readonly name: string;
  readonly description: string;
  /** Ids of audit rules; empty for a scenario of the workspace. */
  readonly exercises: readonly string[];
}

/** A client in the log. */
export interface AuditedClient {
  /** The value of the header that names clients; empty without it. */
  readonly client: string;
  readonly session: string | null;
  readonly requests: number;
  /** Connections on which the requests came. */
  readonly connections: number;
  /** Ids of its first and its latest request. */
  readonly first: number;
  readonly last: number;
}
