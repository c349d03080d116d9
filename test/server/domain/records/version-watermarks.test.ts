import { expect, test } from 'vitest';
import { highestVersion, startAbove } from '../../../../server/domain/records/version-watermarks.ts';

const lowest = { floor: 1, first: 1, sessions: 1, versions: [['a', 1] as const] };

test.each([{ floor: 9 }, { first: 9 }, { sessions: 9 }, { versions: [['a', 9] as const, ['b', 2] as const] }])(
  'the highest version may be in %j',
  (changed) => {
    expect(highestVersion({ ...lowest, ...changed })).toBe(9);
  },
);

test('watermarks above a version know that fixtures start after it', () => {
  expect(highestVersion(startAbove(7))).toBe(8);
});
