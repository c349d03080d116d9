import { type Rule, type Scenario, sameScenario } from '../domain/scenario/scenario.ts';

/**
 * The label of an edit of a scenario: what is new, renamed, moved, changed or deleted, such as `change of rule 2 in scenario
 * Slow backend`. Several changes at once are not told apart.
 */
export function nameScenarioEdit(before: Scenario | null, after: Scenario): string {
  if (before === null) return `new scenario ${after.name}`;
  if (before.name !== after.name && sameScenario({ ...before, name: after.name }, after))
    return `rename of scenario ${before.name} to ${after.name}`;
  if (sameScenario({ ...before, description: after.description }, after)) {
    return `change of the description of scenario ${before.name}`;
  }
  const isRuleEdit = sameScenario({ ...before, rules: after.rules }, after);
  return (isRuleEdit && nameRuleEdit(before, after)) || `change of scenario ${before.name}`;
}

/** The label for a change of one rule; undefined for any other change of the rules. */
function nameRuleEdit({ name, rules }: Scenario, { rules: next }: Scenario): string | undefined {
  // Rules may be many and large.
  const [before, after] = [rules.map(textOf), next.map(textOf)];
  const same = (from: readonly string[], to: readonly string[]) =>
    from.length === to.length && from.every((text, index) => text === to[index]);
  const differing = before.findIndex((text, place) => text !== after[place]);
  const place = differing < 0 ? before.length : differing;
  const number = place + 1;
  if (same(before, after.toSpliced(place, 1))) return `new rule ${number} in scenario ${name}`;
  if (same(before.toSpliced(place, 1), after)) return `delete of rule ${number} in scenario ${name}`;
  if (same(before.toSpliced(place, 1), after.toSpliced(place, 1)))
    return `change of rule ${number} in scenario ${name}`;
  // A rule can only have moved between the first and the last place that differs.
  const last = before.findLastIndex((text, index) => text !== after[index]);
  for (const [from, to] of [[place, last] as const, [last, place] as const]) {
    const isMoved = before[from] === after[to] && same(before.toSpliced(from, 1), after.toSpliced(to, 1));
    if (isMoved) return `move of rule ${from + 1} to ${to + 1} in scenario ${name}`;
  }
  return undefined;
}

function textOf(rule: Rule): string {
  return JSON.stringify(rule);
}
