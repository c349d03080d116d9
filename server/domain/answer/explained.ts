import type { Condition } from '../condition/precondition.ts';
import type { QueryExplanation } from '../query/explain.ts';
import type { RecordExplanation } from '../query/explain-record.ts';
import { describeEffect } from '../scenario/rule-effect.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Explanation, PatchExplanation, RouteExplanation, ScenarioExplanation } from './explanation.ts';
import type { Explainable } from './message.ts';

/** What a list is explained from. */
export interface ExplainedList {
  explainList(): QueryExplanation;
  /** Where a record is in the list; null when that cannot be said any more. */
  explainRecord(query: QueryExplanation, id: string): RecordExplanation | null;
}

/**
 * What an answer is explained from once somebody asks. It holds no more than that takes, and nothing of the exchange that
 * made it unless that was about a list: the request log keeps thousands of these, and the collector carries them all.
 */
export class Explained implements Explainable {
  readonly #route: RouteExplanation;
  readonly #scenario: Scenario;
  readonly #chosenBy: ScenarioExplanation['chosenBy'];
  /** Places of the rules that touched the request, from 0. */
  readonly #rules: readonly number[];
  readonly #conditions: readonly Condition[];
  readonly #list: ExplainedList | null;
  readonly #patch: (() => PatchExplanation) | null;
  readonly #verdict: string;

  constructor(
    route: RouteExplanation,
    scenario: Scenario,
    chosenBy: ScenarioExplanation['chosenBy'],
    rules: readonly number[],
    conditions: readonly Condition[],
    list: ExplainedList | null,
    patch: (() => PatchExplanation) | null,
    verdict: string,
  ) {
    this.#route = route;
    this.#scenario = scenario;
    this.#chosenBy = chosenBy;
    this.#rules = rules;
    this.#conditions = conditions;
    this.#list = list;
    this.#patch = patch;
    this.#verdict = verdict;
  }

  /** `record` is the id of one of which is asked where it is in the list. */
  explain(record?: string): Explanation {
    const query = this.#list?.explainList() ?? null;
    const { name, rules } = this.#scenario;
    return {
      route: this.#route,
      scenario: {
        name,
        chosenBy: this.#chosenBy,
        rules: this.#rules.map((index) => {
          const rule = rules[index];
          return { index, effect: rule ? describeEffect(rule.then) : '' };
        }),
      },
      conditions: this.#conditions,
      query,
      record: query && record !== undefined ? (this.#list?.explainRecord(query, record) ?? null) : null,
      patch: this.#patch?.() ?? null,
      verdict: this.#verdict,
    };
  }
}
