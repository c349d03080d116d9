import type { Condition } from '../conditions/precondition.ts';
import type { PatchStep } from '../json/patch-step.ts';
import type { QueryExplanation } from '../list/explain.ts';
import type { RecordExplanation } from '../list/explain-record.ts';
import type { MockRequest } from '../request/mock-request.ts';

/** How an answer came about. Each part is there when the request got that far. */
export interface Explanation {
  readonly route: RouteExplanation;
  readonly scenario: ScenarioExplanation;
  /** The ladder of RFC 9110, 13.2.2, in the order in which it was climbed; empty when no condition was sent or reached. */
  readonly conditions: readonly Condition[];
  readonly query: QueryExplanation | null;
  /** Where the record is that somebody asked for beside the request; null when nobody did. */
  readonly record: RecordExplanation | null;
  readonly patch: PatchExplanation | null;
  /** One sentence: why this status. */
  readonly verdict: string;
}

export interface RouteExplanation {
  /** Such as `/api/{collection}/{id}`; null when nothing matched. */
  readonly pattern: string | null;
  readonly collection: string | null;
  readonly id: string | null;
}

/** Reads the route from a sent path. Must give the same for the same path: explanations call it later. */
export type RouteOf = (path: string) => RouteExplanation;

export interface ScenarioExplanation {
  readonly name: string;
  /** Who chose it: the console for everybody, the session of the request, or its X-Mock-Scenario header. */
  readonly chosenBy: 'console' | 'session' | 'request';
  /** The rules that touched the request: their place in the scenario, from 0, and what they did. */
  readonly rules: readonly { readonly index: number; readonly effect: string }[];
}

export interface PatchExplanation {
  readonly format: 'merge-patch' | 'json-patch';
  /** One row an operation, or a member of a merge patch, up to and with the one that failed. */
  readonly steps: readonly PatchStep[];
}

/** A request and its response as the request log recorded them: the source of an explanation. */
export interface RecordedExchange extends Pick<MockRequest, 'method' | 'path' | 'header'> {
  /** The request's body; undefined without a body that is text. */
  readonly body: string | undefined;
  /** The value of a header of the response, lower-case name. */
  readonly responseHeader: (name: string) => string | undefined;
}

/** Makes the explanation of a response on demand. */
export interface Explainer {
  /** `record` is the id of a record whose place in, or absence from, a list is explained too. */
  explain(exchange: RecordedExchange, record?: string): Explanation;
}
