import { type Rule, type Scenario, sameScenario } from '../domain/scenario/scenario.ts';

/**
 * The label of an edit of a scenario: what is new, renamed, moved, changed or deleted, such as `change of rule 2 in scenario
 * Slow backend`. Several changes at once are not told apart.
 */
export function nameScenarioEdit(before: Scenario | null, after: Scenario): string {
  if (before === null) return `new scenario ${after.name}`;
  if (sameScenario({ ...before, name: after.name }, after)) return `rename of scenario ${before.name} to ${after.name}`;
  if (sameScenario({ ...before, description: after.description }, after)) {
    return `change of the description of scenario ${before.name}`;
  }
  const isRuleEdit = sameScenario({ ...before, rules: after.rules }, after);
  return (isRuleEdit && nameRuleEdit(before, after)) || `change of scenario ${before.name}`;
}

/** The label for a change of one rule; undefined for any other change of the rules. */
function nameRuleEdit({ name, rules: before }: Scenario, { rules: after }: Scenario): string | undefined {
  const added = after.length - before.length;
  const first = before.findIndex((rule, place) => !sameRule(rule, after[place]));
  const place = first < 0 ? Math.min(before.length, after.length) : first;
  const number = place + 1;
  const same = (from: Scenario['rules'], to: Scenario['rules']) =>
    from.length === to.length && from.every((rule, index) => sameRule(rule, to[index]));
  if (added === 1 && same(before, after.toSpliced(place, 1))) return `new rule ${number} in scenario ${name}`;
  if (added === -1 && same(before.toSpliced(place, 1), after)) return `delete of rule ${number} in scenario ${name}`;
  if (added !== 0) return undefined;
  if (same(before.toSpliced(place, 1), after.toSpliced(place, 1)))
    return `change of rule ${number} in scenario ${name}`;
  for (const [to, rule] of after.entries()) {
    for (const from of before.keys()) {
      const isMoved = sameRule(before[from], rule) && same(before.toSpliced(from, 1), after.toSpliced(to, 1));
      if (isMoved) return `move of rule ${from + 1} to ${to + 1} in scenario ${name}`;
    }
  }
  return undefined;
}

function sameRule(a: Rule | undefined, b: Rule | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
