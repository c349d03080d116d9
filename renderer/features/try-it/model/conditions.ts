import { headerOf } from '../../../exchange/headers.ts';
import { type Header, withHeader } from './draft.ts';
import type { Validators } from './response.ts';

/** The headers that make a request conditional, in the order in which the mock evaluates them. */
export const conditionHeaders = ['If-Match', 'X-Resource-Version', 'If-None-Match'] as const;

export type ConditionHeader = (typeof conditionHeaders)[number];

/** The value of a condition: the last seen tag or version, a stale one, `*`, or custom text. */
export type ConditionChoice = 'none' | 'seen' | 'stale' | 'any' | 'own';

/** The last seen validators of a resource, and the stale ones before them. */
export interface Seen {
  readonly latest: Validators;
  readonly before: Validators | null;
}

/** Adds the validators of another response; equal ones change nothing. */
export function seenNow(seen: Seen | undefined, latest: Validators): Seen {
  if (!seen) return { latest, before: null };
  return seen.latest.etag === latest.etag ? seen : { latest, before: seen.latest };
}

/** The value of a header for a choice; null if there is none. */
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

/** A version below the given one. */
function older(version: string | null): string {
  return String(Math.max(0, Number(version ?? 1) - 1));
}

/** The choice that matches the value of a header. */
export function choiceOf(headers: readonly Header[], header: ConditionHeader, seen: Seen | undefined): ConditionChoice {
  const value = headerOf(headers, header);
  if (value === undefined) return 'none';
  const choices = ['seen', 'stale', 'any'] as const;
  return choices.find((choice) => valueFor(header, choice, seen) === value) ?? 'own';
}

/** The headers with that choice; a choice without a value leaves the header unchanged. */
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
