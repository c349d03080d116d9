import type { RequestSummary } from '../contract/schema/state.ts';

/** A request as one line for a terminal. */
export function requestLine({ method, path, status, durationMs, scenario, session }: RequestSummary): string {
  const where = session === null ? '' : ` in session ${session}`;
  const line = `${method} ${path} ${status ?? '-'} ${durationMs.toFixed(1)}ms ${scenario}${where}`;
  return printable(line);
}

/**
 * A text for a terminal. What comes from elsewhere may hold control characters that a terminal would obey, so everything
 * but printable characters is written as an escape.
 */
export function printable(text: string): string {
  return text.replace(/[^\x20-\x7e\u00a1-\uffff]|[\u2028\u2029\ufeff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
