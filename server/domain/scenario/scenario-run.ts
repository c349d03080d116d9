import { assertNever } from '../basics/result.ts';
import { chance, normalChance } from './chance.ts';
import type { Delivery } from './delivery.ts';
import { type CounterValues, LocalCounters, type RuleCounters } from './rule-counters.ts';
import { describeEffect } from './rule-effect.ts';
import { describeMismatch, describeMiss, matches, type RuleRequest, type RuleTarget } from './rule-match.ts';
import { type MissedRule, noEffect, noQuirks, type Quirks, type RuleOutcome, withQuirk } from './rule-outcome.ts';
import { longestDelay, type Rule, type RuleEffect, type Scenario } from './scenario.ts';

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

/** A rule that matches a request. */
interface Matched {
  readonly rule: Rule;
  readonly index: number;
  readonly key: string;
  readonly counters: RuleCounters;
  readonly now: () => number;
}

/**
 * A scenario since its activation. Counts the requests that each rule matches. Outcomes, also random ones, follow from the
 * counters, so a new run repeats them.
 */
export class ScenarioRun {
  readonly scenario: Scenario;
  readonly #counters = new LocalCounters();

  constructor(scenario: Scenario) {
    this.scenario = scenario;
  }

  get hasRules(): boolean {
    return this.scenario.rules.length > 0;
  }

  /**
   * Counts a request and evaluates the rules: delays add up; of several responses, paces, faults, ghost writes or statuses
   * of one user the first wins. `now` returns milliseconds of a monotonic clock. Rules without a choice are not counted.
   */
  evaluate(
    request: RuleRequest,
    target: RuleTarget,
    now: () => number,
    counters: RuleCounters = this.#counters,
  ): RuleOutcome {
    const matched: Matched[] = [];
    const counted: string[] = [];
    this.scenario.rules.forEach((rule, index) => {
      if (!matches(rule, request, target)) return;
      const key = countKey(rule, index, target);
      matched.push({ rule, index, key, counters, now });
      if (isCounted(rule)) counted.push(key);
    });
    if (matched.length === 0) return noEffect;
    const places = counted.length === 0 ? [] : counters.places(counted);
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
    let taken = 0;
    for (const one of matched) {
      const { rule, index } = one;
      const place = isCounted(rule) ? (places[taken++] ?? 0) : 0;
      const cause = this.#occurs(rule, index, place) ? this.#apply(one, place, draft) : 'occurrence';
      if (draft.response !== null) draft.responder ??= index;
      if (cause === null) draft.rules.push(index);
      else draft.missed.push({ index, place, cause });
    }
    return { ...draft, statuses: draft.statuses.size === 0 ? null : draft.statuses };
  }

  /**
   * The results of {@link evaluate} for the same request sent several times in a row, without counting any of them. They go
   * on from `values`.
   */
  preview(
    request: RuleRequest,
    target: RuleTarget,
    now: () => number,
    times = 1,
    values: CounterValues = this.#counters.values(this.keysFor(target)),
  ): readonly DryRun[] {
    const counters = new LocalCounters(values);
    return Array.from({ length: times }, () => {
      const outcome = this.evaluate(request, target, now, counters);
      const verdict = (rule: Rule, index: number): RuleVerdict =>
        outcome.rules.includes(index)
          ? { touches: true, note: describeEffect(rule.then, outcome.step) }
          : { touches: false, note: reasonAgainst(rule, index, outcome, request, target) };
      return { outcome, verdicts: this.scenario.rules.map(verdict) };
    });
  }

  /** The keys of the counters on which the outcome of a request may depend. */
  keysFor(target: RuleTarget): readonly string[] {
    return this.scenario.rules.map((rule, index) => countKey(rule, index, target));
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
  #apply(matched: Matched, place: number, draft: Draft): MissedRule['cause'] | null {
    const { delivery } = draft;
    const { index, key, counters } = matched;
    const { then } = matched.rule;
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
        const step = nextStep(then, counters.step(key));
        const answer = step === null ? undefined : then.answers[step];
        if (!answer) return 'end';
        draft.step = step;
        draft.response = { kind: 'answer', ...answer };
        return null;
      }
      case 'rate-limit':
        if (draft.response) return 'earlier';
        return limit(then, matched, draft) ? null : 'limit';
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

  get #seed(): number {
    return this.scenario.seed ?? 1;
  }
}

/** True if the effect of a rule depends on the number of its request. */
function isCounted({ when, then }: Rule): boolean {
  if (when.occurrence !== undefined || then.kind === 'rate-limit') return true;
  return then.kind === 'delay' ? then.spread !== undefined : then.kind === 'quirk' && then.quirk === 'no-tie-break';
}

/** The index of the next response of a sequence that has `given` responses so far; null after its end. */
function nextStep({ answers, end }: Extract<RuleEffect, { kind: 'sequence' }>, given: number): number | null {
  if (given < answers.length) return given;
  if (end === 'pass') return null;
  return end === 'repeat' ? given % answers.length : answers.length - 1;
}

/** Counts a request against a limit; true if it is refused. */
function limit(
  { requests, seconds, announce = false }: Extract<RuleEffect, { kind: 'rate-limit' }>,
  { index, counters, now }: Matched,
  draft: Draft,
): boolean {
  const hit = counters.hit(String(index), seconds * 1000, now);
  if (announce) {
    const [rest, reset] = [Math.max(0, requests - hit.requests), Math.ceil(hit.left / 1000)];
    draft.headers = withLimit(
      draft.headers,
      `"rule-${index + 1}"`,
      `q=${requests};w=${seconds}`,
      `r=${rest};t=${reset}`,
    );
  }
  if (hit.requests <= requests) return false;
  draft.response = { kind: 'rate-limit', milliseconds: hit.left };
  return true;
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
  return describeMismatch(rule, request, target) ?? 'the rule matches, but the request was refused for its headers';
}

/** The key of the counter: the rule's index, with the record if the rule counts per record. */
function countKey({ when }: Rule, index: number, { collection, id }: RuleTarget): string {
  return when.occurrence?.per === 'record' ? JSON.stringify([index, collection, id]) : String(index);
}
