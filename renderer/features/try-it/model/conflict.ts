import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { type Merged, mergeChanges } from '../../../../server/domain/json/three-way.ts';
import { headerOf } from '../../../exchange/headers.ts';
import { type Seen, withChoice } from './conditions.ts';
import { type Draft, resourceId, subjectOf, withHeader } from './draft.ts';
import { mediaTypes, type PatchFormat, readChange, writeChange } from './patch-form.ts';

/** The way out of a 412: what one had read, what one wanted to make of it, and what somebody else made of it meanwhile. */
export interface Conflict {
  readonly base: JsonObject;
  readonly mine: JsonObject;
  /** Null until the record was read again. */
  readonly theirs: JsonObject | null;
  /** How the change was written; `whole` for a PUT. */
  readonly format: PatchFormat | 'whole';
  /** Places where both changed the same and theirs is to stay, as JSON pointers. */
  readonly takeTheirs: readonly string[];
}

/** The way out of a change that a condition refused; null for everything else. */
export function conflictOf(
  draft: Draft,
  status: number | null,
  records: Readonly<Record<string, JsonObject>>,
): Conflict | null {
  if (status !== 412 || subjectOf(draft.target).kind !== 'record') return null;
  const base = records[resourceId(draft)];
  if (!base) return null;
  if (draft.method === 'PUT') {
    const mine = readChange({}, mediaTypes['merge-patch'], draft.body ?? '');
    return mine.ok ? { base, mine: mine.value.outcome, theirs: null, format: 'whole', takeTheirs: [] } : null;
  }
  if (draft.method !== 'PATCH') return null;
  const change = readChange(base, headerOf(draft.headers, 'content-type'), draft.body ?? '');
  if (!change.ok) return null;
  return { base, mine: change.value.outcome, theirs: null, format: change.value.format, takeTheirs: [] };
}

/** Both changes together, once theirs is known. */
export function mergeOf({ base, mine, theirs, takeTheirs }: Conflict): Merged | null {
  return theirs && mergeChanges(base, mine, theirs, (path) => takeTheirs.includes(path));
}

/** The draft that sends the merged record over what is there now: the same conditions, with what was seen last. */
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
