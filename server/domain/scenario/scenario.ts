import type { Json, JsonObject } from '../json/json.ts';
import type { Fault } from './delivery.ts';

/** Milliseconds; longer than any client waits. */
export const longestDelay = 600_000;

/** When a rule applies; every member that is given must match. */
export interface RuleCondition {
  readonly method?: string;
  /** Path pattern: `/users/{id}` binds one segment, a trailing `/**` any rest. */
  readonly path?: string;
  /** Key of the record that the request is about. */
  readonly id?: string;
  /** Query parameters by their decoded names: one of the values that were sent is this one; null is any value. */
  readonly query?: Readonly<Record<string, string | null>>;
  /** Header values by name, whatever its case; null is any value. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Of the requests that match all this, those that the rule touches; without it, every one. */
  readonly occurrence?: Occurrence;
}

/** Some of the requests that match a rule, counted from the scenario's activation. */
export interface Occurrence {
  /** The first `count` ones, every `count`-th one, or `count` per cent of them, drawn with the scenario's seed. */
  readonly kind: OccurrenceKind;
  readonly count: number;
  /** `record` counts the requests about each record on their own. */
  readonly per?: 'record';
}

export const occurrenceKinds = ['first', 'every', 'percent'] as const;
export type OccurrenceKind = (typeof occurrenceKinds)[number];

/** What a rule does to a request that it touches. */
export type RuleEffect =
  /** Lays a status over a user, without changing the data. */
  | { readonly kind: 'user-status'; readonly userId: string; readonly status: string }
  /** A fixed answer. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: Json;
    }
  /** Milliseconds before the first byte; with `spread`, a random time around them. */
  | { readonly kind: 'delay'; readonly milliseconds: number; readonly spread?: Spread }
  /** Spreads the body evenly over that many milliseconds, in so many pieces. */
  | { readonly kind: 'dribble'; readonly milliseconds: number; readonly pieces: number }
  | { readonly kind: 'throttle'; readonly bytesPerSecond: number }
  | { readonly kind: 'fault'; readonly fault: RuleFault }
  /** 429 with Retry-After beyond so many requests in a window of so many seconds. */
  | { readonly kind: 'rate-limit'; readonly requests: number; readonly seconds: number }
  /** Changes the record as another client would, just before a PUT, PATCH or DELETE: a new version, and the merge patch. */
  | { readonly kind: 'ghost-write'; readonly patch?: JsonObject }
  | { readonly kind: 'quirk'; readonly quirk: PlainQuirk }
  /** A limit above `size` is cut down without a word. */
  | { readonly kind: 'quirk'; readonly quirk: 'page-size-capped'; readonly size: number };

/**
 * How a delay varies: evenly from `milliseconds` to `most`, or log-normal with `milliseconds` as its median and that
 * standard deviation of the logarithm.
 */
export type Spread =
  | { readonly kind: 'uniform'; readonly most: number }
  | { readonly kind: 'log-normal'; readonly sigma: number };

/** What can go wrong on the socket. `commit-then-reset` does what was asked for, then resets. */
export type RuleFault = Fault | 'commit-then-reset';

export const ruleFaults = [
  'reset',
  'empty',
  'malformed',
  'hang',
  'cut',
  'commit-then-reset',
] as const satisfies readonly RuleFault[];

/** Ways in which real services differ from the conventions. */
export const plainQuirks = [
  /** Entity tags are weak, which If-Match never matches. */
  'weak-tags',
  /** Every cursor is answered with 410. */
  'cursor-expired',
  /** The total says one more than there is. */
  'total-off-by-one',
  /** Records that sort alike come in another order with every other request. */
  'no-tie-break',
  /** `since_id` gives the newest records instead of the next ones, newest first, and leaves a gap. */
  'since-id-newest-first',
  /** The first page has the number 0. */
  'pages-from-zero',
  /** `GET /users/{userId}` gives the id as a number, as one rendering of its description has it. */
  'numeric-user-id',
] as const;
export type PlainQuirk = (typeof plainQuirks)[number];

export interface Rule {
  readonly when: RuleCondition;
  readonly then: RuleEffect;
}

/** A named set of rules laid over the live state. Rules are tried in order: the first that answers wins, delays add up. */
export interface Scenario {
  readonly name: string;
  readonly description: string;
  /** What its random choices are drawn from: the same seed, the same choices. 1 where the file does not say. */
  readonly seed?: number;
  readonly rules: readonly Rule[];
}

/** The scenario without rules, which every workspace has. */
export const defaultScenario: Scenario = {
  name: 'Default',
  description: 'The live state as it is.',
  rules: [],
};

/** True when two scenarios that were read from JSON say the same, member for member in the order that reading gives. */
export function sameScenario(a: Scenario, b: Scenario): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
