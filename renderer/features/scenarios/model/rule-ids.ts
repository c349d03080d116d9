import { type Rule, type Scenario, sameRule } from '../../../../server/domain/scenario/scenario.ts';

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
  readonly #expected = new Map<string, Omit<KnownRules, 'next'>>();

  /** The ids of a scenario's rules, in their order. */
  of({ name, rules }: Scenario): readonly number[] {
    const known = this.#known.get(name) ?? none;
    if (known.rules === rules) return known.ids;
    const expected = this.#expected.get(name);
    const isExpected = expected !== undefined && isEqual(expected.rules, rules);
    const now = isExpected ? withIds(rules, expected.ids, known.next) : followRules(known, rules);
    if (isExpected) this.#expected.delete(name);
    this.#known.set(name, now);
    return now.ids;
  }

  /**
   * Says which ids the rules have that an edit is about to give a scenario: among equal rules, their content does not tell. An
   * id that comes a second time is that of the original, and the copy gets one of its own.
   */
  expect(name: string, rules: readonly Rule[], ids: readonly number[]): void {
    this.#expected.set(name, { rules, ids });
  }

  /** Keeps the ids of a scenario that gets another name. */
  rename(from: string, to: string): void {
    const known = this.#known.get(from);
    if (known) this.#known.set(to, known);
  }
}

function isEqual(some: readonly Rule[], others: readonly Rule[]): boolean {
  return some.length === others.length && some.every((rule, index) => sameRule(rule, others[index]));
}

/** Gives rules their ids, and a new one where there is none, or one that another rule has. */
function withIds(rules: readonly Rule[], ids: readonly (number | undefined)[], next: number): KnownRules {
  let free = next;
  const given = ids.map((id, index) => (id === undefined || ids.indexOf(id) < index ? free++ : id));
  return { rules, ids: given, next: free };
}

/** Gives the next rules the ids of the known ones among them. */
function followRules({ rules: before, ids, next }: KnownRules, after: readonly Rule[]): KnownRules {
  const places = placesBefore(before, after);
  const followed = after.map((_, index) => ids[places.get(index) ?? -1]);
  return withIds(after, followed, next);
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
