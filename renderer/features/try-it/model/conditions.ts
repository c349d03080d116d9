import { headerOf } from '../../../exchange/headers.ts';
import { type Header, withHeader } from './draft.ts';
import type { Validators } from './response.ts';

/** The headers that make a request conditional, in the order in which the mock looks at them. */
export const conditionHeaders = ['If-Match', 'X-Resource-Version', 'If-None-Match'] as const;

export type ConditionHeader = (typeof conditionHeaders)[number];

/** What a condition carries: the last tag or version that was seen, an older one, `*`, or a text of somebody's own. */
export type ConditionChoice = 'none' | 'seen' | 'stale' | 'any' | 'own';

/** What was seen of a record: its validators now, and those before, which are stale. */
export interface Seen {
  readonly latest: Validators;
  readonly before: Validators | null;
}

/** What was seen, with another answer's validators; equal ones are nothing new. */
export function seenNow(seen: Seen | undefined, latest: Validators): Seen {
  if (!seen) return { latest, before: null };
  return seen.latest.etag === latest.etag ? seen : { latest, before: seen.latest };
}

/** The value of a header for a choice; null where it cannot be had. */
export function valueFor(
  header: ConditionHeader,
  choice: 'seen' | 'stale' | 'any',
  seen: Seen | undefined,
): string | null {
  const isVersion = header === 'X-Resource-Version';
  switch (choice) {
    case 'any':
      return isVersion ? null : '*';
    case 'seen':
      return (isVersion ? seen?.latest.version : seen?.latest.etag) ?? null;
    case 'stale':
      if (isVersion) return seen?.before?.version ?? older(seen?.latest.version ?? null);
      return seen?.before?.etag ?? '"0-0000000000000000"';
  }
}

/** A version that the record has left behind, or never had. */
function older(version: string | null): string {
  return String(Math.max(0, Number(version ?? 1) - 1));
}

/** What the headers choose, as far as it can be told from what they carry. */
export function choiceOf(headers: readonly Header[], header: ConditionHeader, seen: Seen | undefined): ConditionChoice {
  const value = headerOf(headers, header);
  if (value === undefined) return 'none';
  const choices = ['seen', 'stale', 'any'] as const;
  return choices.find((choice) => valueFor(header, choice, seen) === value) ?? 'own';
}

/** The headers with that choice; one that cannot be had leaves the header as it is. */
export function withChoice(
  headers: readonly Header[],
  header: ConditionHeader,
  choice: ConditionChoice,
  seen: Seen | undefined,
): readonly Header[] {
  switch (choice) {
    case 'none':
      return withHeader(headers, header, undefined);
    case 'own':
      return withHeader(headers, header, headerOf(headers, header) ?? '');
    case 'seen':
    case 'stale':
    case 'any': {
      const value = valueFor(header, choice, seen);
      return value === null ? headers : withHeader(headers, header, value);
    }
  }
}
