/** The comparison of the mock with the real service: the same requests to both, judged by what each side does with its own data. */
import type { JsonObject } from '../json/json.ts';
import type { Settings } from '../model/settings.ts';
import type { PlainQuirk } from '../scenario/scenario.ts';

/** The mock, and the real service. */
export const sides = ['ours', 'theirs'] as const;
export type Side = (typeof sides)[number];

/** A value for each side. */
export type Both<T> = Readonly<Record<Side, T>>;

export type HeaderPairs = readonly (readonly [name: string, value: string])[];

export interface SideRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: HeaderPairs;
  readonly body: string | null;
}

export interface SideResponse {
  readonly status: number;
  readonly headers: HeaderPairs;
  readonly body: string;
}

/**
 * One request to both sides. They differ in what belongs to the data, such as ids, tags and cursors. Null for a side that is
 * not asked.
 */
export type DriftRequest = Both<SideRequest | null>;

/** A request to both sides with the responses. */
export interface DriftExchange {
  /** From 0, in the order of the run. */
  readonly number: number;
  readonly request: DriftRequest;
  /** Null for a side that gave no response. */
  readonly response: Both<SideResponse | null>;
}

/** A part of the comparison: yields requests, gets their exchanges, and ends with a result. */
export type Script<T> = Generator<DriftRequest, T, DriftExchange>;

/** An edit of the workspace after which the mock does as the service. */
export type DriftChange =
  | { readonly kind: 'settings'; readonly settings: Partial<Settings> }
  | { readonly kind: 'order'; readonly collection: string; readonly sort: string | null }
  | { readonly kind: 'schema'; readonly collection: string; readonly schema: JsonObject }
  /** A rule of the active scenario, which is added or taken away. `size` is that of `page-size-capped`. */
  | {
      readonly kind: 'quirk';
      readonly quirk: PlainQuirk | 'page-size-capped';
      readonly size: number | null;
      readonly isOn: boolean;
    };

/** The subjects of a comparison, with their titles. */
export const driftRules = {
  'list-status': 'Status of a list',
  'list-type': 'Media type of a list',
  'list-form': 'Form of a list',
  'page-size': 'Page size without a limit',
  'page-limit': 'Largest page',
  'page-cap': 'Pages as large as requested',
  dialect: 'Names of parameters',
  total: 'Total of a list',
  'total-header': 'X-Total-Count',
  'list-tag': 'Tag of a list',
  link: 'Link to the next page',
  members: 'Members and types of records',
  order: 'Order without a sort parameter',
  'parameter-limit': 'Limit',
  'parameter-offset': 'Offset',
  'parameter-page': 'Page numbers',
  'parameter-cursor': 'Cursors',
  'parameter-since': 'Records after an id',
  'parameter-time': 'Time window',
  'parameter-sort': 'Sort order',
  'parameter-filter': 'Conditions on fields',
  'parameter-expression': 'Filter expressions',
  'parameter-search': 'Search in all members',
  'tie-break': 'Order of equal values',
  'unknown-field': 'Unknown field in a filter',
  'record-status': 'Status of a record',
  'record-type': 'Media type of a record',
  'record-tag': 'Tag of a record',
  version: 'Version of a record',
  'conditional-get': 'Conditional GET',
  head: 'HEAD',
  missing: 'Status of a missing record',
  'error-form': 'Form of an error',
  'user-service': 'User Information Service',
  'user-id': 'Type of userId',
  create: 'POST creates a record',
  location: 'Location of a new record',
  'idempotency-key': 'Idempotency-Key',
  'unconditional-write': 'Write without a precondition',
  'merge-patch': 'Merge patch',
  'json-patch': 'JSON Patch',
  'if-match': 'If-Match',
  delete: 'DELETE',
} as const;

export type DriftRule = keyof typeof driftRules;

/** The result of one comparison. */
export interface DriftCheck {
  /** Unique in a run, such as `page-size users`. */
  readonly id: string;
  readonly rule: DriftRule;
  readonly title: string;
  readonly collection: string;
  /** `unknown` if the data or the responses do not show it. */
  readonly outcome: 'same' | 'different' | 'unknown';
  /** `information` for what the mock adds, which no client of the service can rely on. */
  readonly severity: 'difference' | 'information';
  /** One sentence. */
  readonly detail: string;
  /** Numbers of the exchanges that show it. */
  readonly exchanges: readonly number[];
  /** Null if nothing in the workspace makes them equal. */
  readonly change: DriftChange | null;
}

/** True if a difference was found that is more than information. */
export function hasDrift(checks: readonly DriftCheck[]): boolean {
  return checks.some(({ outcome, severity }) => outcome === 'different' && severity === 'difference');
}
