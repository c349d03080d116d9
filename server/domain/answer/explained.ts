import { evaluatePreconditions, type Preconditions } from '../condition/precondition.ts';
import type { ExplainedList } from '../query/explained-list.ts';
import { describeEffect } from '../scenario/rule-effect.ts';
import { type RuleOutcome, untouched } from '../scenario/rule-outcome.ts';
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

/** Those of requests that no rule touched. */
const shared = new WeakMap<Scenario, Ground[]>();

/** What a request met before anything was decided about it: the same for most, which share it. */
export class Ground {
  readonly routeOf: RouteOf;
  readonly scenario: Scenario;
  readonly chosenBy: ScenarioExplanation['chosenBy'];
  /** Places of the rules that touched the request, from 0. */
  readonly rules: readonly number[];
  /** Explanations of answers that depend on nothing else, by their verdicts. */
  readonly plain = new Map<Verdict, Explained>();

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
  ): Ground {
    const made = () => new Ground(routeOf, scenario, chosenBy, rules);
    if (rules !== untouched.rules) return made();
    const known = shared.get(scenario) ?? [];
    for (const ground of known) if (ground.routeOf === routeOf && ground.chosenBy === chosenBy) return ground;
    const ground = made();
    shared.set(scenario, [...known, ground]);
    return ground;
  }
}

/**
 * What an answer is explained from once somebody asks. It holds no more than that takes, and nothing of the exchange that
 * made it: the request log keeps thousands of these, and the collector carries them all.
 */
export class Explained implements Explainable {
  readonly #ground: Ground;
  readonly #preconditions: Preconditions | null;
  readonly #finding: Finding | null;
  readonly #version: number | null;
  readonly #verdict: Verdict;

  private constructor(
    ground: Ground,
    preconditions: Preconditions | null,
    finding: Finding | null,
    version: number | null,
    verdict: Verdict,
  ) {
    this.#ground = ground;
    this.#preconditions = preconditions;
    this.#finding = finding;
    this.#version = version;
    this.#verdict = verdict;
  }

  /**
   * One for each answer, but for those that depend on nothing but their address and their scenario: they share one, so that
   * what most requests are costs the log nothing. `version` is that of the record that the answer is about.
   */
  static of(
    ground: Ground,
    preconditions: Preconditions | null,
    finding: Finding | null,
    version: number | null,
    verdict: Verdict,
  ): Explained {
    const isPlain = preconditions === null && finding === null && version === null && typeof verdict === 'function';
    if (!isPlain) return new Explained(ground, preconditions, finding, version, verdict);
    const known = ground.plain.get(verdict);
    if (known) return known;
    const made = new Explained(ground, null, null, null, verdict);
    ground.plain.set(verdict, made);
    return made;
  }

  explain(path: string, record?: string): Explanation {
    const finding = this.#finding;
    const list = finding && 'explainRecord' in finding ? finding : null;
    const { routeOf, scenario, chosenBy, rules } = this.#ground;
    const rest = {
      route: routeOf(path),
      scenario: {
        name: scenario.name,
        chosenBy,
        rules: rules.map((index) => {
          const rule = scenario.rules[index];
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
