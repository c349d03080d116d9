import type { Action } from '../../ui/base/action.tsx';

/** Custom shortcuts by action; null removes the shortcut of an action. */
export type Keymap = Readonly<Record<string, string | null>>;

/** Groups of actions that exist in one view only; all others exist in every view. */
const viewGroups = new Set(['Records', 'Scenarios', 'Requests', 'Try it']);

/** Keys that lists, dialogs and buttons need. */
const neededKeys = /^(Shift\+)?(Tab|Escape|Enter|Arrow\w+|Home|End|PageUp|PageDown|Backspace)$/;
/** Shortcuts that every program uses for text. */
const systemChords = new Set(['Mod+A', 'Mod+C', 'Mod+V', 'Mod+X']);

/** The actions with their custom shortcuts. */
export function withKeymap(actions: readonly Action[], keymap: Keymap): readonly Action[] {
  return actions.map((action) => {
    const chosen = keymap[action.id];
    if (chosen === undefined) return action;
    const { shortcut, otherShortcut, ...others } = action;
    return chosen === null ? others : { ...others, shortcut: chosen };
  });
}

/** A sentence with the reason why an action cannot have these keys; null if it can. */
export function refusalOf(keys: string, { where }: Action): string | null {
  const chords = keys.split(' ');
  if (chords.some((chord) => neededKeys.test(chord))) return 'This key is reserved for lists, dialogs and buttons.';
  if (keys === 'Space' && where !== 'table') return 'This key is reserved for buttons.';
  return chords.some((chord) => systemChords.has(chord)) ? 'This key is reserved by the system.' : null;
}

/** The actions that already use these keys, or whose keys start with them or the other way round. */
export function clashesOf(keys: string, action: Action, actions: readonly Action[]): readonly Action[] {
  return actions.filter(
    (other) =>
      other.id !== action.id &&
      coexist(action, other) &&
      [other.shortcut, other.otherShortcut].some((one) => one !== undefined && hides(one, keys)),
  );
}

/** Assigns keys to an action and removes them from the actions that clash. */
export function assign(keymap: Keymap, keys: string, { id }: Action, clashes: readonly Action[]): Keymap {
  return { ...keymap, ...Object.fromEntries(clashes.map((clash) => [clash.id, null])), [id]: keys };
}

/** Restores the default shortcut of an action. */
export function without(keymap: Keymap, id: string): Keymap {
  return Object.fromEntries(Object.entries(keymap).filter(([one]) => one !== id));
}

/** Reads a stored keymap and drops invalid entries. */
export function readKeymap(value: unknown): Keymap {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, keys]) => typeof keys === 'string' || keys === null));
}

/** True if both actions can be available at the same time. */
function coexist(one: Action, other: Action): boolean {
  return one.group === other.group || !viewGroups.has(one.group) || !viewGroups.has(other.group);
}

/** True if one shortcut makes the other impossible to type. */
function hides(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);
}
