import { problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';

/** One decoded `name=value` of a query. */
export interface QueryParameter {
  readonly name: string;
  readonly value: string;
}

/** A parameter of a request. */
export interface SentParameter extends QueryParameter {
  /** The encoded form, as {@link formatParameter} writes it. */
  readonly text: string;
}

/**
 * Parses a query without its question mark as `application/x-www-form-urlencoded`, in which `+` is a space. Keeps order and
 * repetition; a parameter without `=` has an empty value; empty pieces, as in `a=1&&b=2`, are ignored. Invalid
 * percent-encoding is refused with `bad-parameter`.
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

/** Encodes a parameter. {@link parseQueryString} reads it back unchanged, if its text is well-formed Unicode. */
export function formatParameter({ name, value }: QueryParameter): string {
  return `${encode(name)}=${encode(value)}`;
}

/** Most names and values consist of characters that need no percent-encoding; they skip the decoder. */
const unreserved = /^[\w.~-]*$/;
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
