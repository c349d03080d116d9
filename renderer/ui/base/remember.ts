import { useCallback, useEffect, useState } from 'react';

/** Those that show a value of that name, and are told another one. */
const shown = new Map<string, Set<(value: unknown) => void>>();

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
  for (const show of shown.get(name) ?? []) show(value);
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A full or forbidden storage is no reason to disturb anybody.
  }
}

/** State of the console itself that is the same at the next start: widths, chosen tabs. */
export function useRemembered<T>(name: string, initial: T): readonly [T, (value: T) => void] {
  const [value, setValue] = useState(() => recall(name, initial));
  useEffect(() => {
    const show = (next: unknown) => setValue(next as T);
    const others = shown.get(name) ?? new Set();
    shown.set(name, others.add(show));
    return () => void others.delete(show);
  }, [name]);
  const set = useCallback((next: T) => keep(name, next), [name]);
  return [value, set];
}
