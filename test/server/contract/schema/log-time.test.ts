import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseLogQuery, rowMeets } from '../../../../server/contract/schema/log-query.ts';
import { localTime } from '../../../../server/contract/schema/log-time.ts';
import { request } from '../../../renderer/console/fake-transport.ts';

/** Local, as the search means it. */
const at = (hours: number, minutes: number, seconds: number, milliseconds: number) =>
  new Date(2026, 1, 1, hours, minutes, seconds, milliseconds).getTime();

function meets(query: string, time: number): boolean {
  return parseLogQuery(query).every((term) => rowMeets(request(1, { time }), term));
}

test.each([
  ['since:10:02:03', at(10, 2, 3, 0), true],
  ['since:10:02:03', at(10, 2, 2, 999), false],
  ['until:10:02:09', at(10, 2, 9, 999), true],
  ['until:10:02:09', at(10, 2, 10, 0), false],
  ['until:10:02:09.5', at(10, 2, 9, 599), true],
  ['until:10:02:09.5', at(10, 2, 9, 600), false],
  ['-since:10:02', at(10, 1, 59, 0), true],
  ['since:2026-02-01T10:02', at(10, 2, 0, 0), true],
  ['since:2026-02-02T00', at(10, 2, 0, 0), false],
  ['until:2026-02-01', at(23, 59, 0, 0), true],
  ['until:9', at(9, 59, 0, 0), true],
  ['until:9', at(10, 0, 0, 0), false],
  ['since:', at(0, 0, 0, 0), true],
  ['since:soon', at(0, 0, 0, 0), true],
])('%s of a request at %j is %j', (query, time, met) => {
  expect(meets(query, time)).toBe(met);
});

test('a span from the very moment to the very moment holds it, and no other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 1, max: 4e9 }), (time, apart) => {
      const span = `since:${localTime(time)} until:${localTime(time)}`;
      expect(meets(span, time)).toBe(true);
      // Where clocks are put back, an hour has the same local time as the one before.
      if (apart > 7_200_000) expect(meets(span, time + apart)).toBe(false);
    }),
  );
});
