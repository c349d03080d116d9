import type { Rule, Scenario } from '../../../../server/domain/scenario/scenario.ts';

interface KnownRules {
  readonly rules: readonly Rule[];
  readonly ids: readonly number[];
}

/**
 * Identities of rules, which have no name. A rule keeps its id while others are added, moved or deleted around it, here or in
 * another window, and while it is edited itself. Until a rule is moved, its id is its number.
 */
export class RuleIds {
  readonly #known = new Map<string, KnownRules>();

  /** The ids of a scenario's rules, in their order. */
  of({ name, rules }: Scenario): readonly number[] {
    const known = this.#known.get(name);
    if (known?.rules === rules) return known.ids;
    const ids = known ? followRules(known, rules) : rules.map((_, index) => index + 1);
    this.#known.set(name, { rules, ids });
    return ids;
  }

  /** Keeps the ids of a scenario that gets another name. */
  rename(from: string, to: string): void {
    const known = this.#known.get(from);
    if (known) this.#known.set(to, known);
  }
}

/**
 * Finds known rules among the next ones: first equal rules, the same number of them on each side in their order; then rules
 * that changed, which stand in the order of the ids that are left if as many rules are left as before. Others are new.
 */
function followRules({ rules: before, ids }: KnownRules, after: readonly Rule[]): readonly number[] {
  const left = new Map<string, number[]>();
  before.forEach((rule, index) => {
    const text = JSON.stringify(rule);
    left.set(text, [...(left.get(text) ?? []), ids[index] ?? 0]);
  });
  const found = after.map((rule) => left.get(JSON.stringify(rule))?.shift());
  const unfound = ids.filter((id) => !found.includes(id));
  let next = Math.max(0, ...ids) + 1;
  return found.map((id, index) => {
    if (id !== undefined) return id;
    // An edited rule stands where it stood: after the same neighbour, or before it.
    const same = unfound.findIndex((one) => isBetween(ids, one, found[index - 1], found[index + 1]));
    const [edited] = same < 0 ? [] : unfound.splice(same, 1);
    return edited ?? next++;
  });
}

/** True if `id` stood right after `previous` or right before `following`. */
function isBetween(
  ids: readonly number[],
  id: number,
  previous: number | undefined,
  following: number | undefined,
): boolean {
  const place = ids.indexOf(id);
  return ids[place - 1] === previous || ids[place + 1] === following;
}
