import type { Condition } from '../conditions/precondition.ts';
import type { PatchStep } from '../json/json-patch.ts';
import type { QueryExplanation } from '../list/explain.ts';
import type { RecordExplanation } from '../list/explain-record.ts';
import type { MockRequest } from '../request/mock-request.ts';

/** Why a request got its response. A part is empty or null if the request did not get that far. */
export interface Explanation {
  readonly route: RouteExplanation;
  readonly scenario: ScenarioExplanation;
  /** The conditions in the order of their evaluation (RFC 9110, 13.2.2); empty if none was sent or reached. */
  readonly conditions: readonly Condition[];
  readonly query: QueryExplanation | null;
  /** The place of one record in the list, if the caller names one; else null. */
  readonly record: RecordExplanation | null;
  readonly patch: PatchExplanation | null;
  /** The real service that sent the response, or failed to; missing for a response of the mock. */
  readonly upstream?: UpstreamExplanation;
  /** One sentence: the reason for the status. */
  readonly verdict: string;
}

export interface UpstreamExplanation {
  readonly url: string;
  /** `missing`: the mock has no resource there. `all`: the mock was not asked. */
  readonly mode: 'off' | 'missing' | 'all';
  /** Null without a usable response. */
  readonly status: number | null;
  /** From the request to the last byte of the response. */
  readonly milliseconds: number;
}

export interface RouteExplanation {
  /** Such as `/api/{collection}/{id}`; null if no endpoint has the path. */
  readonly pattern: string | null;
  readonly collection: string | null;
  readonly id: string | null;
}

/** Reads the route from a path. Must be deterministic, because explanations call it later. */
export type RouteOf = (path: string) => RouteExplanation;

export interface ScenarioExplanation {
  readonly name: string;
  /** The console for all requests, the session of the request, or its X-Mock-Scenario header. */
  readonly chosenBy: 'console' | 'session' | 'request';
  /** The rules that applied: their index in the scenario, from 0, and their effect. */
  readonly rules: readonly { readonly index: number; readonly effect: string }[];
  /** The rules that did not apply, and why. Missing if there are none. */
  readonly others?: readonly { readonly index: number; readonly reason: string }[];
  /** The values that a rule put into its response, by their names in its template. Missing if there are none. */
  readonly values?: readonly { readonly name: string; readonly value: string }[] | undefined;
}

export interface PatchExplanation {
  readonly format: 'merge-patch' | 'json-patch';
  /** One step for each operation, or for each member of a merge patch; the last one may have failed. None of a refused patch is applied. */
  readonly steps: readonly PatchStep[];
}

/** A request and its response as the request log recorded them. */
export interface RecordedExchange extends Pick<MockRequest, 'method' | 'path' | 'query' | 'header'> {
  /** The request's body; undefined without a body that is text. */
  readonly body: string | undefined;
  /** The value of a header of the response, lower-case name. */
  readonly responseHeader: (name: string) => string | undefined;
}

/** Explains a response on demand. */
export interface Explainer {
  /** `record` is the id of a record; the explanation then says whether a list contains it, and why. */
  explain(exchange: RecordedExchange, record?: string): Explanation;
}
