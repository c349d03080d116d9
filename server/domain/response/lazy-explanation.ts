import { accept } from '../basics/result.ts';
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
import { reasonAgainst } from '../scenario/scenario-run.ts';
import type {
  Explainer,
  Explanation,
  PatchExplanation,
  RecordedExchange,
  RouteOf,
  ScenarioExplanation,
} from './explanation.ts';

/** One sentence: the reason for the status. A function computes it from the rest of the explanation and the version sent. */
export type Verdict = string | ((rest: Omit<Explanation, 'verdict'>, version: string | undefined) => string);

/** Explains a patch on demand. */
export interface PatchExplainer {
  /** `body` is the body of the request. */
  explainPatch(body: string | undefined): PatchExplanation;
}

/** Explains the details of a list or a patch. */
export type DetailExplainer = ListExplainer | PatchExplainer;

/** The contexts of requests that no rule matched. */
const shared = new WeakMap<Scenario, ExplanationContext[]>();

/** The route, scenario and rules of a request. Most requests share one object. */
export class ExplanationContext {
  readonly routeOf: RouteOf;
  readonly scenario: Scenario;
  readonly chosenBy: ScenarioExplanation['chosenBy'];
  readonly outcome: Pick<RuleOutcome, 'rules' | 'missed' | 'step'>;
  /** Explanations without details, one for each verdict. */
  readonly plain: LazyExplanation[] = [];
  /** The values that a rule put into the response. */
  inserted: ScenarioExplanation['values'];
  /** The latest explanation with details; the next response often has the same. */
  latest: LazyExplanation | null = null;

  private constructor(
    routeOf: RouteOf,
    scenario: Scenario,
    chosenBy: ScenarioExplanation['chosenBy'],
    { rules, missed, step }: RuleOutcome,
  ) {
    this.routeOf = routeOf;
    this.scenario = scenario;
    this.chosenBy = chosenBy;
    this.outcome = { rules, missed, step };
  }

  static of(
    routeOf: RouteOf,
    scenario: Scenario,
    chosenBy: ScenarioExplanation['chosenBy'],
    outcome: RuleOutcome,
  ): ExplanationContext {
    const create = () => new ExplanationContext(routeOf, scenario, chosenBy, outcome);
    if (outcome !== noEffect) return create();
    const known = shared.get(scenario) ?? [];
    for (const context of known) if (context.routeOf === routeOf && context.chosenBy === chosenBy) return context;
    const context = create();
    shared.set(scenario, [...known, context]);
    return context;
  }
}

/**
 * Which value the conditions were compared with: a representation, no record, the validators of the response, or the tag in
 * If-Match; `none` without conditions.
 */
type Compared = Representation | 'no-record' | 'response' | 'if-match' | 'none';

/** Explains a response on demand. Holds no reference to the exchange, because the request log keeps thousands of these. */
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
   * Shares one object between responses with equal explanations, which saves the log most of the memory. `compared` is the
   * representation that the conditions were compared with: null for no record, undefined without conditions. `tag` is the
   * entity tag of the response.
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
      const created = new LazyExplanation(context, basis, null, verdict);
      context.plain.push(created);
      return created;
    }
    const { latest } = context;
    if (latest && latest.#details === details && latest.#verdict === verdict && latest.#compared === basis)
      return latest;
    context.latest = new LazyExplanation(context, basis, details, verdict);
    return context.latest;
  }

  explain(recorded: RecordedExchange, record?: string): Explanation {
    const details = this.#details;
    const list = details && 'explainRecord' in details ? details : null;
    const { routeOf, scenario, chosenBy, outcome, inserted } = this.#context;
    const route = routeOf(recorded.path);
    const { body } = recorded;
    const request = { ...recorded, body: body === undefined ? undefined : accept(body) };
    const others = scenario.rules.flatMap((rule, index) =>
      outcome.rules.includes(index) ? [] : [{ index, reason: reasonAgainst(rule, index, outcome, request, route) }],
    );
    const rest = {
      route,
      scenario: {
        name: scenario.name,
        chosenBy,
        rules: outcome.rules.map((index) => {
          const rule = scenario.rules[index];
          return { index, effect: rule ? describeEffect(rule.then, outcome.step) : '' };
        }),
        ...(others.length > 0 && { others }),
        ...(inserted && { values: inserted }),
      },
      conditions: this.#conditions(recorded),
      query: list?.explain() ?? null,
      record: record === undefined ? null : (list?.explainRecord(record) ?? null),
      patch: details && 'explainPatch' in details ? details.explainPatch(recorded.body) : null,
    };
    const verdict = this.#verdict;
    return {
      ...rest,
      verdict: typeof verdict === 'string' ? verdict : verdict(rest, recorded.responseHeader('x-resource-version')),
    };
  }

  #conditions(recorded: RecordedExchange): readonly Condition[] {
    const compared = this.#compared;
    switch (compared) {
      case 'none':
        return [];
      case 'no-record':
        return evaluatePreconditions(recorded, undefined).steps;
      case 'response':
        return evaluatePreconditions(recorded, representationIn(recorded)).steps;
      case 'if-match':
        return evaluatePreconditions(recorded, { tag: recorded.header('if-match') ?? '' }).steps;
      default:
        return evaluatePreconditions(recorded, compared).steps;
    }
  }
}

/** Keeps only the validators, because the record may be deleted before the explanation is made. */
function basisOf(
  request: ConditionalRequest,
  compared: Representation | null | undefined,
  responseTag: string | undefined,
): Compared {
  if (compared === undefined) return 'none';
  if (compared === null) return 'no-record';
  const { tag, version } = compared;
  if (tag === responseTag) return 'response';
  if (tag === request.header('if-match') && request.header('x-resource-version') === undefined) return 'if-match';
  return version === undefined ? { tag } : { tag, version };
}

/** The validators in the response. */
function representationIn(recorded: RecordedExchange): Representation | undefined {
  const tag = recorded.responseHeader('etag');
  const version = recorded.responseHeader('x-resource-version');
  if (tag === undefined) return undefined;
  return version === undefined ? { tag } : { tag, version: Number(version) };
}
