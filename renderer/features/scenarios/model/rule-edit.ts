import { accept, type Result, refuse } from '../../../../server/domain/basics/result.ts';
import { type JsonObject, jsonEqual } from '../../../../server/domain/json/json.ts';
import type { Rule, Scenario } from '../../../../server/domain/scenario/scenario.ts';
import type { Conflicts } from '../../../conflict/conflicts.ts';

export const ruleIsGone = 'The rule was deleted meanwhile.';

interface RuleEdit {
  /** Index and content of the rule when the edit began. */
  readonly index: number;
  readonly begun: Rule;
  /** As edited; the host validates it. */
  readonly rule: JsonObject;
}

/** Finds where an edited rule stands now, and merges changes that others made to it. Refused with a sentence. */
export async function rebasedRule(
  conflicts: Conflicts,
  rules: readonly Rule[],
  { index, begun, rule }: RuleEdit,
): Promise<Result<{ readonly place: number; readonly merged: Rule }, string>> {
  const place = placeOf(rules, index, begun);
  const now = rules[place];
  if (!now) return refuse(ruleIsGone);
  const [base, theirs] = [asJson(begun), asJson(now)];
  const merged = jsonEqual(base, theirs)
    ? rule
    : await conflicts.merge({ name: `rule ${place + 1}`, base, mine: rule, theirs });
  return merged ? accept({ place, merged: merged as unknown as Rule }) : refuse('It has changed meanwhile.');
}

export function asJson(value: Scenario | Rule): JsonObject {
  return value as unknown as JsonObject;
}

/** An edited scenario and what the edit began from; the host validates them. */
export function asEdit(scenario: JsonObject, base: JsonObject | null) {
  return { scenario: scenario as unknown as Scenario, base: base as unknown as Scenario | null };
}

/** The index of a rule after others were added, moved or deleted; its old index if it was changed itself. */
function placeOf(rules: readonly Rule[], index: number, begun: Rule): number {
  const isBegun = (rule: Rule | undefined) => rule !== undefined && jsonEqual(asJson(rule), asJson(begun));
  const moved = isBegun(rules[index]) ? index : rules.findIndex(isBegun);
  return moved < 0 ? index : moved;
}
