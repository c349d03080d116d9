import { useCallback, useState } from 'react';

/** Reads what was kept under that name, or the fallback. Anything unreadable counts as not kept. */
export function recall<T>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(name);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** Keeps a value for the next start. Where nothing can be kept, it is forgotten and all else goes on. */
export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A full or forbidden storage is no reason to disturb anybody.
  }
}

/** State of the console itself that is the same at the next start: widths, chosen tabs. */
export function useRemembered<T>(name: string, initial: T): readonly [T, (value: T) => void] {
  const [value, setValue] = useState(() => recall(name, initial));
  const set = useCallback(
    (next: T) => {
      setValue(next);
      keep(name, next);
    },
    [name],
  );
  return [value, set];
}
