import { useEffect, useState } from 'react';
import type { Action } from '../../ui/base/action.tsx';
import { chordOf, sequencePause } from '../../ui/base/chord.ts';

/** Where the focus is. */
export type Place = 'text' | 'table' | 'elsewhere';

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

/**
 * The field that had the focus before a click beside all controls. What is typed then was meant for it, and must neither switch
 * the scenario nor change anything else. The focus on anything else ends this, and so does Escape.
 */
export class LeftField {
  #field: Pick<Element, 'checkVisibility'> | null = null;

  /** Takes the field that now has the focus; null for anything else. */
  focus(field: Pick<Element, 'checkVisibility'> | null): void {
    this.#field = field;
  }

  /** Whether a key that nothing takes was meant for the field. */
  misses(chord: string): boolean {
    if (chord === 'Escape') this.#field = null;
    return /^(Shift\+)?.$/u.test(chord) && this.#field?.checkVisibility({ visibilityProperty: true }) === true;
  }
}

/** Runs actions by their shortcuts, except while a dialog or a menu is open. */
export function useShortcuts(actions: readonly Action[]): void {
  // Outlives the actions, which a live update may replace between two keys.
  const [sequence] = useState(() => new KeySequence());
  const [left] = useState(() => new LeftField());
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || hasOverlay()) return;
      const chord = chordOf(event);
      if (isNowhere(event) && left.misses(chord)) return;
      const place = placeOf(event);
      // With nothing to undo, the browser would undo the typing in a field that has no focus any more.
      if (isUndoing(chord) && place !== 'text') event.preventDefault();
      const action = actionFor(actions, chord, sequence.first(event.timeStamp), place);
      if (!action) return sequence.begin(chord, event.timeStamp);
      sequence.end();
      event.preventDefault();
      action.run();
    };
    const onFocus = (event: FocusEvent) => {
      const [target] = event.composedPath();
      if (!isNowhere(event)) left.focus(target instanceof Element && placeOf(event) === 'text' ? target : null);
    };
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('focusin', onFocus);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('focusin', onFocus);
    };
  }, [actions, sequence, left]);
}

/** Whether a dialog or a menu is open. */
export function hasOverlay(): boolean {
  return document.querySelector('dialog[open], [role=dialog], [role=menu]') !== null;
}

/** Reads the composed path, because the target of an event in an editor's shadow root is only its host. */
export function placeOf(event: Event): Place {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return 'elsewhere';
  if (target.closest('input:not([type=radio]), textarea, select, [contenteditable]')) return 'text';
  return target.getAttribute('role') === 'grid' ? 'table' : 'elsewhere';
}

/** True for the places that a click beside all controls focuses. */
function isNowhere(event: Event): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && target.matches('body, main, [role=tabpanel]');
}
