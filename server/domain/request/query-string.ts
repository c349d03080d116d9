import { problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';

/** One `name=value` of a query, decoded. */
export interface QueryParameter {
  readonly name: string;
  readonly value: string;
}

/** A parameter of a request. */
export interface SentParameter extends QueryParameter {
  /** How it stands in a query: as {@link formatParameter} writes it. */
  readonly text: string;
}

/**
 * Reads a query as it was sent, without the question mark: `application/x-www-form-urlencoded`, so that `+` is a space.
 * Order and repetition are kept; a parameter without `=` has the empty value; empty pieces, as in `a=1&&b=2`, say
 * nothing. Percent encoding must be whole and must be UTF-8, else `bad-parameter` names the parameter.
 */
export function parseQueryString(raw: string): Result<readonly SentParameter[]> {
  const parameters: SentParameter[] = [];
  for (const piece of raw.split('&')) {
    if (piece === '') continue;
    const equals = piece.indexOf('=');
    if (plain.test(piece)) {
      parameters.push({ name: piece.slice(0, equals), value: piece.slice(equals + 1), text: piece });
      continue;
    }
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
    parameters.push({ name, value, text: formatParameter({ name, value }) });
  }
  return accept(parameters);
}

/** One parameter as {@link parseQueryString} reads it: of well-formed text, it comes back as it was. */
export function formatParameter({ name, value }: QueryParameter): string {
  return `${encode(name)}=${encode(value)}`;
}

/** Characters that percent encoding leaves as they are: most names and values have no others, and need no decoder. */
const unreserved = /^[\w.~-]*$/;
/** A parameter of such characters, which stands in a query as it is. */
const plain = /^[\w.~-]*=[\w.~-]*$/;

function decode(text: string): string | undefined {
  if (unreserved.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function encode(text: string): string {
  if (unreserved.test(text)) return text;
  return encodeURIComponent(text).replaceAll('%20', '+');
}
