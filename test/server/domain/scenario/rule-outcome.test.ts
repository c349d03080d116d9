import { expect, test } from 'vitest';
import { noQuirks, type Quirks, withQuirk } from '../../../../server/domain/scenario/rule-outcome.ts';
import type { RuleEffect } from '../../../../server/domain/scenario/scenario.ts';

type Quirk = Extract<RuleEffect, { kind: 'quirk' }>;

test.each<[Quirk['quirk'], Partial<Quirks>, Partial<Quirks['list']>]>([
  ['weak-tags', { weakTags: true }, {}],
  ['numeric-user-id', { numericUserId: true }, {}],
  ['cursor-expired', {}, { cursorExpired: true }],
  ['total-off-by-one', {}, { totalOffByOne: true }],
  ['no-tie-break', {}, { tiesReversed: true }],
  ['since-id-newest-first', {}, { sinceNewestFirst: true }],
  ['pages-from-zero', {}, { firstPage: 0 }],
  ['page-size-capped', {}, { pageCap: 5 }],
])('the quirk %s changes nothing else', (quirk, change, inList) => {
  const then = { kind: 'quirk', quirk, ...(quirk === 'page-size-capped' && { size: 5 }) } as Quirk;
  const before: Quirks = { ...noQuirks, list: { ...noQuirks.list, pageCap: 9 } };
  expect(withQuirk(before, then, 1)).toEqual({ ...before, ...change, list: { ...before.list, ...inList } });
});

test('the smallest cap of pages counts, in any order', () => {
  const capped = (sizes: readonly number[]) =>
    sizes.reduce<Quirks>(
      (quirks, size) => withQuirk(quirks, { kind: 'quirk', quirk: 'page-size-capped', size }, 0),
      noQuirks,
    ).list.pageCap;
  expect([capped([3, 7]), capped([7, 3])]).toEqual([3, 3]);
});
