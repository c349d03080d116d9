import {
  type Condition,
  type ConditionalRequest,
  evaluatePreconditions,
  type Representation,
} from '../conditions/precondition.ts';
import type { ListExplainer } from '../list/list-explainer.ts';
import { describeEffect } from '../scenario/rule-effect.ts';
import { noEffect, type RuleOutcome } from '../scenario/rule-outcome.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type {
  Explainer,
  Explanation,
  PatchExplanation,
  RecordedExchange,
  RouteOf,
  ScenarioExplanation,
} from './explanation.ts';

/**
 * One sentence: why this status. One that many answers have is made when somebody asks, from the rest and from the version
 * that the answer carries.
 */
export type Verdict = string | ((rest: Omit<Explanation, 'verdict'>, version: string | undefined) => string);

/** What a patch is explained from. */
export interface PatchExplainer {
  /** `body` is that of the request. */
  explainPatch(body: string | undefined): PatchExplanation;
}

/** What a list or a patch adds to the explanation. */
export type DetailExplainer = ListExplainer | PatchExplainer;

/** The contexts of requests that no rule touched. */
const shared = new WeakMap<Scenario, ExplanationContext[]>();

/** The route, scenario and rules of a request. Most requests share one object. */
export class ExplanationContext {
  readonly routeOf: RouteOf;
  readonly scenario: Scenario;
  readonly chosenBy: ScenarioExplanation['chosenBy'];
  /** Places of the rules that touched the request, from 0. */
  readonly rules: readonly number[];
  /** Explanations of answers that found out nothing, one for each verdict. */
  readonly plain: LazyExplanation[] = [];
  /** The latest of an answer that did: the next often says the same. */
  latest: LazyExplanation | null = null;

  private constructor(
    routeOf: RouteOf,
    scenario: Scenario,
    chosenBy: ScenarioExplanation['chosenBy'],
    rules: readonly number[],
  ) {
    this.routeOf = routeOf;
    this.scenario = scenario;
    this.chosenBy = chosenBy;
    this.rules = rules;
  }

  static of(
    routeOf: RouteOf,
    scenario: Scenario,
    chosenBy: ScenarioExplanation['chosenBy'],
    { rules }: RuleOutcome,
  ): ExplanationContext {
    const made = () => new ExplanationContext(routeOf, scenario, chosenBy, rules);
    if (rules !== noEffect.rules) return made();
    const known = shared.get(scenario) ?? [];
    for (const context of known) if (context.routeOf === routeOf && context.chosenBy === chosenBy) return context;
    const context = made();
    shared.set(scenario, [...known, context]);
    return context;
  }
}

/**
 * Which value the conditions were compared with: a representation, no record, the validators of the response, or the tag in
 * If-Match; `none` without conditions.
 */
type Compared = Representation | 'nothing' | 'answered' | 'asked' | 'none';

/**
 * Makes the explanation of a response on demand. It holds nothing else of the exchange, because the request log keeps
 * thousands of these.
 */
export class LazyExplanation implements Explainer {
  readonly #context: ExplanationContext;
  readonly #compared: Compared;
  readonly #details: DetailExplainer | null;
  readonly #verdict: Verdict;

  private constructor(
    context: ExplanationContext,
    compared: Compared,
    details: DetailExplainer | null,
    verdict: Verdict,
  ) {
    this.#context = context;
    this.#compared = compared;
    this.#details = details;
    this.#verdict = verdict;
  }

  /**
   * One for all answers that are explained from the same, so that what most requests are costs the log nothing. `compared`
   * is what conditions of the request were compared with, null for nothing, undefined where none was evaluated; `tag` is
   * that of the answer.
   */
  static of(
    context: ExplanationContext,
    request: ConditionalRequest,
    compared: Representation | null | undefined,
    tag: string | undefined,
    details: DetailExplainer | null,
    verdict: Verdict,
  ): LazyExplanation {
    const basis = basisOf(request, compared, tag);
    if (typeof basis !== 'string' || typeof verdict === 'string')
      return new LazyExplanation(context, basis, details, verdict);
    if (details === null) {
      for (const plain of context.plain) if (plain.#verdict === verdict && plain.#compared === basis) return plain;
      const made = new LazyExplanation(context, basis, null, verdict);
      context.plain.push(made);
      return made;
    }
    const { latest } = context;
    if (latest && latest.#details === details && latest.#verdict === verdict && latest.#compared === basis)
      return latest;
    context.latest = new LazyExplanation(context, basis, details, verdict);
    return context.latest;
  }

  explain(kept: RecordedExchange, record?: string): Explanation {
    const details = this.#details;
    const list = details && 'explainRecord' in details ? details : null;
    const { routeOf, scenario, chosenBy, rules } = this.#context;
    const rest = {
      route: routeOf(kept.path),
      scenario: {
        name: scenario.name,
        chosenBy,
        rules: rules.map((index) => {
          const rule = scenario.rules[index];
          return { index, effect: rule ? describeEffect(rule.then) : '' };
        }),
      },
      conditions: this.#conditions(kept),
      query: list?.explain() ?? null,
      record: record === undefined ? null : (list?.explainRecord(record) ?? null),
      patch: details && 'explainPatch' in details ? details.explainPatch(kept.body) : null,
    };
    const verdict = this.#verdict;
    return {
      ...rest,
      verdict: typeof verdict === 'string' ? verdict : verdict(rest, kept.responseHeader('x-resource-version')),
    };
  }

  #conditions(kept: RecordedExchange): readonly Condition[] {
    const compared = this.#compared;
    switch (compared) {
      case 'none':
        return [];
      case 'nothing':
        return evaluatePreconditions(kept, undefined).steps;
      case 'answered':
        return evaluatePreconditions(kept, representationIn(kept)).steps;
      case 'asked':
        return evaluatePreconditions(kept, { tag: kept.header('if-match') ?? '' }).steps;
      default:
        return evaluatePreconditions(kept, compared).steps;
    }
  }
}

/** Keeps only what the conditions compare; the record may be deleted before the explanation is made. */
function basisOf(
  request: ConditionalRequest,
  compared: Representation | null | undefined,
  answered: string | undefined,
): Compared {
  if (compared === undefined) return 'none';
  if (compared === null) return 'nothing';
  const { tag, version } = compared;
  if (tag === answered) return 'answered';
  if (tag === request.header('if-match') && request.header('x-resource-version') === undefined) return 'asked';
  return version === undefined ? { tag } : { tag, version };
}

/** What the answer is, or says that there is. */
function representationIn(kept: RecordedExchange): Representation | undefined {
  const tag = kept.responseHeader('etag');
  const version = kept.responseHeader('x-resource-version');
  if (tag === undefined) return undefined;
  return version === undefined ? { tag } : { tag, version: Number(version) };
}
