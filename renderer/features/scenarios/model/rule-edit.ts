import { accept, type Result, refuse } from '../../../../server/domain/basics/result.ts';
import { type JsonObject, jsonEqual } from '../../../../server/domain/json/json.ts';
import type { Rule, Scenario } from '../../../../server/domain/scenario/scenario.ts';
import type { Conflicts } from '../../../conflict/conflicts.ts';

export const ruleIsGone = 'The rule was deleted meanwhile.';

interface RuleEdit {
  /** Where the rule stands now; -1 if it was deleted. */
  readonly index: number;
  /** What the edit began from. */
  readonly begun: JsonObject;
  /** As edited; the host validates it. */
  readonly rule: JsonObject;
}

/** Merges an edited rule with changes that others made to it since the edit began. Refused with a sentence. */
export async function rebasedRule(
  conflicts: Conflicts,
  rules: readonly Rule[],
  { index, begun, rule }: RuleEdit,
): Promise<Result<Rule, string>> {
  const now = rules[index];
  if (!now) return refuse(ruleIsGone);
  const theirs = asJson(now);
  if (jsonEqual(rule, theirs)) return accept(now);
  const isMine = jsonEqual(begun, theirs);
  const merged = isMine ? rule : await conflicts.merge({ name: `rule ${index + 1}`, base: begun, mine: rule, theirs });
  return merged ? accept(merged as unknown as Rule) : refuse('It has changed meanwhile.');
}

export function asJson(value: Scenario | Rule): JsonObject {
  return value as unknown as JsonObject;
}

/** An edited scenario and what the edit began from; the host validates them. */
export function asEdit(scenario: JsonObject, base: JsonObject | null) {
  return { scenario: scenario as unknown as Scenario, base: base as unknown as Scenario | null };
}
