import { assertNever } from '../basics/result.ts';
import type { JsonObject } from '../json/json.ts';
import { type ListQuirks, noListQuirks } from '../list/list-quirks.ts';
import { type Delivery, immediateDelivery } from './delivery.ts';
import type { RuleEffect } from './scenario.ts';

/** A response that a rule gives instead of the endpoint. */
export type RuleResponse =
  | Extract<RuleEffect, { kind: 'answer' }>
  /** Milliseconds until the next window of the limit. */
  | { readonly kind: 'rate-limit'; readonly milliseconds: number }
  /** The request is not carried out; the delivery has the fault. */
  | { readonly kind: 'fault' };

export interface Quirks {
  readonly weakTags: boolean;
  readonly numericUserId: boolean;
  readonly list: ListQuirks;
}

/**
 * A rule that matched a request and yet did not apply, and the cause: its occurrence, its rate limit, the end of its sequence,
 * or an earlier rule that decided the same.
 */
export interface MissedRule {
  readonly index: number;
  /** The number of the request, from 0, among those that the rule matches. */
  readonly place: number;
  readonly cause: 'occurrence' | 'limit' | 'end' | 'earlier';
}

/** The effect of a scenario on one request. */
export interface RuleOutcome {
  /** Indexes of the rules that applied, from 0. */
  readonly rules: readonly number[];
  readonly missed: readonly MissedRule[];
  /** The index, from 0, of the response that a sequence gave; null for none. */
  readonly step: number | null;
  /** The index of the rule that gives the response; null for none. */
  readonly responder: number | null;
  /** The response of the first rule that gives one. */
  readonly response: RuleResponse | null;
  /** Headers that rules add to the response, of a rule or of the API; null for none. */
  readonly headers: Readonly<Record<string, string>> | null;
  readonly delivery: Delivery;
  /** Statuses that override those of users, by user id; null for none. */
  readonly statuses: ReadonlyMap<string, string> | null;
  /** The write of another client just before this one; null for none. */
  readonly ghostWrite: { readonly patch: JsonObject } | null;
  readonly quirks: Quirks;
}

export const noQuirks: Quirks = { weakTags: false, numericUserId: false, list: noListQuirks };

/** The outcome if no rule matches. Most requests share this object. */
export const noEffect: RuleOutcome = {
  rules: [],
  missed: [],
  step: null,
  responder: null,
  response: null,
  headers: null,
  delivery: immediateDelivery,
  statuses: null,
  ghostWrite: null,
  quirks: noQuirks,
};

/** Adds a deviation; `place` is the number of the request, from 0, among those that the rule matches. */
export function withQuirk(quirks: Quirks, then: Extract<RuleEffect, { kind: 'quirk' }>, place: number): Quirks {
  const inLists = (change: Partial<ListQuirks>): Quirks => ({ ...quirks, list: { ...quirks.list, ...change } });
  switch (then.quirk) {
    case 'weak-tags':
      return { ...quirks, weakTags: true };
    case 'numeric-user-id':
      return { ...quirks, numericUserId: true };
    case 'cursor-expired':
      return inLists({ cursorExpired: true });
    case 'total-off-by-one':
      return inLists({ totalOffByOne: true });
    case 'no-tie-break':
      return inLists({ tiesReversed: place % 2 === 1 });
    case 'since-id-newest-first':
      return inLists({ sinceNewestFirst: true });
    case 'pages-from-zero':
      return inLists({ firstPage: 0 });
    case 'page-size-capped':
      return inLists({ pageCap: Math.min(quirks.list.pageCap, then.size) });
    default:
      return assertNever(then);
  }
}
