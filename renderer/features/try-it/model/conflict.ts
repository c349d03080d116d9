import { type JsonObject, jsonEqual } from '../../../../server/domain/json/json.ts';
import { parsePointer } from '../../../../server/domain/json/pointer.ts';
import { type Merged, mergeChanges } from '../../../../server/domain/json/three-way.ts';
import { headerOf } from '../../../exchange/headers.ts';
import { type Seen, withChoice } from './conditions.ts';
import { type Draft, withHeader } from './draft.ts';
import { changedLines, mediaTypes, type PatchFormat, readChange, writeChange } from './patch-form.ts';

/** The three versions behind a 412: the record as it was read, with my change, and as another client left it. */
export interface Conflict {
  /** The method of my change and the key of its resource: the draft may address another one by now. */
  readonly method: Draft['method'];
  readonly place: string;
  readonly base: JsonObject;
  readonly mine: JsonObject;
  /** Null until the record has been read again. */
  readonly theirs: JsonObject | null;
  /** The format of my change; `whole` for a PUT. */
  readonly format: PatchFormat | 'whole';
  /** JSON pointers of members that both changed and whose value is to be theirs. */
  readonly takeTheirs: readonly string[];
}

/**
 * The conflict behind a PUT or PATCH that a condition refused; null for any other exchange. `place` is the key of the resource,
 * `base` the record as it was last read.
 */
export function conflictOf(
  { method, headers, body }: Draft,
  status: number | null,
  place: string,
  base: JsonObject | undefined,
): Conflict | null {
  if (status !== 412 || !base) return null;
  const begun = { method, place, base, theirs: null, takeTheirs: [] };
  if (method === 'PUT') {
    const mine = readChange({}, mediaTypes['merge-patch'], body ?? '');
    return mine.ok ? { ...begun, mine: mine.value.outcome, format: 'whole' } : null;
  }
  if (method !== 'PATCH') return null;
  const change = readChange(base, headerOf(headers, 'content-type'), body ?? '');
  return change.ok ? { ...begun, mine: change.value.outcome, format: change.value.format } : null;
}

/** Both changes merged, once theirs is known. */
export function mergeOf({ base, mine, theirs, takeTheirs }: Conflict): Merged | null {
  return theirs && mergeChanges(base, mine, theirs, (path) => takeTheirs.includes(path));
}

/** True if the merged record is theirs, so that there is nothing to send. */
export function isAllTheirs(conflict: Conflict): boolean {
  const merged = mergeOf(conflict);
  return merged !== null && jsonEqual(merged.value, conflict.theirs ?? undefined);
}

/** The changed members by who changed them, each in one list, as `address.city`. */
export interface ChangedMembers {
  /** Both changed them, to different values. */
  readonly both: readonly string[];
  /** Both changed them to the same value. */
  readonly alike: readonly string[];
  readonly theirs: readonly string[];
  readonly mine: readonly string[];
}

/** The members that changed since the record was read; null until it has been read again. */
export function changedMembers(conflict: Conflict): ChangedMembers | null {
  const { base, mine, theirs } = conflict;
  const merged = mergeOf(conflict);
  if (!theirs || !merged) return null;
  const both = merged.conflicts.map(({ path }) => path);
  const paths = (outcome: JsonObject) =>
    changedLines(base, outcome)
      .map(({ path }) => path)
      .filter((path) => !both.some((one) => path === one || path.startsWith(`${one}/`)));
  const [byThem, byMe] = [paths(theirs), paths(mine)];
  return {
    both: both.map(memberName),
    alike: byMe.filter((path) => byThem.includes(path)).map(memberName),
    theirs: byThem.filter((path) => !byMe.includes(path)).map(memberName),
    mine: byMe.filter((path) => !byThem.includes(path)).map(memberName),
  };
}

/** A JSON pointer in words: `address.city`. */
function memberName(path: string): string {
  const pointer = parsePointer(path);
  return pointer.ok ? pointer.value.join('.') : path;
}

/** The draft that sends the merged record: the same conditions, renewed with the last seen validators. */
export function mergedDraft(draft: Draft, conflict: Conflict, seen: Seen | undefined): Draft {
  const merged = mergeOf(conflict);
  if (!merged || !conflict.theirs) return draft;
  const body =
    conflict.format === 'whole'
      ? JSON.stringify(merged.value, null, 2)
      : writeChange(conflict.theirs, merged.value, conflict.format, false).body;
  const renewed = (['If-Match', 'X-Resource-Version'] as const).filter(
    (header) => headerOf(draft.headers, header) !== undefined,
  );
  const headers = renewed.reduce<Draft['headers']>(
    (all, header) => [...withChoice(all, header, 'seen', seen)],
    withHeader(draft.headers, 'If-None-Match', undefined),
  );
  return { ...draft, headers, body };
}
