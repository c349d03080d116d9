import { count } from '../domain/json/wording.ts';
import { printable } from './request-line.ts';

/** Lines that a person still reads. */
const shown = 20;

/** Notes about the workspace as lines for a terminal; of very many the rest is counted. */
export function noteLines(notes: readonly string[]): readonly string[] {
  const lines = notes.slice(0, shown).map(printable);
  return notes.length > shown ? [...lines, `${count(notes.length - shown, 'more note')} not shown.`] : lines;
}
