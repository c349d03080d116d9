import { rangeOf } from '../../../../server/domain/verification/expectation.ts';
import type { ExpectationResult, Outcome } from '../../../../server/domain/verification/result.ts';

/** How an expectation stands while clients may still send requests: `awaited` may yet be met by further ones. */
export type Standing = Outcome | 'awaited';

export function standingOf({ outcome, matched, expectation }: ExpectationResult): Standing {
  const [, most] = rangeOf(expectation.count);
  return outcome === 'not-met' && matched <= most ? 'awaited' : outcome;
}

/** A standing in a word or two. */
export const standingWords = {
  met: 'met',
  awaited: 'not met yet',
  'not-met': 'not met',
  unknown: 'unknown',
} as const satisfies Readonly<Record<Standing, string>>;
