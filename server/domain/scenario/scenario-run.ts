import { LruMap } from '../basics/lru-map.ts';
import { assertNever } from '../basics/result.ts';
import type { ListQuirks } from '../list/list-quirks.ts';
import { chance, normalChance } from './chance.ts';
import type { Delivery } from './delivery.ts';
import { describeEffect } from './rule-effect.ts';
import { describeMismatch, describeMiss, matches, type RuleRequest, type RuleTarget } from './rule-match.ts';
import { type MissedRule, noEffect, noQuirks, type Quirks, type RuleOutcome } from './rule-outcome.ts';
import { longestDelay, type Rule, type RuleEffect, type Scenario } from './scenario.ts';

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
  readonly missed: MissedRule[];
  step: number | null;
  responder: number | null;
  response: RuleOutcome['response'];
  headers: RuleOutcome['headers'];
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
  /** Numbers of responses that each sequence gave, by {@link countKey}. */
  readonly #steps = new LruMap<string, number>(countedRecords);
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
      missed: [],
      step: null,
      responder: null,
      response: null,
      headers: null,
      delivery: { ...noEffect.delivery },
      statuses: new Map(),
      ghostWrite: null,
      quirks: noQuirks,
    };
    this.scenario.rules.forEach((rule, index) => {
      if (!matches(rule, request, target)) return;
      const place = this.#count(rule, index, target);
      const cause = this.#occurs(rule, index, place)
        ? this.#apply(rule, index, place, target, draft, now)
        : 'occurrence';
      if (draft.response !== null) draft.responder ??= index;
      if (cause === null) draft.rules.push(index);
      else draft.missed.push({ index, place, cause });
    });
    if (draft.rules.length === 0 && draft.missed.length === 0) return noEffect;
    return { ...draft, statuses: draft.statuses.size === 0 ? null : draft.statuses };
  }

  /** The results of {@link evaluate} for the same request sent several times in a row, without counting any of them. */
  preview(request: RuleRequest, target: RuleTarget, now: () => number, times = 1): readonly DryRun[] {
    const copy = new ScenarioRun(this.scenario);
    const keys = this.scenario.rules.map((rule, index) => countKey(rule, index, target));
    for (const key of keys) {
      copy.#matched.set(key, this.#matched.peek(key) ?? 0);
      copy.#steps.set(key, this.#steps.peek(key) ?? 0);
    }
    for (const [rule, window] of this.#windows) copy.#windows.set(rule, { ...window });
    return Array.from({ length: times }, () => {
      const outcome = copy.evaluate(request, target, now);
      const verdict = (rule: Rule, index: number): RuleVerdict =>
        outcome.rules.includes(index)
          ? { touches: true, note: describeEffect(rule.then, outcome.step) }
          : { touches: false, note: reasonAgainst(rule, index, outcome, request, target) };
      return { outcome, verdicts: this.scenario.rules.map(verdict) };
    });
  }

  /** Counts a matching request and returns its number, from 0. */
  #count(rule: Rule, index: number, target: RuleTarget): number {
    const key = countKey(rule, index, target);
    const place = this.#matched.get(key) ?? 0;
    this.#matched.set(key, place + 1);
    return place;
  }

  #occurs({ when: { occurrence } }: Rule, index: number, place: number): boolean {
    if (occurrence === undefined) return true;
    const { kind, count } = occurrence;
    switch (kind) {
      case 'first':
        return place < count;
      case 'nth':
        return place + 1 === count;
      case 'from':
        return place + 1 >= count;
      case 'every':
        return (place + 1) % count === 0;
      case 'percent':
        return chance(this.#seed, 2 * index, place) * 100 < count;
      default:
        return assertNever(kind);
    }
  }

  /** Adds the effect to the draft; returns the cause if it does not apply. */
  #apply(
    rule: Rule,
    index: number,
    place: number,
    target: RuleTarget,
    draft: Draft,
    now: () => number,
  ): MissedRule['cause'] | null {
    const { delivery } = draft;
    const { then } = rule;
    switch (then.kind) {
      case 'delay':
        delivery.delay += this.#delay(then, index, place);
        return null;
      case 'dribble':
      case 'throttle':
        if (delivery.pace) return 'earlier';
        delivery.pace = then;
        return null;
      case 'user-status':
        if (draft.statuses.has(then.userId)) return 'earlier';
        draft.statuses.set(then.userId, then.status);
        return null;
      case 'answer':
        if (draft.response) return 'earlier';
        draft.response = then;
        return null;
      case 'sequence': {
        if (draft.response) return 'earlier';
        const step = this.#nextStep(then, countKey(rule, index, target));
        const answer = step === null ? undefined : then.answers[step];
        if (!answer) return 'end';
        draft.step = step;
        draft.response = { kind: 'answer', ...answer };
        return null;
      }
      case 'rate-limit':
        if (draft.response) return 'earlier';
        return this.#limit(then, index, now(), draft) ? null : 'limit';
      case 'fault':
        if (draft.response || delivery.fault) return 'earlier';
        delivery.fault = then.fault === 'commit-then-reset' ? 'reset' : then.fault;
        if (then.fault !== 'commit-then-reset' && then.fault !== 'cut') draft.response = { kind: 'fault' };
        return null;
      case 'ghost-write':
        if (draft.ghostWrite) return 'earlier';
        draft.ghostWrite = { patch: then.patch ?? {} };
        return null;
      case 'quirk':
        draft.quirks = withQuirk(draft.quirks, then, place);
        return null;
      default:
        return assertNever(then);
    }
  }

  /** The index of the next response of a sequence, and counts it; null after its end. */
  #nextStep({ answers, end = 'stay' }: Extract<RuleEffect, { kind: 'sequence' }>, key: string): number | null {
    const given = this.#steps.get(key) ?? 0;
    this.#steps.set(key, given + 1);
    if (given < answers.length) return given;
    if (end === 'pass') return null;
    return end === 'repeat' ? given % answers.length : answers.length - 1;
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

  /** Counts a request against a limit; true if it is refused. */
  #limit(
    { requests, seconds, announce = false }: Extract<RuleEffect, { kind: 'rate-limit' }>,
    index: number,
    now: number,
    draft: Draft,
  ): boolean {
    let window = this.#windows.get(index);
    if (!window || now - window.began >= seconds * 1000) {
      window = { began: now, requests: 0 };
      this.#windows.set(index, window);
    }
    window.requests += 1;
    const milliseconds = window.began + seconds * 1000 - now;
    if (announce) {
      const [rest, reset] = [Math.max(0, requests - window.requests), Math.ceil(milliseconds / 1000)];
      draft.headers = withLimit(
        draft.headers,
        `"rule-${index + 1}"`,
        `q=${requests};w=${seconds}`,
        `r=${rest};t=${reset}`,
      );
    }
    if (window.requests <= requests) return false;
    draft.response = { kind: 'rate-limit', milliseconds };
    return true;
  }

  get #seed(): number {
    return this.scenario.seed ?? 1;
  }
}

/** Adds a limit to both lists of the draft (structured fields, RFC 9651). */
function withLimit(headers: RuleOutcome['headers'], name: string, policy: string, state: string) {
  const added = (field: string, value: string) => {
    const before = headers?.[field];
    return before === undefined ? `${name};${value}` : `${before}, ${name};${value}`;
  };
  return { ...headers, 'RateLimit-Policy': added('RateLimit-Policy', policy), RateLimit: added('RateLimit', state) };
}

/** Why a rule did not apply to a request. */
export function reasonAgainst(
  rule: Rule,
  index: number,
  { missed }: Pick<RuleOutcome, 'missed'>,
  request: RuleRequest,
  target: RuleTarget,
): string {
  const miss = missed.find((one) => one.index === index);
  if (miss) return describeMiss(rule, miss);
  return describeMismatch(rule, request, target) ?? 'the request does not match';
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
