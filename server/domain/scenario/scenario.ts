import type { Json, JsonObject } from '../json/json.ts';
import type { Fault } from './delivery.ts';

/** Milliseconds. */
export const longestDelay = 600_000;

/** The requests that a rule applies to; every given member must match. */
export interface RuleCondition {
  readonly method?: string;
  /** A path pattern: `{id}` matches one segment, a trailing `/**` any rest. */
  readonly path?: string;
  /** The id of the record that the request is about. */
  readonly id?: string;
  /** Query parameters by decoded name: one of the sent values must equal this one; null matches any value. */
  readonly query?: Readonly<Record<string, string | null>>;
  /** Header values by case-insensitive name; null matches any value. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Tests of values in the JSON body. */
  readonly body?: readonly BodyTest[];
  /** Which of the matching requests the rule applies to; without it, all of them. */
  readonly occurrence?: Occurrence;
}

/** A test of the value at a JSON pointer in the body; exactly one of `equals` and `contains` is given. */
export interface BodyTest {
  /** RFC 6901; empty for the whole body. */
  readonly pointer: string;
  readonly equals?: Json;
  /** A part of a text, an element of an array, or some members of an object. */
  readonly contains?: Json;
}

/** Some of the requests that match a rule, counted from the scenario's activation. */
export interface Occurrence {
  /**
   * The first `count`, only the `count`-th, the `count`-th and all later ones, every `count`-th, or `count` per cent of the
   * requests, chosen with the scenario's seed.
   */
  readonly kind: OccurrenceKind;
  readonly count: number;
  /** `record` counts the requests for each record separately. */
  readonly per?: 'record';
}

export const occurrenceKinds = ['first', 'nth', 'from', 'every', 'percent'] as const;
export type OccurrenceKind = (typeof occurrenceKinds)[number];

/** A fixed response. */
export interface FixedResponse {
  readonly status: number;
  /** A list of values is sent as one line each. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** `json` by default; the body of every other form is a text. A Content-Type header overrides the media type of the form. */
  readonly form?: BodyForm;
  readonly body?: Json;
  /** True: header values, and a body that is not `base64`, are templates, in which `{name}` stands for a value. */
  readonly substitute?: boolean;
}

/** The forms of a body, and the media type of each. `base64` is bytes (RFC 4648, section 4). */
export const mediaTypes = {
  json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  base64: 'application/octet-stream',
} as const;
export type BodyForm = keyof typeof mediaTypes;
export const bodyForms = Object.keys(mediaTypes) as readonly BodyForm[];

/** The continuation after the last response of a sequence: the same again, the first one, or the mock API's own responses. */
export const sequenceEnds = ['stay', 'repeat', 'pass'] as const;
export type SequenceEnd = (typeof sequenceEnds)[number];

/** The effect of a rule on a request. */
export type RuleEffect =
  /** Overrides the status of a user without changing the data. */
  | { readonly kind: 'user-status'; readonly userId: string; readonly status: string }
  | ({ readonly kind: 'answer' } & FixedResponse)
  /** Each request that the rule answers gets the next response. After the last one, `end` decides; it is `stay` by default. */
  | { readonly kind: 'sequence'; readonly answers: readonly FixedResponse[]; readonly end?: SequenceEnd }
  /** Delays the first byte by a number of milliseconds; with `spread`, by a random time. */
  | { readonly kind: 'delay'; readonly milliseconds: number; readonly spread?: Spread }
  /** Sends the body in equal pieces over a number of milliseconds. */
  | { readonly kind: 'dribble'; readonly milliseconds: number; readonly pieces: number }
  | { readonly kind: 'throttle'; readonly bytesPerSecond: number }
  | { readonly kind: 'fault'; readonly fault: RuleFault }
  /**
   * Answers 429 with Retry-After beyond a number of requests in a window of seconds. With `announce`, each response has the
   * fields RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers).
   */
  | {
      readonly kind: 'rate-limit';
      readonly requests: number;
      readonly seconds: number;
      readonly announce?: boolean;
    }
  /** Changes the record as another client would, just before a PUT, PATCH or DELETE: applies the merge patch, adds a version. */
  | { readonly kind: 'ghost-write'; readonly patch?: JsonObject }
  | { readonly kind: 'quirk'; readonly quirk: PlainQuirk }
  /** Silently lowers a limit above `size`. */
  | { readonly kind: 'quirk'; readonly quirk: 'page-size-capped'; readonly size: number };

/**
 * The distribution of a delay: uniform from `milliseconds` to `most`, or log-normal with the median `milliseconds` and the
 * standard deviation `sigma` of the logarithm.
 */
export type Spread =
  | { readonly kind: 'uniform'; readonly most: number }
  | { readonly kind: 'log-normal'; readonly sigma: number };

/** A fault of the connection. `commit-then-reset` carries the request out, then resets. */
export type RuleFault = Fault | 'commit-then-reset';

export const ruleFaults = [
  'reset',
  'empty',
  'malformed',
  'hang',
  'cut',
  'commit-then-reset',
] as const satisfies readonly RuleFault[];

/** Deviations of real services from the conventions. */
export const plainQuirks = [
  /** Entity tags are weak, which If-Match never matches. */
  'weak-tags',
  /** Every cursor is answered with 410. */
  'cursor-expired',
  /** The total is one too high. */
  'total-off-by-one',
  /** Every other request reverses the order of records with equal sort values. */
  'no-tie-break',
  /** `since_id` returns the newest records, newest first, instead of the next ones, which leaves a gap. */
  'since-id-newest-first',
  /** The first page has the number 0. */
  'pages-from-zero',
  /** `GET /users/{userId}` returns the id as a number, as one version of the service's description has it. */
  'numeric-user-id',
] as const;
export type PlainQuirk = (typeof plainQuirks)[number];

export interface Rule {
  readonly when: RuleCondition;
  readonly then: RuleEffect;
}

/** A named list of rules. They apply in order: the first response wins, delays add up. */
export interface Scenario {
  readonly name: string;
  readonly description: string;
  /** The seed of the random choices; 1 by default. Equal seeds give equal choices. */
  readonly seed?: number;
  readonly rules: readonly Rule[];
}

/** A rule as declared: without a condition, it applies to every request. */
export type DeclaredRule = Pick<Rule, 'then'> & Partial<Pick<Rule, 'when'>>;

/** A scenario as declared: only the name is needed. */
export type DeclaredScenario = Pick<Scenario, 'name'> &
  Partial<Pick<Scenario, 'description' | 'seed'>> & { readonly rules?: readonly DeclaredRule[] };

/** The scenario without rules in every workspace. */
export const defaultScenario: Scenario = {
  name: 'Default',
  description: 'The live state as it is.',
  rules: [],
};

/** True if two decoded rules are equal, or neither is there. */
export function sameRule(a: Rule | undefined, b: Rule | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** True if two decoded scenarios are equal. Decoding gives the members a fixed order. */
export function sameScenario(a: Scenario, b: Scenario): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
