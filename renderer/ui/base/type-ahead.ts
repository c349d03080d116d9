import { sequencePause } from './chord.ts';
import { chooseOption } from './native-keys.ts';

/** The state of an option that counts for typing. */
type TypedOption = Pick<HTMLOptionElement, 'text' | 'disabled'>;

/**
 * Chooses in the focused list by the letters that its option begins with, as browsers do. The console does it, because letters
 * that a person typed before the list had the focus come to it as events alone, and the rest of the word must join them.
 *
 * @returns what stops it
 */
export function chooseByTyping(page: Document): () => void {
  let typed = '';
  let last = { list: null as HTMLSelectElement | null, time: 0 };
  const onKeyDown = (event: KeyboardEvent) => {
    const [list] = event.composedPath();
    if (!(list instanceof HTMLSelectElement) || !isLetter(event)) return;
    const goesOn = list === last.list && event.timeStamp - last.time < sequencePause;
    // A space alone opens the list.
    if (!goesOn && event.key === ' ') return;
    event.preventDefault();
    typed = goesOn ? typed + event.key : event.key;
    last = { list, time: event.timeStamp };
    const found = optionFor(typed, [...list.options], list.selectedIndex);
    if (found >= 0) chooseOption(list, found);
  };
  // Who comes back to a list begins a new word, however quickly.
  const onFocusOut = () => {
    last = { list: null, time: 0 };
  };
  page.addEventListener('keydown', onKeyDown);
  page.addEventListener('focusout', onFocusOut);
  return () => {
    page.removeEventListener('keydown', onKeyDown);
    page.removeEventListener('focusout', onFocusOut);
  };
}

/** Whether a key is one letter or sign without Ctrl, Cmd or Alt. */
function isLetter(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || [...event.key].length !== 1) return false;
  return event.getModifierState('AltGraph') || !(event.ctrlKey || event.metaKey || event.altKey);
}

/**
 * The index of the first option from the chosen one on, round the end, that begins with the typed text; -1 for none. One
 * letter, also several times, goes on to the next option that begins with it.
 */
export function optionFor(typed: string, options: readonly TypedOption[], chosen: number): number {
  const letters = [...typed.toLowerCase()];
  const isOneLetter = letters.every((letter) => letter === letters[0]);
  const sought = isOneLetter ? (letters[0] ?? '') : letters.join('');
  const from = isOneLetter ? chosen + 1 : Math.max(chosen, 0);
  const order = options.map((_, index) => (from + index) % options.length);
  const fits = ({ text, disabled }: TypedOption) => !disabled && text.trim().toLowerCase().startsWith(sought);
  return order.find((index) => fits(options[index] as TypedOption)) ?? -1;
}
