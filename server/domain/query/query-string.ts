import { problem } from '../problem.ts';
import { accept, type Result, refuse } from '../result.ts';

/** One `name=value` of a query, decoded. */
export interface QueryParameter {
  readonly name: string;
  readonly value: string;
}

/**
 * Reads a query as it was sent, without the question mark: `application/x-www-form-urlencoded`, so that `+` is a space.
 * Order and repetition are kept; a parameter without `=` has the empty value; empty pieces, as in `a=1&&b=2`, say
 * nothing. Percent encoding must be whole and must be UTF-8, else `bad-parameter` names the parameter.
 */
export function parseQueryString(raw: string): Result<readonly QueryParameter[]> {
  const parameters: QueryParameter[] = [];
  for (const piece of raw.split('&')) {
    if (piece === '') continue;
    const equals = piece.indexOf('=');
    const rawName = equals === -1 ? piece : piece.slice(0, equals);
    const name = decode(rawName);
    const value = equals === -1 ? '' : decode(piece.slice(equals + 1));
    if (name === undefined || value === undefined) {
      const parameter = name ?? rawName;
      const part = name === undefined ? 'name' : 'value';
      return refuse(
        problem('bad-parameter', `The ${part} of the parameter "${parameter}" is not percent-encoded UTF-8.`, {
          parameter,
          expected: 'percent-encoded UTF-8, such as %C3%A9 for é and %25 for %',
        }),
      );
    }
    parameters.push({ name, value });
  }
  return accept(parameters);
}

/** The reverse of {@link parseQueryString}: parameters of well-formed text come back as they were. */
export function formatQueryString(parameters: readonly QueryParameter[]): string {
  return parameters.map(({ name, value }) => `${encode(name)}=${encode(value)}`).join('&');
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+');
}
