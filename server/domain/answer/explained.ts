import { evaluatePreconditions, type Preconditions } from '../condition/precondition.ts';
import type { ExplainedList } from '../query/explained-list.ts';
import { describeEffect } from '../scenario/rule-effect.ts';
import { untouched } from '../scenario/rule-outcome.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Explanation, PatchExplanation, ScenarioExplanation } from './explanation.ts';
import type { Explainable } from './message.ts';
import type { RouteOf } from './route.ts';

/**
 * One sentence: why this status. One that many requests have is made when somebody asks, from the rest and from the version
 * of the record that the answer is about.
 */
export type Verdict = string | ((rest: Omit<Explanation, 'verdict'>, version: number | null) => string);

/** What a patch is explained from. */
export interface ExplainedPatch {
  explainPatch(): PatchExplanation;
}

/** What a request found out on its way. */
export type Finding = ExplainedList | ExplainedPatch;

/** Those that are shared, by scenario. */
const shared = new WeakMap<Scenario, Explained[]>();

/**
 * What an answer is explained from once somebody asks. It holds no more than that takes, and nothing of the exchange that
 * made it: the request log keeps thousands of these, and the collector carries them all.
 */
export class Explained implements Explainable {
  readonly #routeOf: RouteOf;
  readonly #scenario: Scenario;
  readonly #chosenBy: ScenarioExplanation['chosenBy'];
  /** Places of the rules that touched the request, from 0. */
  readonly #rules: readonly number[];
  readonly #preconditions: Preconditions | null;
  readonly #finding: Finding | null;
  readonly #version: number | null;
  readonly #verdict: Verdict;

  constructor(
    routeOf: RouteOf,
    scenario: Scenario,
    chosenBy: ScenarioExplanation['chosenBy'],
    rules: readonly number[],
    preconditions: Preconditions | null,
    finding: Finding | null,
    version: number | null,
    verdict: Verdict,
  ) {
    this.#routeOf = routeOf;
    this.#scenario = scenario;
    this.#chosenBy = chosenBy;
    this.#rules = rules;
    this.#preconditions = preconditions;
    this.#finding = finding;
    this.#version = version;
    this.#verdict = verdict;
  }

  /**
   * For an answer that depends on nothing but its address and its scenario. All such answers share one, so that what most
   * requests are costs the log nothing.
   */
  static plain(
    routeOf: RouteOf,
    scenario: Scenario,
    chosenBy: ScenarioExplanation['chosenBy'],
    verdict: Exclude<Verdict, string>,
  ): Explained {
    const known = shared.get(scenario) ?? [];
    for (const explained of known) {
      const isSame = explained.#verdict === verdict && explained.#chosenBy === chosenBy;
      if (isSame && explained.#routeOf === routeOf) return explained;
    }
    const made = new Explained(routeOf, scenario, chosenBy, untouched.rules, null, null, null, verdict);
    shared.set(scenario, [...known, made]);
    return made;
  }

  explain(path: string, record?: string): Explanation {
    const finding = this.#finding;
    const list = finding && 'explainRecord' in finding ? finding : null;
    const { name, rules } = this.#scenario;
    const rest = {
      route: this.#routeOf(path),
      scenario: {
        name,
        chosenBy: this.#chosenBy,
        rules: this.#rules.map((index) => {
          const rule = rules[index];
          return { index, effect: rule ? describeEffect(rule.then) : '' };
        }),
      },
      conditions: this.#preconditions ? evaluatePreconditions(this.#preconditions).steps : [],
      query: list?.explain() ?? null,
      record: record === undefined ? null : (list?.explainRecord(record) ?? null),
      patch: finding && 'explainPatch' in finding ? finding.explainPatch() : null,
    };
    return { ...rest, verdict: typeof this.#verdict === 'string' ? this.#verdict : this.#verdict(rest, this.#version) };
  }
}
