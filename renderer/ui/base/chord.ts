/** The part of a keyboard event that identifies a shortcut. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Milliseconds within which the second key of a sequence must follow. */
export const sequencePause = 1000;

/**
 * A key press in the grammar of shortcuts, such as `Mod+Shift+ArrowUp`. Symbols go without Shift: "?" is "?" on every
 * keyboard, with Shift or without.
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

/** Whether the key is a modifier. */
export function isModifier({ key }: Pick<KeyPress, 'key'>): boolean {
  return ['Control', 'Meta', 'Alt', 'AltGraph', 'Shift', 'CapsLock', 'Dead'].includes(key);
}
