import { useEffect, useState } from 'react';
import type { Action } from '../../ui/base/action.tsx';
import { chordOf, sequencePause } from '../../ui/base/chord.ts';
import { hasOverlay, isNowhere, type Place, placeOf } from './key-place.ts';
import type { LastField } from './last-field.ts';

/** The enabled action for a chord in that place; `before` is the first chord of a possible sequence. */
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

/** Text fields keep their letters and their own undo and redo. */
function isFreeInText(chord: string): boolean {
  return chord.startsWith('Mod+') && !isUndoing(chord);
}

/** True for undo and redo. */
function isUndoing(chord: string): boolean {
  return /^Mod\+(Shift\+)?[ZY]$/.test(chord);
}

/** The first key of a possible sequence. Only the times of the presses count, so a busy page does not break a sequence. */
export class KeySequence {
  #first: { readonly chord: string; readonly pressedAt: number } | null = null;

  /** The first key, unless the time in milliseconds is too long after it. */
  first(now: number): string | null {
    return this.#first !== null && now - this.#first.pressedAt <= sequencePause ? this.#first.chord : null;
  }

  begin(chord: string, pressedAt: number): void {
    this.#first = { chord, pressedAt };
  }

  end(): void {
    this.#first = null;
  }
}

/** Runs actions by their shortcuts, except while a dialog or a menu is open. */
export function useShortcuts(actions: readonly Action[], lastField: LastField): void {
  // Outlives the actions, which a live update may replace between two keys.
  const [sequence] = useState(() => new KeySequence());
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || hasOverlay()) return;
      const chord = chordOf(event);
      if (isNowhere(event) && lastField.meansShown(chord)) return;
      const place = placeOf(event);
      // With nothing to undo, the browser would undo the typing in a field that has no focus any more.
      if (isUndoing(chord) && place !== 'text') event.preventDefault();
      const action = actionFor(actions, chord, sequence.first(event.timeStamp), place);
      if (!action) return sequence.begin(chord, event.timeStamp);
      sequence.end();
      event.preventDefault();
      action.run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [actions, sequence, lastField]);
}
