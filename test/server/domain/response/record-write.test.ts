import { expect, test } from 'vitest';
import type { Exchange } from '../../../../server/domain/response/exchange.ts';
import { refuseWrite } from '../../../../server/domain/response/record-write.ts';

const refused = (method: string, fixturesOnly: boolean) =>
  refuseWrite({ context: { fixturesOnly }, request: { method } } as Exchange);

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('a mock that serves its fixtures only refuses %s', (method) => {
  expect(refused(method, true)).toMatchObject({
    type: '/problems/fixtures-only',
    detail: `This mock serves its fixtures only, so ${method} changes nothing. To allow it, start the program without --fixtures-only.`,
  });
  expect(refused(method, false)).toBeUndefined();
});

test.each(['GET', 'HEAD'])('a mock that serves its fixtures only takes %s', (method) => {
  expect(refused(method, true)).toBeUndefined();
});
