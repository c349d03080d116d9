import { finish, type Work } from '../basics/work.ts';
import { excerpt } from '../json/wording.ts';

/** Replaces a secret. */
export const mask = '***';

/**
 * A string, a bracket, a separator or a word of a JSON text. Cut texts end in the middle of a string. Code that is sent in
 * place of JSON has strings in single quotes, where a value or a name may begin, and words as names.
 */
const jsonToken = /"(?:[^"\\]|\\.)*"?|(?<=[{[,:]\s{0,99})'(?:[^'\\]|\\.)*'?|[{}[\],:]|[^\s{}[\],:"]+/gs;

/** Characters of a value that is masked wherever it comes again; shorter ones are too often other words. */
const shortestFound = 6;
/** Values of one request that are sought again: each is a search through all its texts. */
const mostFound = 10;

/** An open object or array of a JSON text, with what tells whether it is an operation of a JSON Patch on a secret. */
interface OpenValue {
  /** The name of the member whose value it is. */
  readonly owner: string | undefined;
  readonly start: number;
  isOperation: boolean;
  path: string | undefined;
  value: Span | undefined;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface SecretNames {
  isMember(name: string): boolean;
  isPointer(pointer: string): boolean;
}

/**
 * A JSON text, even one that is cut or broken, with the values of secret members masked, also whole objects and arrays, and
 * with them the values of JSON Patch operations on such members. Masked values are added to `found`.
 */
export function maskedJson(text: string, secrets: SecretNames, found?: Set<string>): string {
  return finish(maskedJsonInPieces(text, secrets, found));
}

/** Tokens between two pauses. */
const pieceTokens = 4096;

/** {@link maskedJson} with pauses, for a text of any length. */
export function* maskedJsonInPieces(text: string, secrets: SecretNames, found?: Set<string>): Work<string> {
  const secret: Span[] = [];
  const open: OpenValue[] = [];
  let name: string | undefined;
  let latest: string | undefined;
  const ended = (owner: string | undefined, { start, end }: Span, word: string | undefined) => {
    const inside = open.at(-1);
    if (owner === undefined) return;
    if (secrets.isMember(owner)) secret.push({ start, end });
    if (!inside) return;
    if (owner === 'op') inside.isOperation = true;
    if (owner === 'path' && word !== undefined) inside.path = unquoted(word);
    if (owner === 'value') inside.value = { start, end };
  };
  const close = (end: number, isCut: boolean) => {
    const container = open.pop();
    if (!container) return;
    const { isOperation, path, value, owner, start } = container;
    // The path of a cut operation is unknown.
    if (value && (path === undefined ? isOperation && isCut : secrets.isPointer(path))) secret.push(value);
    ended(owner, { start, end }, undefined);
  };
  let tokens = 0;
  for (const { 0: token, index: start } of text.matchAll(jsonToken)) {
    tokens += 1;
    if (tokens % pieceTokens === 0) yield;
    const end = start + token.length;
    if (token === ':') [name, latest] = [latest === undefined ? undefined : unquoted(latest), undefined];
    else if (token === ',') [name, latest] = [undefined, undefined];
    else if (token === '{' || token === '[') {
      open.push({ owner: name, start, isOperation: false, path: undefined, value: undefined });
      [name, latest] = [undefined, undefined];
    } else if (token === '}' || token === ']') close(end, false);
    else {
      if (name === undefined) latest = token;
      ended(name, { start, end }, token);
      name = undefined;
    }
  }
  while (open.length > 0) close(text.length, true);
  return without(text, secret, found);
}

/** The text with the outermost of these values masked. */
function without(text: string, secret: readonly Span[], found: Set<string> | undefined): string {
  let masked = '';
  let from = 0;
  for (const { start, end } of secret.toSorted((a, b) => a.start - b.start)) {
    if (start < from) continue;
    masked += `${text.slice(from, start)}"${mask}"`;
    const value = text.slice(start, end);
    if (!/^[{[]/.test(value)) note(found, unquoted(value));
    from = end;
  }
  return masked + text.slice(from);
}

/** Remembers a value to be masked elsewhere. */
export function note(found: Set<string> | undefined, value: string): void {
  if (found && value.length >= shortestFound && found.size < mostFound) found.add(value);
}

/** How JSON, URLs and sentences spell values that were found. */
export function spellingsOf(found: ReadonlySet<string>): readonly string[] {
  const spellings = [...found].flatMap((value) => [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value.toWellFormed()),
    excerpt(value),
  ]);
  return [...new Set(spellings)];
}

/** The text with the values masked that were found elsewhere. */
export function withoutFound(text: string, spellings: readonly string[]): string {
  return spellings.reduce((masked, spelling) => masked.replaceAll(spelling, mask), text);
}

/** The value of a string literal; of a cut or broken one, its characters. */
function unquoted(text: string): string {
  const plain = text.replace(/^["']|["']$/g, '');
  if (!text.startsWith('"') || !text.includes('\\')) return plain;
  try {
    return JSON.parse(text) as string;
  } catch {
    return plain;
  }
}
