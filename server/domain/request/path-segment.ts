import { type Problem, problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';

/**
 * Decodes one segment of a path. Refuses malformed percent-encoding, control characters and an empty segment with
 * `bad-path`; an encoded slash is an ordinary character of an id.
 */
export function decodeSegment(raw: string): Result<string, Problem> {
  const plain = raw.includes('%') ? decodePercent(raw) : raw;
  if (plain === undefined) {
    return refuse(
      problem('bad-path', `"${raw}" is not valid percent-encoded UTF-8.`, { expected: 'percent-encoding' }),
    );
  }
  if (plain === '') return refuse(problem('bad-path', 'A name in a path must not be empty.'));
  return controlCharacter.test(plain)
    ? refuse(problem('bad-path', 'A name in a path must not contain control characters.'))
    : accept(plain);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters.
const controlCharacter = /[\u0000-\u001f\u007f]/;

/** With three encoded bytes for each UTF-16 unit, such a name still fits a request line. */
export const longestPathName = 1000;

/**
 * True for a text that a path can carry to {@link decodeSegment}: well-formed, of 1 to 1000 characters, without control
 * characters, and not `.` or `..`, which clients resolve before they send a path.
 */
export function isPathName(text: string): boolean {
  const isPlain = text !== '' && text !== '.' && text !== '..' && text.length <= longestPathName;
  return isPlain && text.isWellFormed() && !controlCharacter.test(text);
}

function decodePercent(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}
