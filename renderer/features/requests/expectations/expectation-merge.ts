import type { JsonObject } from '../../../../server/domain/json/json.ts';
import type { Expectation } from '../../../../server/domain/verification/expectation.ts';
import { type CountKind, countOf } from './expectation-draft.ts';

/**
 * An expectation as conflicts merge it: its count is a pair, such as `["exactly", 2]`, which they take as a whole. The members
 * of two counts must not come together.
 */
export function asMerged({ count, ...rest }: Expectation): JsonObject {
  return { ...(rest as JsonObject), count: Object.entries(count).flat() };
}

/** The expectation of {@link asMerged}. */
export function ofMerged({ count, ...rest }: JsonObject): Expectation {
  const [kind, number] = count as [CountKind, number];
  return { ...(rest as Omit<Expectation, 'count'>), count: countOf(kind, number) };
}
