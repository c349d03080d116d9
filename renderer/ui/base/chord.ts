/** The part of a keyboard event that a shortcut is made of. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Milliseconds in which the second key of a sequence must follow. */
export const sequencePause = 1000;

/**
 * A key press in the grammar of an action's shortcut. Shift is named only beside keys that stay the same with it:
 * "?" is "?" on every keyboard, whatever had to be held for it.
 */
export function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  const isSymbol = key.length === 1 && !/[a-z]/i.test(key);
  const parts = [
    (ctrlKey || metaKey) && 'Mod',
    altKey && 'Alt',
    shiftKey && !isSymbol && 'Shift',
    key === ' '
      ? 'Space'
      : key.length === 1 && (ctrlKey || metaKey)
        ? key.toUpperCase()
        : key.length === 1
          ? key.toLowerCase()
          : key,
  ];
  return parts.filter(Boolean).join('+');
}

/** True for a key that is only held for another one. */
export function isHeld({ key }: Pick<KeyPress, 'key'>): boolean {
  return ['Control', 'Meta', 'Alt', 'AltGraph', 'Shift', 'CapsLock', 'Dead'].includes(key);
}
