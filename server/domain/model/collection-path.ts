import { accept, type Result, refuse } from '../basics/result.ts';

/** A path of a collection, beside `/api/<collection>` and `/api/<collection>/<id>`. */
export interface CollectionPath {
  /**
   * Segments are fixed texts or parameters, such as `/v2/accounts/{accountId}`. A parameter at the end stands for the key
   * of a record; any other one names a member, whose value all records at this path have.
   */
  readonly path: string;
  /** The id of the only record at a path that ends with a fixed text; null for a list, and for a path of records. */
  readonly record: string | null;
}

export type PathSegment =
  | { readonly kind: 'fixed'; readonly text: string }
  | { readonly kind: 'parameter'; readonly name: string };

export const longestPath = 300;
const maxSegments = 12;

/** The form of a path: texts that need no percent-encoding, and names in braces. */
export const pathForm = /^(?:\/(?:[A-Za-z0-9._~!$&'()*+,;=:@-]+|\{[A-Za-z_][A-Za-z0-9_-]*\}))+$/;

/** Splits a path into its segments; refused with a clause that says what is wrong. */
export function parsePath(path: string): Result<readonly PathSegment[], string> {
  if (path.length > longestPath) return refuse(`must have at most ${longestPath} characters`);
  if (!pathForm.test(path)) {
    return refuse('must be a path such as /v2/accounts or /v2/accounts/{accountId}, without a slash at its end');
  }
  const texts = path.slice(1).split('/');
  if (texts.length > maxSegments) return refuse(`must have at most ${maxSegments} segments`);
  if (texts.some((text) => text === '.' || text === '..')) {
    return refuse('cannot contain the segments . and .., which clients resolve');
  }
  const segments = texts.map(
    (text): PathSegment =>
      text.startsWith('{') ? { kind: 'parameter', name: text.slice(1, -1) } : { kind: 'fixed', text },
  );
  if (segments.every(({ kind }) => kind === 'parameter')) return refuse('needs a segment that is not a parameter');
  const names = segments.flatMap((one) => (one.kind === 'parameter' ? one.name : []));
  if (new Set(names).size < names.length) return refuse('has two parameters of one name');
  return accept(segments);
}

/** The content of a path: a list, records by their keys, or one record. */
export function pathKind({ path, record }: CollectionPath): 'list' | 'records' | 'record' {
  if (record !== null) return 'record';
  return path.endsWith('}') ? 'records' : 'list';
}

/** Equal for two paths that match the same requests. */
export function pathShape(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}

/** Why a path cannot be used, as a clause; undefined if it can. */
export function pathFault({ path, record }: CollectionPath): string | undefined {
  const segments = parsePath(path);
  if (!segments.ok) return segments.problem;
  if (record !== null && path.endsWith('}')) return 'cannot end with a parameter, because it serves one record';
  return undefined;
}

/** The path of a record below a path of records, which ends with the parameter. */
export function recordPathAt(pattern: string, id: string): string {
  return pattern.slice(0, pattern.lastIndexOf('/') + 1) + encodeURIComponent(id);
}
