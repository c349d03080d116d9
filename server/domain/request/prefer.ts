import { type Problem, problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';

/** The preferences of RFC 7240 that the mock API honours; others are ignored, as the RFC says. */
export interface Preferences {
  readonly handling: 'strict' | 'lenient';
  /** Null when the request leaves it open. */
  readonly return: 'representation' | 'minimal' | null;
  /** The status of an error that the client wants to be answered with, or null. */
  readonly code: number | null;
}

export const noPreferences: Preferences = { handling: 'strict', return: null, code: null };

/** One preference: what stands between two commas that are in no quoted string. */
const element = /(?:"(?:[^"\\]|\\.)*"|[^,])+/g;
/** Its name and its value; the parameters behind a semicolon belong to preferences that nobody here honours. */
const nameAndValue = /^\s*([^\s=;"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*)))?/;

/**
 * Reads a Prefer header (RFC 7240, section 2): names are case-insensitive, the first of a repeated preference wins. A
 * `code` that is no status of an error is refused, because answering as if it had not been sent would hide a slip.
 */
export function parsePrefer(header: string | undefined): Result<Preferences, Problem> {
  if (header === undefined) return accept(noPreferences);
  const found = new Map<string, string>();
  for (const preference of header.match(element) ?? []) {
    const [, name = '', quoted, plain = ''] = nameAndValue.exec(preference) ?? [];
    const value = quoted?.replace(/\\(.)/g, '$1') ?? plain;
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), value);
  }
  const code = found.get('code');
  if (code !== undefined && !/^[45]\d\d$/.test(code)) {
    const detail = `Prefer: code=${code} is no status between 400 and 599.`;
    return refuse(problem('bad-header', detail, { header: 'Prefer', expected: 'code=400 to code=599' }));
  }
  const wanted = found.get('return')?.toLowerCase();
  return accept({
    handling: found.get('handling')?.toLowerCase() === 'lenient' ? 'lenient' : 'strict',
    return: wanted === 'minimal' || wanted === 'representation' ? wanted : null,
    code: code === undefined ? null : Number(code),
  });
}
