import type { JsonObject } from '../json/json.ts';
import { type ListQuirks, noListQuirks } from '../list/list-quirks.ts';
import { type Delivery, immediateDelivery } from './delivery.ts';
import type { RuleEffect } from './scenario.ts';

/** The response of a rule in place of the mock API. */
export type RuleResponse =
  | Extract<RuleEffect, { kind: 'answer' }>
  /** Milliseconds until the window of the limit is over. */
  | { readonly kind: 'rate-limit'; readonly milliseconds: number }
  /** Nothing is done; the delivery has the fault. */
  | { readonly kind: 'fault' };

/** The quirks that a request meets. */
export interface Quirks {
  readonly weakTags: boolean;
  readonly numericUserId: boolean;
  readonly list: ListQuirks;
}

/** The effect of a scenario on one request. */
export interface RuleOutcome {
  /** Places of the rules that touched the request, from 0. */
  readonly rules: readonly number[];
  /** The response of the first rule that has one. */
  readonly response: RuleResponse | null;
  readonly delivery: Delivery;
  /** Statuses laid over users, by user id; null when there are none. */
  readonly statuses: ReadonlyMap<string, string> | null;
  /** What another client writes just before this one does; null when there is none. */
  readonly ghostWrite: { readonly patch: JsonObject } | null;
  readonly quirks: Quirks;
}

export const noQuirks: Quirks = { weakTags: false, numericUserId: false, list: noListQuirks };

/** The outcome of a request that no rule touches. Most requests share this object. */
export const noEffect: RuleOutcome = {
  rules: [],
  response: null,
  delivery: immediateDelivery,
  statuses: null,
  ghostWrite: null,
  quirks: noQuirks,
};
