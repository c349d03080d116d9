import { expect, test } from 'vitest';
import { headerLinesOf } from '../../../../server/domain/response/mock-response.ts';

test('a header with several values has a line for each', () => {
  expect(headerLinesOf({ ETag: '"1"', 'Set-Cookie': ['a=1', 'b=2'], Vary: 'Prefer' })).toEqual([
    ...['ETag', '"1"', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'Vary', 'Prefer'],
  ]);
  expect(headerLinesOf({})).toEqual([]);
});
