import type { RequestSummary } from '../contract/schema/state.ts';
import { escaped, visible } from '../domain/json/visible-text.ts';
import { count } from '../domain/json/wording.ts';

/** The most notes that are printed. */
const mostNotes = 20;

/** A request as one line for a terminal. */
export function requestLine({ method, path, status, durationMs, scenario, session }: RequestSummary): string {
  const where = session === null ? '' : ` in session ${session}`;
  const line = `${method} ${path} ${status ?? '-'} ${durationMs.toFixed(1)}ms ${scenario}${where}`;
  return printable(line);
}

/** Notes about the workspace as lines for a terminal; the last line counts the notes beyond the first twenty. */
export function noteLines(notes: readonly string[]): readonly string[] {
  const lines = notes.slice(0, mostNotes).map(printable);
  return notes.length > mostNotes ? [...lines, `${count(notes.length - mostNotes, 'more note')} not shown.`] : lines;
}

/** Where somebody goes who tries the program with the sample, in lines. */
export function welcomeLines({
  mock,
  https,
  open,
}: {
  mock: string;
  https?: string;
  open?: string;
}): readonly string[] {
  return [
    'This is the sample. Name a workspace of yours with --workspace FILE.',
    `Mock     ${mock}/users/42`,
    ...(https === undefined ? [] : [`HTTPS    ${https}/users/42`]),
    ...(open === undefined ? [] : [`Console  ${open}`]),
  ];
}

/**
 * Escapes all but printable characters. A path or a name may come from anybody, and a terminal interprets control characters.
 */
function printable(text: string): string {
  return visible(text.replace(/[^\x20-\x7e\u00a1-\uffff]/g, escaped));
}

/** Prints lines to stderr. */
export function printLines(lines: readonly string[]): void {
  process.stderr.write(lines.map((line) => `${printable(line)}\n`).join(''));
}
