import { LruMap } from '../basics/lru-map.ts';
import { assertNever } from '../basics/result.ts';
import type { ListQuirks } from '../list/list-quirks.ts';
import { chance, normalChance } from './chance.ts';
import type { Delivery } from './delivery.ts';
import { describeEffect } from './rule-effect.ts';
import { describeMismatch, matches, type RuleRequest, type RuleTarget } from './rule-match.ts';
import { noEffect, noQuirks, type Quirks, type RuleOutcome } from './rule-outcome.ts';
import { longestDelay, type Occurrence, type Rule, type RuleEffect, type Scenario } from './scenario.ts';

/** The limit of counters, because a client may request any number of ids. */
const countedRecords = 100_000;

/** Whether a rule would apply to a request, and a phrase that names its effect or the reason why it would not. */
export interface RuleVerdict {
  readonly touches: boolean;
  readonly note: string;
}

/** The outcome of a request that is evaluated but not counted. */
export interface DryRun {
  readonly outcome: RuleOutcome;
  readonly verdicts: readonly RuleVerdict[];
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** The outcome during the evaluation. */
interface Draft {
  readonly rules: number[];
  response: RuleOutcome['response'];
  readonly delivery: Writable<Delivery>;
  readonly statuses: Map<string, string>;
  ghostWrite: RuleOutcome['ghostWrite'];
  quirks: Quirks;
}

/** A window of a rate limit: its start in milliseconds, and the number of its requests. */
interface LimitWindow {
  began: number;
  requests: number;
}

/**
 * A scenario since its activation. Counts the requests that each rule matches. Outcomes, also random ones, follow from the
 * counters, so a new run repeats them.
 */
export class ScenarioRun {
  readonly scenario: Scenario;
  /** Numbers of matching requests by {@link countKey}. */
  readonly #matched = new LruMap<string, number>(countedRecords);
  readonly #windows = new Map<number, LimitWindow>();

  constructor(scenario: Scenario) {
    this.scenario = scenario;
  }

  get hasRules(): boolean {
    return this.scenario.rules.length > 0;
  }

  /**
   * Counts a request and evaluates the rules: delays add up; of several responses, paces, faults, ghost writes or statuses
   * of one user the first wins. `now` returns milliseconds of a monotonic clock.
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
      const place = this.#count(rule, index, request, target);
      if (place !== undefined && this.#apply(rule.then, index, place, draft, now)) draft.rules.push(index);
    });
    if (draft.rules.length === 0) return noEffect;
    return { ...draft, statuses: draft.statuses.size === 0 ? null : draft.statuses };
  }

  /** The results of {@link evaluate} for the same request sent several times in a row, without counting any of them. */
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
          : { touches: false, note: copy.#reasonAgainst(rule, index, request, target, places[index] ?? 0) };
      return { outcome, verdicts: this.scenario.rules.map(verdict) };
    });
  }

  /** Why a rule did not apply to a request. `place` is its number, from 0, among the requests that the rule matches. */
  #reasonAgainst(rule: Rule, index: number, request: RuleRequest, target: RuleTarget, place: number): string {
    const { when, then } = rule;
    const mismatch = describeMismatch(rule, request, target);
    if (mismatch !== null) return mismatch;
    if (when.occurrence && !this.#occurs(when.occurrence, index, place)) {
      return `not this time: request ${place + 1} of those it matches`;
    }
    return then.kind === 'rate-limit' ? 'within the limit, or an earlier rule answers' : 'an earlier rule decides that';
  }

  /** Counts a matching request and returns its number, from 0; undefined if the rule does not apply. */
  #count(rule: Rule, index: number, request: RuleRequest, target: RuleTarget): number | undefined {
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

  /** Adds the effect to the draft. False if an earlier rule already decided the same. */
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

  /** In whole milliseconds. */
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

/** The key of the counter: the rule's index, with the record if the rule counts per record. */
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
