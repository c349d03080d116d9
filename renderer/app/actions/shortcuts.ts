import { useEffect } from 'react';
import type { Action } from '../../ui/base/action.tsx';
import { chordOf, sequencePause } from '../../ui/base/chord.ts';

/** Where the keyboard is, as far as shortcuts ask. */
export type Place = 'text' | 'table' | 'elsewhere';

/** The action that a chord stands for in that place; `before` is the chord that came right before, if any. */
export function actionFor(
  actions: readonly Action[],
  chord: string,
  before: string | null,
  place: Place,
): Action | undefined {
  if (place === 'text' && !isFreeInText(chord)) return undefined;
  const sequence = before === null ? null : `${before} ${chord}`;
  return actions.find(
    ({ shortcut, otherShortcut, where, enabled }) =>
      enabled &&
      (where === undefined || where === place) &&
      shortcut !== undefined &&
      (shortcut === chord || shortcut === sequence || otherShortcut === chord),
  );
}

/** Text fields keep their letters and their own undo. */
function isFreeInText(chord: string): boolean {
  return chord.startsWith('Mod+') && !/\+[ZY]$/.test(chord);
}

/** Lets the keyboard run the actions, except while a dialog or a menu has it. */
export function useShortcuts(actions: readonly Action[]): void {
  useEffect(() => {
    let before: string | null = null;
    let forget: ReturnType<typeof setTimeout> | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isTaken()) return;
      const chord = chordOf(event);
      const action = actionFor(actions, chord, before, placeOf(event));
      clearTimeout(forget);
      before = action ? null : chord;
      forget = setTimeout(() => {
        before = null;
      }, sequencePause);
      if (!action) return;
      event.preventDefault();
      action.run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      clearTimeout(forget);
    };
  }, [actions]);
}

/** True while a dialog or a menu has the keyboard. */
export function isTaken(): boolean {
  return document.querySelector('dialog[open], [role=dialog], [role=menu]') !== null;
}

/** The path leads into the shadow that an editor stands in; the target is only its outside. */
export function placeOf(event: Event): Place {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return 'elsewhere';
  if (target.closest('input, textarea, select, [contenteditable]')) return 'text';
  return target.getAttribute('role') === 'grid' ? 'table' : 'elsewhere';
}
