/** Paths of a service as patterns: a segment whose value the records have is a parameter. */
import { type JsonObject, member } from '../json/json.ts';
import { pathFault } from '../model/collection-path.ts';
import { idOf } from '../records/key-index.ts';
import { keyCandidates } from '../records/recognize-key.ts';

/** The segments of a path, decoded; null if it cannot be decoded. A slash at the end does not count. */
export function segmentsOf(path: string): readonly string[] | null {
  try {
    return path
      .replace(/\/$/, '')
      .split('/')
      .slice(1)
      .map((segment) => decodeURIComponent(segment));
  } catch {
    return null;
  }
}

/**
 * The pattern of the path of a list, such as `/users/{userId}/orders` if all records have the `userId` of the path. Null for
 * a path whose parameters no member names, and for one that a collection cannot have.
 */
export function listPattern(segments: readonly string[], records: readonly JsonObject[]): string | null {
  const last = segments.length - 1;
  const parts = segments.map((segment, index) => {
    if (index === last) return segment;
    const name = sharedMember(segment, segments[index - 1] ?? '', records);
    if (name !== undefined) return `{${name}}`;
    return looksLikeId(segment) ? null : segment;
  });
  // A segment in braces would be read as a parameter.
  if (parts.includes(null) || segments.some((segment) => segment.startsWith('{'))) return null;
  const path = `/${parts.join('/')}`;
  return pathFault({ path, record: null }) === undefined ? path : null;
}

/** The member that identifies the record at a path by its last segment; undefined if none does. */
export function keyInPath(segments: readonly string[], record: JsonObject): string | undefined {
  const [parent, last] = segments.slice(-2);
  if (parent === undefined || last === undefined) return undefined;
  const names = [...keyCandidates(parent), ...Object.keys(record)];
  return names.find((name) => idOf(member(record, name)) === last);
}

/** A number, a UUID or another text that people do not make up. */
function looksLikeId(segment: string): boolean {
  return /^\d+$/.test(segment) || /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(segment) || /^(?=.*\d)[\w-]{16,}$/.test(segment);
}

/** A member that has the value of the segment in all records and that is named like the segment before, or like a key. */
function sharedMember(segment: string, before: string, records: readonly JsonObject[]): string | undefined {
  const [first] = records;
  if (!first) return undefined;
  const shared = Object.keys(first).filter((name) => records.every((record) => idOf(member(record, name)) === segment));
  const own = singular(before).toLowerCase();
  const named = shared.find((name) => own !== '' && name.toLowerCase().startsWith(own));
  if (named !== undefined || !looksLikeId(segment)) return usable(named);
  return usable(shared.find((name) => /id$/i.test(name)) ?? shared[0]);
}

/** A name that can stand in braces. */
function usable(name: string | undefined): string | undefined {
  return name !== undefined && /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) ? name : undefined;
}

export function singular(word: string): string {
  if (/ies$/i.test(word)) return word.replace(/ies$/i, 'y');
  return word.replace(/(?<=s|x|ch|sh)es$|s$/i, '');
}
