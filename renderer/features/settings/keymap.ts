import type { Action } from '../../ui/base/action.tsx';

/** Shortcuts that a person has chosen, by action; null for an action that is to have none. */
export type Keymap = Readonly<Record<string, string | null>>;

/** Groups of actions that are there in one view alone; all others are there in every view. */
const viewGroups = new Set(['Records', 'Scenarios', 'Requests', 'Try it']);

/** Keys that lists, dialogs and buttons need wherever they are. */
const neededKeys = /^(Shift\+)?(Tab|Escape|Enter|Arrow\w+|Home|End|PageUp|PageDown|Backspace)$/;
/** What every program does with texts. */
const systemChords = new Set(['Mod+A', 'Mod+C', 'Mod+V', 'Mod+X']);

/** The actions with the shortcuts that were chosen for them. */
export function withKeymap(actions: readonly Action[], keymap: Keymap): readonly Action[] {
  return actions.map((action) => {
    const chosen = keymap[action.id];
    if (chosen === undefined) return action;
    const { shortcut, otherShortcut, ...others } = action;
    return chosen === null ? others : { ...others, shortcut: chosen };
  });
}

/** Why keys cannot be the shortcut of an action, as a sentence; null when they can. */
export function refusalOf(keys: string, { where }: Action): string | null {
  const chords = keys.split(' ');
  if (chords.some((chord) => neededKeys.test(chord))) return 'Lists, dialogs and buttons need this key.';
  if (keys === 'Space' && where !== 'table') return 'Buttons need this key.';
  return chords.some((chord) => systemChords.has(chord)) ? 'Every program does something with this key.' : null;
}

/** The actions with which those keys would clash: that have them, or of which one could not be reached for the other. */
export function clashesOf(keys: string, action: Action, actions: readonly Action[]): readonly Action[] {
  return actions.filter(
    (other) =>
      other.id !== action.id &&
      meet(action, other) &&
      [other.shortcut, other.otherShortcut].some((one) => one !== undefined && hides(one, keys)),
  );
}

/** Gives keys to an action and takes them from those that had them. */
export function assign(keymap: Keymap, keys: string, { id }: Action, clashes: readonly Action[]): Keymap {
  return { ...keymap, ...Object.fromEntries(clashes.map((clash) => [clash.id, null])), [id]: keys };
}

/** Gives an action the shortcut that it came with. */
export function without(keymap: Keymap, id: string): Keymap {
  return Object.fromEntries(Object.entries(keymap).filter(([one]) => one !== id));
}

/** What was kept, as far as it is a keymap. */
export function readKeymap(value: unknown): Keymap {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, keys]) => typeof keys === 'string' || keys === null));
}

/** True when both actions can be there at the same time. */
function meet(one: Action, other: Action): boolean {
  return one.group === other.group || !viewGroups.has(one.group) || !viewGroups.has(other.group);
}

/** True when of two shortcuts one would keep the other from being finished. */
function hides(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);
}
