import type { Rule, Scenario } from '../../../../server/domain/scenario/scenario.ts';

interface KnownRules {
  readonly rules: readonly Rule[];
  readonly ids: readonly number[];
  /** The id of the next new rule: the id of a deleted rule is not given again. */
  readonly next: number;
}

const none: KnownRules = { rules: [], ids: [], next: 1 };

/**
 * Identities of rules, which have no name. A rule keeps its id while others are added, moved or deleted around it, here or in
 * another window, and while it is edited itself. Until a rule is moved, its id is its number.
 */
export class RuleIds {
  readonly #known = new Map<string, KnownRules>();

  /** The ids of a scenario's rules, in their order. */
  of({ name, rules }: Scenario): readonly number[] {
    const known = this.#known.get(name) ?? none;
    if (known.rules === rules) return known.ids;
    const now = followRules(known, rules);
    this.#known.set(name, now);
    return now.ids;
  }

  /** Keeps the ids of a scenario that gets another name. */
  rename(from: string, to: string): void {
    const known = this.#known.get(from);
    if (known) this.#known.set(to, known);
  }
}

/** Gives the next rules the ids of the known ones among them. Others are new. */
function followRules({ rules: before, ids, next }: KnownRules, after: readonly Rule[]): KnownRules {
  const places = placesBefore(before, after);
  let free = next;
  const followed = after.map((_, index) => ids[places.get(index) ?? -1] ?? free++);
  return { rules: after, ids: followed, next: free };
}

/**
 * Finds where rules stood before: first equal rules that kept their place, counted from either end if there are more rules now,
 * or fewer; then equal rules in their order; then rules that were edited, where they stood. Returns the places by index.
 */
function placesBefore(before: readonly Rule[], after: readonly Rule[]): ReadonlyMap<number, number> {
  const [texts, wanted] = [before.map((rule) => JSON.stringify(rule)), after.map((rule) => JSON.stringify(rule))];
  const grown = wanted.length - texts.length;
  const found = new Map<number, number>();
  const left = new Set(texts.keys());
  const take = (index: number, place: number) => {
    found.set(index, place);
    left.delete(place);
  };
  const isKept = (index: number, place: number) => {
    if (found.has(index) || !left.has(place) || texts[place] !== wanted[index]) return false;
    take(index, place);
    return true;
  };
  if (grown === 0) for (const index of wanted.keys()) isKept(index, index);
  for (let index = 0; isKept(index, index); index++);
  for (let index = wanted.length - 1; isKept(index, index - grown); index--);
  const takeUnfound = (placeOf: (index: number) => number | undefined) => {
    for (const index of wanted.keys()) {
      const place = found.has(index) ? undefined : placeOf(index);
      if (place !== undefined) take(index, place);
    }
  };
  takeUnfound((index) => [...left].find((place) => texts[place] === wanted[index]));
  takeUnfound((index) => {
    if (grown === 0 && left.has(index)) return index;
    // After the same neighbour, or before it.
    const previous = index === 0 ? -1 : found.get(index - 1);
    const following = index === wanted.length - 1 ? texts.length : found.get(index + 1);
    return [...left].find((place) => place - 1 === previous || place + 1 === following);
  });
  return found;
}
