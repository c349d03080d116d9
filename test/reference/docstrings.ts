/** Docstrings of members, as the source files have them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { root } from '../architecture/skeleton.ts';

/**
 * The docstring that stands right before each member, by the member's name: a property of an object or of an interface.
 * One line each; a name that occurs twice in the file has the first.
 */
export function readDocstrings(path: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, path), 'utf8');
  const docstrings = new Map<string, string>();
  for (const { value, end } of parseSync(path, text).comments) {
    const name = /^\s*(?:readonly\s+)?'?([\w.]+)'?\??:/.exec(text.slice(end))?.[1];
    if (name === undefined || !value.startsWith('*') || docstrings.has(name)) continue;
    const lines = value.split('\n').map((line) => line.replace(/^[\s*]+/, '').trim());
    docstrings.set(name, lines.join(' ').trim());
  }
  return docstrings;
}
