import { type Problem, problem } from '../problem.ts';
import { accept, type Result, refuse } from '../result.ts';

/** The preferences of RFC 7240 that the mock API honours; others are ignored, as the RFC says. */
export interface Preferences {
  readonly handling: 'strict' | 'lenient';
  /** Null when the request leaves it open. */
  readonly return: 'representation' | 'minimal' | null;
  /** A status that the client wants to be answered with, or null. */
  readonly code: number | null;
}

export const noPreferences: Preferences = { handling: 'strict', return: null, code: null };

/**
 * Reads a Prefer header (RFC 7240, section 2): names are case-insensitive, the first of a repeated preference wins. A
 * `code` that is no status from 200 to 599 is refused, because answering as if it had not been sent would hide a typing error.
 */
export function parsePrefer(header: string | undefined): Result<Preferences, Problem> {
  if (header === undefined) return accept(noPreferences);
  const found = new Map<string, string>();
  for (const preference of header.split(',')) {
    const [name = '', value = ''] = (preference.split(';')[0] ?? '').split('=').map((part) => part.trim());
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), value.replace(/^"(.*)"$/, '$1'));
  }
  const code = found.get('code');
  if (code !== undefined && !/^[2-5]\d\d$/.test(code)) {
    return refuse(
      problem('bad-header', `Prefer: code=${code} is no status between 200 and 599.`, {
        header: 'Prefer',
        expected: 'code=200 to code=599',
      }),
    );
  }
  const wanted = found.get('return')?.toLowerCase();
  return accept({
    handling: found.get('handling')?.toLowerCase() === 'lenient' ? 'lenient' : 'strict',
    return: wanted === 'minimal' || wanted === 'representation' ? wanted : null,
    code: code === undefined ? null : Number(code),
  });
}
