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
  for (let index = 0; index < plain.length; index++) {
    const unit = plain.charCodeAt(index);
    if (unit < 0x20 || unit === 0x7f) {
      return refuse(problem('bad-path', 'A name in a path must not contain control characters.'));
    }
  }
  return accept(plain);
}

function decodePercent(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}
