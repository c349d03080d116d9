import { formatParameter, parseQueryString } from '../../server/domain/request/query-string.ts';

/** One parameter of a query with its original spelling, which is kept until the parameter is edited. */
export interface Piece {
  readonly text: string;
  readonly name: string;
  readonly value: string;
}

/** The parameters of a query, as the server reads them; one that cannot be decoded is its own name. */
export function readPieces(query: string): readonly Piece[] {
  if (query === '') return [];
  return query.split('&').map((text) => {
    const parsed = parseQueryString(text);
    const [parameter] = parsed.ok ? parsed.value : [];
    return { text, name: parameter?.name ?? text, value: parameter?.value ?? '' };
  });
}

export function writePieces(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('&');
}

/** Percent-encodes the characters that a URI cannot hold (RFC 3986, section 2.1). */
export function uriText(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd').replace(/[^!-~]|["#]/gu, encodeURIComponent);
}

/** A new parameter; characters that a query may hold (RFC 3986, section 3.4) stay unencoded. */
export function pieceOf(name: string, value: string): Piece {
  const text = formatParameter({ name, value }).replace(/%(?:2C|3A|2F)/g, decodeURIComponent);
  return { name, value, text };
}

export function parameterOf(pieces: readonly Piece[], wanted: string): string | undefined {
  return pieces.find(({ name }) => name === wanted)?.value;
}

/** Replaces values in place, appends new parameters and removes those that are null. Equal values keep their spelling. */
export function withValues(
  pieces: readonly Piece[],
  values: Readonly<Record<string, string | null>>,
): readonly Piece[] {
  const open = new Map(Object.entries(values));
  const kept = pieces.flatMap((piece) => {
    if (!Object.hasOwn(values, piece.name)) return [piece];
    const value = open.get(piece.name) ?? null;
    open.delete(piece.name);
    if (value === null) return [];
    return [value === piece.value ? piece : pieceOf(piece.name, value)];
  });
  const added = [...open].flatMap(([name, value]) => (value === null ? [] : [pieceOf(name, value)]));
  return [...kept, ...added];
}

/** The parameters one per line, decoded where a line can hold them. */
export function textOf(pieces: readonly Piece[]): string {
  return pieces.map(lineOf).join('\n');
}

/** The parameters of a text from `textOf`. An unchanged line keeps the spelling of its piece. */
export function piecesOf(text: string, before: readonly Piece[]): readonly Piece[] {
  const known = new Map(before.map((piece) => [lineOf(piece), piece]));
  return text.split('\n').flatMap((line) => {
    const piece = known.get(line);
    if (piece) return [piece];
    if (line.trim() === '') return [];
    const equals = line.indexOf('=');
    return [equals < 0 ? pieceOf(line, '') : pieceOf(line.slice(0, equals), line.slice(equals + 1))];
  });
}

function lineOf({ text, name, value }: Piece): string {
  const line = value === '' && !text.includes('=') ? name : `${name}=${value}`;
  return name.includes('=') || /[\r\n]/.test(line) ? text : line;
}
