import { type Condition, evaluatePreconditions, type Representation } from '../condition/precondition.ts';
import type { ExplainedList } from '../query/explained-list.ts';
import { describeEffect } from '../scenario/rule-effect.ts';
import { type RuleOutcome, untouched } from '../scenario/rule-outcome.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Explanation, PatchExplanation, ScenarioExplanation } from './explanation.ts';
import type { AskedRequest, Explainable } from './message.ts';
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
  /** The latest of an answer that depends on more: the next often says the same. */
  latest: Explained | null = null;

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
 * What an answer is explained from once somebody asks, beside the request. It holds no more than that takes, and nothing of
 * the exchange that made it: the request log keeps thousands of these, and the collector carries them all.
 */
export class Explained implements Explainable {
  readonly #ground: Ground;
  /** The tag that conditions were compared with, null where there was nothing; undefined where none was evaluated. */
  readonly #tag: string | null | undefined;
  /** The version that goes with the tag, undefined for a list. */
  readonly #tagged: number | undefined;
  readonly #finding: Finding | null;
  readonly #version: number | null;
  readonly #verdict: Verdict;

  private constructor(
    ground: Ground,
    tag: string | null | undefined,
    tagged: number | undefined,
    finding: Finding | null,
    version: number | null,
    verdict: Verdict,
  ) {
    this.#ground = ground;
    this.#tag = tag;
    this.#tagged = tagged;
    this.#finding = finding;
    this.#version = version;
    this.#verdict = verdict;
  }

  /**
   * One for all answers that depend on nothing but their address and their scenario, and for those in a row that say the
   * same: what most requests are costs the log nothing. `compared` is what conditions were compared with, null for nothing,
   * undefined where none was evaluated; `version` is that of the record that the answer is about.
   */
  static of(
    ground: Ground,
    compared: Representation | null | undefined,
    finding: Finding | null,
    version: number | null,
    verdict: Verdict,
  ): Explained {
    const isPlain = compared === undefined && finding === null && version === null && typeof verdict === 'function';
    if (isPlain) {
      const known = ground.plain.get(verdict);
      if (known) return known;
      const made = new Explained(ground, undefined, undefined, null, null, verdict);
      ground.plain.set(verdict, made);
      return made;
    }
    const { latest } = ground;
    const tag = compared ? compared.tag : compared;
    const tagged = compared?.version;
    if (latest && latest.#verdict === verdict && latest.#says(tag, tagged, finding, version)) return latest;
    ground.latest = new Explained(ground, tag, tagged, finding, version, verdict);
    return ground.latest;
  }

  #says(
    tag: string | null | undefined,
    tagged: number | undefined,
    finding: Finding | null,
    version: number | null,
  ): boolean {
    return this.#finding === finding && this.#version === version && this.#tagged === tagged && this.#tag === tag;
  }

  explain(request: AskedRequest, record?: string): Explanation {
    const finding = this.#finding;
    const list = finding && 'explainRecord' in finding ? finding : null;
    const { routeOf, scenario, chosenBy, rules } = this.#ground;
    const rest = {
      route: routeOf(request.path),
      scenario: {
        name: scenario.name,
        chosenBy,
        rules: rules.map((index) => {
          const rule = scenario.rules[index];
          return { index, effect: rule ? describeEffect(rule.then) : '' };
        }),
      },
      conditions: this.#conditions(request),
      query: list?.explain() ?? null,
      record: record === undefined ? null : (list?.explainRecord(record) ?? null),
      patch: finding && 'explainPatch' in finding ? finding.explainPatch() : null,
    };
    return { ...rest, verdict: typeof this.#verdict === 'string' ? this.#verdict : this.#verdict(rest, this.#version) };
  }

  #conditions(request: AskedRequest): readonly Condition[] {
    const tag = this.#tag;
    if (tag === undefined) return [];
    const version = this.#tagged;
    const current = tag === null ? undefined : version === undefined ? { tag } : { tag, version };
    return evaluatePreconditions(request, current).steps;
  }
}
