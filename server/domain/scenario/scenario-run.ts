import { LruMap } from '../basics/lru-map.ts';
import { assertNever } from '../basics/result.ts';
import type { ListQuirks } from '../list/list-quirks.ts';
import { chance, normalChance } from './chance.ts';
import type { Delivery } from './delivery.ts';
import { describeEffect } from './rule-effect.ts';
import { describeMismatch, matches, type RuleRequest, type RuleTarget } from './rule-match.ts';
import { noEffect, noQuirks, type Quirks, type RuleOutcome } from './rule-outcome.ts';
import { longestDelay, type Occurrence, type Rule, type RuleEffect, type Scenario } from './scenario.ts';

/** The limit of counters per record; a client may ask for any number of ids. */
const countedRecords = 100_000;

/** What a rule would do to a request, as a phrase that goes on from "the rule", or why it would leave it alone. */
export interface RuleVerdict {
  readonly touches: boolean;
  readonly note: string;
}

/** What a request would evaluate, rule by rule. */
export interface DryRun {
  readonly outcome: RuleOutcome;
  readonly verdicts: readonly RuleVerdict[];
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** What the rules have made of a request so far. */
interface Draft {
  readonly rules: number[];
  response: RuleOutcome['response'];
  readonly delivery: Writable<Delivery>;
  readonly statuses: Map<string, string>;
  ghostWrite: RuleOutcome['ghostWrite'];
  quirks: Quirks;
}

/** A window of a rate limit: when it began, in milliseconds, and the requests it has let through. */
interface LimitWindow {
  began: number;
  requests: number;
}

/**
 * A scenario since its activation. It counts the requests that each rule matches. Everything else follows from the counters,
 * random choices too, so a new run repeats the same outcomes.
 */
export class ScenarioRun {
  readonly scenario: Scenario;
  /** Requests that matched, by the rule's place, and where it counts per record by rule and record. */
  readonly #matched = new LruMap<string, number>(countedRecords);
  readonly #windows = new Map<number, LimitWindow>();

  constructor(scenario: Scenario) {
    this.scenario = scenario;
  }

  /** False for a scenario that leaves every request alone. */
  get hasRules(): boolean {
    return this.scenario.rules.length > 0;
  }

