import { useEffect, useState } from 'react';
import { chordOf, isModifier } from '../../ui/base/chord.ts';
import { textFields } from '../../ui/base/native-keys.ts';
import { isNowhere, placeOf } from './key-place.ts';

interface Field extends Pick<Element, 'checkVisibility'> {
  readonly matches: (selector: string) => boolean;
}

/**
 * The field that the person last typed in, as far as keys are still meant for it: after a click beside all controls, or because
 * somebody has taken it away under the typing, with the row or the dialog that it was in. Such keys must neither switch the
 * scenario nor change anything else.
 */
export class LastField {
  #field: Field | null = null;
  /** Whether what the person did last may have closed the field. */
  #mayBeClosed = false;
  /** Whether the last key or press may close a dialog, which may still give a field the focus as it goes. */
  #isLeaving = false;

  /** Takes the field that now has the focus; null for anything else, which means nothing while the field is taken away. */
  focus(field: Field | null): void {
    if (field === null && this.isGone) return;
    this.#field = field;
    // Only a text is typed blindly on: a list or a box may go with the click that has focused it.
    this.#mayBeClosed = this.#isLeaving || !field?.matches(textFields);
  }

  /** Follows a key in the field: whatever types no text may close it. */
  press(chord: string): void {
    this.#isLeaving = mayClose(chord);
    this.#mayBeClosed = !isTyping(chord) || !this.#field?.matches(textFields);
  }

  /** Follows a press of the mouse, which may close the field, or a dialog unless it is on a text, and ends the field's absence. */
  point(isOnText: boolean): void {
    if (this.isGone) this.#field = null;
    this.#isLeaving = !isOnText;
    this.#mayBeClosed = true;
  }

  /** Whether the field has gone, or is shut off, without the person having closed it. */
  get isGone(): boolean {
    return this.#field !== null && !this.#mayBeClosed && (!this.#isShown || this.#field.matches(':disabled'));
  }

  /** Follows a key outside of text, and tells whether it was meant for a field that is taken away. Escape and Tab end that. */
  meansGone(chord: string): boolean {
    this.#isLeaving = mayClose(chord);
    if (!this.isGone) return false;
    if (/^(Escape|(Shift\+)?Tab)$/.test(chord)) this.#field = null;
    return isTyping(chord) || /^(Shift\+)?Enter$/.test(chord);
  }

  /** Whether a key that nothing takes was meant for the field, which is still there. */
  meansShown(chord: string): boolean {
    if (chord === 'Escape') this.#field = null;
    return /^(Shift\+)?.$/u.test(chord) && this.#isShown;
  }

  get #isShown(): boolean {
    return this.#field?.checkVisibility({ visibilityProperty: true }) === true;
  }
}

/** Whether a key may close a dialog. */
function mayClose(chord: string): boolean {
  return /^(Escape|((Mod|Shift)\+)*Enter)$/.test(chord);
}

/** Whether a key changes the text of a field. */
function isTyping(chord: string): boolean {
  return /^(Shift\+)?(.|Space|Backspace|Delete|Process)$/u.test(chord);
}

/** Follows the focus, the keys and the presses of the page. Keys for a field that was taken away go nowhere. */
export function useLastField(): LastField {
  const [lastField] = useState(() => new LastField());
  useEffect(() => {
    const onFocus = (event: FocusEvent) => {
      const [target] = event.composedPath();
      if (!isNowhere(event)) lastField.focus(target instanceof Element && placeOf(event) === 'text' ? target : null);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (isModifier(event)) return;
      const chord = chordOf(event);
      if (placeOf(event) === 'text') return lastField.press(chord);
      if (!lastField.meansGone(chord)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onPointerDown = (event: PointerEvent) => lastField.point(placeOf(event) === 'text');
    window.addEventListener('focusin', onFocus);
    // Not at the window, where keys are held that are meant for what follows.
    document.addEventListener('keydown', onKeyDown, true);
    window.addEventListener('pointerdown', onPointerDown, true);
    return () => {
      window.removeEventListener('focusin', onFocus);
      document.removeEventListener('keydown', onKeyDown, true);
      window.removeEventListener('pointerdown', onPointerDown, true);
    };
  }, [lastField]);
  return lastField;
}
