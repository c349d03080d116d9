import styles from './kbd.module.css';

const mac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform);

const labels: Readonly<Record<string, string>> = {
  Mod: mac ? '⌘' : 'Ctrl',
  Shift: mac ? '⇧' : 'Shift',
  Alt: mac ? '⌥' : 'Alt',
  Delete: 'Del',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** A key cap. */
export function Kbd({ children }: { readonly children: string }) {
  return <kbd className={styles.kbd}>{children}</kbd>;
}

/** A shortcut as caps: `Mod+Shift+Z`, or `g f` for a sequence. */
export function Shortcut({ keys }: { readonly keys: string }) {
  return (
    <span className={styles.shortcut}>
      {keys.split(/[+ ]/).map((key) => (
        <Kbd key={key}>{labels[key] ?? (key.length === 1 ? key.toUpperCase() : key)}</Kbd>
      ))}
    </span>
  );
}