  /**
   * What the scenario makes of the next request: the first rule that answers wins, delays add up, and of two rules that
   * say the same thing differently the first wins. `now` gives milliseconds on a clock that only goes forward.
   */
  evaluate(request: RuleRequest, target: RuleTarget, now: () => number): RuleOutcome {
    const draft: Draft = {
      rules: [],
      response: null,
      delivery: { ...noEffect.delivery },
      statuses: new Map(),
      ghostWrite: null,
      quirks: noQuirks,
    };
    this.scenario.rules.forEach((rule, index) => {
      const place = this.#turn(rule, index, request, target);
      if (place !== undefined && this.#apply(rule.then, index, place, draft, now)) draft.rules.push(index);
    });
    if (draft.rules.length === 0) return noEffect;
    return { ...draft, statuses: draft.statuses.size === 0 ? null : draft.statuses };
  }

  /** What {@link evaluate} would give for that request, sent so many times in a row; none of them is counted. */
  preview(request: RuleRequest, target: RuleTarget, now: () => number, times = 1): readonly DryRun[] {
    const copy = new ScenarioRun(this.scenario);
    const keys = this.scenario.rules.map((rule, index) => countKey(rule, index, target));
    for (const key of keys) copy.#matched.set(key, this.#matched.peek(key) ?? 0);
    for (const [rule, window] of this.#windows) copy.#windows.set(rule, { ...window });
    return Array.from({ length: times }, () => {
      const places = keys.map((key) => copy.#matched.peek(key) ?? 0);
      const outcome = copy.evaluate(request, target, now);
      const verdict = (rule: Rule, index: number): RuleVerdict =>
        outcome.rules.includes(index)
          ? { touches: true, note: describeEffect(rule.then) }
          : { touches: false, note: copy.#whyNot(rule, index, request, target, places[index] ?? 0) };
      return { outcome, verdicts: this.scenario.rules.map(verdict) };
    });
  }

  /** Why a rule did not touch a request that was the one of that place, from 0, of those that it matches. */
  #whyNot(rule: Rule, index: number, request: RuleRequest, target: RuleTarget, place: number): string {
    const { when, then } = rule;
    const lacking = describeMismatch(rule, request, target);
    if (lacking !== null) return lacking;
    if (when.occurrence && !this.#occurs(when.occurrence, index, place)) {
      return `not its turn: request ${place + 1} of those it matches`;
    }
    return then.kind === 'rate-limit'
      ? 'within the limit, or an earlier rule answers'
      : 'an earlier rule has decided that';
  }

  /** The place of the request among those that the rule matches, from 0; undefined where the rule leaves it alone. */
  #turn(rule: Rule, index: number, request: RuleRequest, target: RuleTarget): number | undefined {
    if (!matches(rule, request, target)) return undefined;
    const { occurrence } = rule.when;
    const key = countKey(rule, index, target);
    const place = this.#matched.get(key) ?? 0;
    this.#matched.set(key, place + 1);
    return occurrence === undefined || this.#occurs(occurrence, index, place) ? place : undefined;
  }

  #occurs({ kind, count }: Occurrence, index: number, place: number): boolean {
    switch (kind) {
      case 'first':
        return place < count;
      case 'every':
        return (place + 1) % count === 0;
      case 'percent':
        return chance(this.#seed, 2 * index, place) * 100 < count;
      default:
        return assertNever(kind);
    }
  }

  /** False where an earlier rule has already decided what this one is about. */
  #apply(then: RuleEffect, index: number, place: number, draft: Draft, now: () => number): boolean {
    const { delivery } = draft;
    switch (then.kind) {
      case 'delay':
        delivery.delay += this.#delay(then, index, place);
        return true;
      case 'dribble':
      case 'throttle':
        if (delivery.pace) return false;
        delivery.pace = then;
        return true;
      case 'user-status':
        if (draft.statuses.has(then.userId)) return false;
        draft.statuses.set(then.userId, then.status);
        return true;
      case 'answer':
        if (draft.response) return false;
        draft.response = then;
        return true;
      case 'rate-limit':
        if (draft.response) return false;
        draft.response = this.#limit(then, index, now());
        return draft.response !== null;
      case 'fault':
        if (draft.response || delivery.fault) return false;
        delivery.fault = then.fault === 'commit-then-reset' ? 'reset' : then.fault;
        if (then.fault !== 'commit-then-reset' && then.fault !== 'cut') draft.response = { kind: 'fault' };
        return true;
      case 'ghost-write':
        if (draft.ghostWrite) return false;
        draft.ghostWrite = { patch: then.patch ?? {} };
        return true;
      case 'quirk':
        draft.quirks = withQuirk(draft.quirks, then, place);
        return true;
      default:
        return assertNever(then);
    }
  }

  /** Whole milliseconds. */
  #delay({ milliseconds, spread }: Extract<RuleEffect, { kind: 'delay' }>, index: number, place: number): number {
    if (spread === undefined) return milliseconds;
    const stream = 2 * index + 1;
    if (spread.kind === 'uniform') {
      const width = Math.max(0, spread.most - milliseconds) + 1;
      return milliseconds + Math.floor(chance(this.#seed, stream, place) * width);
    }
    const drawn = milliseconds * Math.exp(spread.sigma * normalChance(this.#seed, stream, place));
    return Math.round(Math.min(drawn, longestDelay));
  }

  #limit(
    { requests, seconds }: Extract<RuleEffect, { kind: 'rate-limit' }>,
    index: number,
    now: number,
  ): RuleOutcome['response'] {
    let window = this.#windows.get(index);
    if (!window || now - window.began >= seconds * 1000) {
      window = { began: now, requests: 0 };
      this.#windows.set(index, window);
    }
    window.requests += 1;
    if (window.requests <= requests) return null;
    return { kind: 'rate-limit', milliseconds: window.began + seconds * 1000 - now };
  }

  get #seed(): number {
    return this.scenario.seed ?? 1;
  }
}

/** Under which a rule counts the requests that it matches. */
function countKey({ when }: Rule, index: number, { collection, id }: RuleTarget): string {
  return when.occurrence?.per === 'record' ? JSON.stringify([index, collection, id]) : String(index);
}

function withQuirk(quirks: Quirks, then: Extract<RuleEffect, { kind: 'quirk' }>, place: number): Quirks {
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
