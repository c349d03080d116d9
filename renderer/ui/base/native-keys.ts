/** What a browser does with a key of a person, done for a key that the console presses. */

/** A key as a `KeyboardEvent` names it, and the modifiers that matter here. */
export interface NativeKey {
  readonly key: string;
  readonly shiftKey: boolean;
  /** With Ctrl or Cmd. */
  readonly isCommand: boolean;
}

/** Presses a key on an element, as the browser would after a `keydown` that nobody prevented. Tab is not among them. */
export function pressNative(target: Element, { key, shiftKey, isCommand }: NativeKey): void {
  if (isCommand && target.matches(textFields)) edit(key, shiftKey);
  else if (isCommand) return;
  else if (target.matches('select')) moveInList(target as HTMLSelectElement, key);
  else if (target.matches('input[type=radio]')) moveInGroup(target as HTMLInputElement, key);
  else if (target.matches('input[type=range]')) slide(target as HTMLInputElement, key);
  else if (target.matches('input[type=number]') && stepKeys.includes(key)) slide(target as HTMLInputElement, key);
  else if (target.matches(textFields)) write(target, key, shiftKey);
  else if (pressesOf(target).includes(key)) (target as HTMLElement).click();
}

/** What text is typed in. */
export const textFields = 'input:not([type=checkbox], [type=radio], [type=range]), textarea, [contenteditable]';

/** Enter and the space bar press a button; the space bar switches a box. */
function pressesOf(target: Element): readonly string[] {
  if (target.matches('input[type=checkbox]')) return [' '];
  return target.matches('button, a[href], summary') ? ['Enter', ' '] : [];
}

/** By how much an arrow moves. */
const arrows: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** The arrows, Home and End choose in a list; the space bar opens it. Letters are those of `chooseByTyping`. */
function moveInList(list: HTMLSelectElement, key: string): void {
  const usable = [...list.options].filter((option) => !option.disabled);
  const place = usable.findIndex((option) => option.selected);
  const by = arrows[key];
  const option = by ? usable[place + by] : key === 'Home' ? usable[0] : key === 'End' ? usable.at(-1) : undefined;
  if (option) chooseOption(list, option.index);
  // Some browsers cannot open it, and none may long after a key of the person.
  else if (key === ' ' && navigator.userActivation?.isActive) list.showPicker?.();
}

/** Chooses an option as a person does. */
export function chooseOption(list: HTMLSelectElement, index: number): void {
  if (index === list.selectedIndex) return;
  list.selectedIndex = index;
  announce(list);
}

function announce(field: Element): void {
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** The arrows choose among the radio buttons of a group, round its ends; the space bar chooses the focused one. */
function moveInGroup(radio: HTMLInputElement, key: string): void {
  const all = radio.getRootNode() as Document | ShadowRoot;
  const name = CSS.escape(radio.name);
  const group = [...all.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${name}"]:enabled`)];
  const by = arrows[key] ?? 0;
  if (by === 0 && (key !== ' ' || radio.checked)) return;
  const next = group.at((group.indexOf(radio) + by) % group.length);
  next?.focus();
  next?.click();
}

/** The arrows that step a number. The others move its caret. */
const stepKeys: readonly string[] = ['ArrowUp', 'ArrowDown'];

/** The arrows move a slider by a step, Home and End to its ends. */
function slide(slider: HTMLInputElement, key: string): void {
  const { value } = slider;
  if (key === 'ArrowLeft' || key === 'ArrowDown') slider.stepDown();
  else if (key === 'ArrowRight' || key === 'ArrowUp') slider.stepUp();
  else if (key === 'Home') slider.stepDown(span(slider));
  else if (key === 'End') slider.stepUp(span(slider));
  if (slider.value !== value) announce(slider);
}

/** More steps than a slider has. */
function span({ min, max, step }: HTMLInputElement): number {
  return Math.ceil((Number(max || 100) - Number(min || 0)) / (Number(step) || 1)) + 1;
}

/** What Ctrl or Cmd and a letter do in a text. */
function edit(key: string, shiftKey: boolean): void {
  const letter = key.toLowerCase();
  if (letter === 'a') document.execCommand('selectAll');
  else if (letter === 'z') document.execCommand(shiftKey ? 'redo' : 'undo');
  else if (letter === 'y') document.execCommand('redo');
}

/** What moves the caret: the direction and how far. */
const carets: Readonly<Record<string, readonly [string, string]>> = {
  ArrowLeft: ['left', 'character'],
  ArrowRight: ['right', 'character'],
  ArrowUp: ['backward', 'line'],
  ArrowDown: ['forward', 'line'],
  Home: ['backward', 'lineboundary'],
  End: ['forward', 'lineboundary'],
};

function write(target: Element, key: string, shiftKey: boolean): void {
  const caret = carets[key];
  if (caret) getSelection()?.modify(shiftKey ? 'extend' : 'move', ...caret);
  else if (key === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit();
  else if (key === 'Backspace') document.execCommand('delete');
  else if (key === 'Delete') document.execCommand('forwardDelete');
  else if (key === 'Enter') document.execCommand('insertText', false, '\n');
  else if ([...key].length === 1) document.execCommand('insertText', false, key);
}
