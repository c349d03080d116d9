import { type Problem, problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';

/** The preferences (RFC 7240) that the mock API honours; it ignores others, as the RFC demands. */
export interface Preferences {
  readonly handling: 'strict' | 'lenient';
  /** Null without this preference. */
  readonly return: 'representation' | 'minimal' | null;
  /** The error status that the client asks for, or null. */
  readonly code: number | null;
}

export const noPreferences: Preferences = { handling: 'strict', return: null, code: null };

/** The name and value of a preference. Parameters after a semicolon are ignored: no supported preference has any. */
const nameAndValue = /^\s*([^\s=;"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*)))?/;

/**
 * Reads a Prefer header (RFC 7240, section 2): names are case-insensitive, the first of a repeated preference wins.
 * Refuses a `code` that is not an error status with `bad-header`, because ignoring it would hide a mistake in a test.
 */
export function parsePrefer(header: string | undefined): Result<Preferences, Problem> {
  if (header === undefined) return accept(noPreferences);
  const found = new Map<string, string>();
  for (const preference of splitPreferences(header)) {
    const [, name = '', quoted, plain = ''] = nameAndValue.exec(preference) ?? [];
    const value = quoted?.replace(/\\(.)/g, '$1') ?? plain;
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), value);
  }
  const code = found.get('code');
  if (code !== undefined && !/^[45]\d\d$/.test(code)) {
    const detail = `Prefer: code=${code} is not a status from 400 to 599.`;
    return refuse(problem('bad-header', detail, { header: 'Prefer', expected: 'code=400 to code=599' }));
  }
  const returned = found.get('return')?.toLowerCase();
  return accept({
    handling: found.get('handling')?.toLowerCase() === 'lenient' ? 'lenient' : 'strict',
    return: returned === 'minimal' || returned === 'representation' ? returned : null,
    code: code === undefined ? null : Number(code),
  });
}

/** The texts between the commas that are in no quoted string. A quotation mark without its end is an ordinary character. */
function splitPreferences(header: string): readonly string[] {
  const preferences: string[] = [];
  let begin = 0;
  let isOpen = true;
  for (let at = 0; at < header.length; at++) {
    if (header[at] === '"' && isOpen) {
      const end = quotedEnd(header, at);
      if (end === -1) isOpen = false;
      else at = end;
    } else if (header[at] === ',') {
      preferences.push(header.slice(begin, at));
      begin = at + 1;
    }
  }
  return [...preferences, header.slice(begin)];
}

/** The place of the quotation mark that ends the string; -1 where none does. */
function quotedEnd(header: string, start: number): number {
  for (let at = start + 1; at < header.length; at++) {
    if (header[at] === '"') return at;
    if (header[at] === '\\') at++;
  }
  return -1;
}
