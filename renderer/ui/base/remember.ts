import { useCallback, useEffect, useState } from 'react';

/** Components that show a remembered value, by its name. */
const shown = new Map<string, Set<(value: unknown) => void>>();

/** Values remembered since the page opened, for components that were hidden meanwhile. */
const kept = new Map<string, unknown>();

/** Reads a remembered value; the fallback if there is none or it cannot be read. */
export function recall<T>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(name);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** Remembers a value for the next start. Without storage it lasts until the page closes. */
export function keep(name: string, value: unknown): void {
  kept.set(name, value);
  for (const show of shown.get(name) ?? []) show(value);
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Storage may be full or forbidden; the console works without it.
  }
}

/** State of the console that outlasts the page, such as column widths and chosen tabs. */
export function useRemembered<T>(name: string, initial: T): readonly [T, (value: T) => void] {
  const [value, setValue] = useState(() => recall(name, initial));
  useEffect(() => {
    const show = (next: unknown) => setValue(next as T);
    const others = shown.get(name) ?? new Set();
    shown.set(name, others.add(show));
    if (kept.has(name)) show(kept.get(name));
    return () => void others.delete(show);
  }, [name]);
  const set = useCallback((next: T) => keep(name, next), [name]);
  return [value, set];
}
