import { rangeOf } from '../../../../server/domain/verification/expectation.ts';
import type { ExpectationResult, Outcome } from '../../../../server/domain/verification/result.ts';

/**
 * How an expectation stands while clients may still send requests: `awaited` may yet be met by further ones, `met-by-errors`
 * is met, but not every request was successful.
 */
export type Standing = Outcome | 'awaited' | 'met-by-errors';

export function standingOf({ outcome, matched, failed, expectation }: ExpectationResult): Standing {
  const [, most] = rangeOf(expectation.count);
  if (outcome === 'met' && failed > 0) return 'met-by-errors';
  return outcome === 'not-met' && matched <= most ? 'awaited' : outcome;
}

/** A standing in a word or two. */
export const standingWords = {
  met: 'met',
  'met-by-errors': 'met, with errors',
  awaited: 'not met yet',
  'not-met': 'not met',
  unknown: 'unknown',
} as const satisfies Readonly<Record<Standing, string>>;
