import type { Action } from '../../ui/base/action.tsx';

export interface ActionGroup {
  readonly name: string;
  readonly actions: readonly Action[];
}

/**
 * The actions that a search finds, the best first: those of the group `here` lead among equals. Without a search, all of
 * them in their order.
 */
export function rankedActions(
  actions: readonly Action[],
  search: string,
  here: string | undefined,
): readonly ActionGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, { readonly action: Action; readonly rank: number }[]>();
  for (const action of actions) {
    const rank = rankOf(action, words);
    if (rank === 0) continue;
    const group = groups.get(action.group);
    if (group) group.push({ action, rank });
    else groups.set(action.group, [{ action, rank }]);
  }
  return Array.from(groups, ([name, found]) => ({ name, found: found.toSorted((a, b) => b.rank - a.rank) }))
    .sort((a, b) => best(b.found) - best(a.found) || Number(b.name === here) - Number(a.name === here))
    .map(({ name, found }) => ({ name, actions: found.map(({ action }) => action) }));
}

/**
 * 0 unless the action with its note contains every word. 3 if each word begins a word of the action itself, 2 if one stands
 * inside a word, and 1 if only the note has it.
 */
function rankOf({ title, group, note = '' }: Action, words: readonly string[]): number {
  const own = ` ${title} ${group}`.toLowerCase();
  if (words.every((word) => own.includes(` ${word}`))) return 3;
  if (words.every((word) => own.includes(word))) return 2;
  const whole = `${own} ${note}`.toLowerCase();
  return words.every((word) => whole.includes(word)) ? 1 : 0;
}

function best([first]: readonly { readonly rank: number }[]): number {
  return first?.rank ?? 0;
}
