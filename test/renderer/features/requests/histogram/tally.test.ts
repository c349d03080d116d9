import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countAt,
  type LogTally,
  latencyTerm,
  spanOf,
  tallyLatencies,
  tallyRequests,
  withoutField,
  withSpan,
  withTerm,
} from '../../../../../renderer/features/requests/histogram/tally.ts';
import { parseLogQuery, rowMeets } from '../../../../../server/contract/schema/log-query.ts';
import { request } from '../../../console/fake-transport.ts';

function tally(requests: Parameters<typeof tallyRequests>[0]): LogTally {
  const made = tallyRequests(requests);
  if (!made) throw new Error('There was nothing to count');
  return made;
}

test('counts requests by time and status class', () => {
  const { width, intervals, counts, totals } = tally([
    request(1, { time: 1000, status: 200 }),
    request(2, { time: 1099, status: 404 }),
    request(3, { time: 1100, status: 304 }),
    request(4, { time: 1250, status: null }),
  ]);
  expect([width, intervals]).toEqual([100, 3]);
  expect(counts).toMatchObject({ '2xx': [1, 0, 0], '3xx': [0, 1, 0], '4xx': [1, 0, 0], none: [0, 0, 1] });
  expect(totals).toEqual({ '1xx': 0, '2xx': 1, '3xx': 1, '4xx': 1, '5xx': 0, none: 1 });
});

test('an empty log has no tally', () => {
  expect(tallyRequests([])).toBeNull();
});

test('computes percentiles and ignores requests without a response', () => {
  const answered = Array.from({ length: 100 }, (_, index) => request(index + 1, { durationMs: 100 - index }));
  const { durations } = tally([...answered, request(101, { status: null, durationMs: 9999 })]);
  expect(durations).toEqual({ p50: 50, p95: 95, p99: 99, longest: 100 });
});

const times = fc.array(fc.integer({ min: 1.6e12, max: 1.8e12 }), { minLength: 1, maxLength: 20 });

test('puts every request into one of at most 120 intervals', () => {
  fc.assert(
    fc.property(times, (all) => {
      const counted = tally(all.map((time, index) => request(index + 1, { time })));
      expect(counted.intervals).toBeLessThanOrEqual(120);
      const sum = Array.from({ length: counted.intervals }, (_, index) => countAt(counted, index)).reduce(
        (a, b) => a + b,
      );
      expect(sum).toBe(all.length);
      for (const time of all) {
        const place = Math.floor((time - counted.start) / counted.width);
        expect(countAt(counted, place)).toBeGreaterThan(0);
      }
    }),
  );
});

test('a span search finds exactly the requests of its intervals', () => {
  const close = fc.tuple(fc.integer({ min: 1.6e12, max: 1.8e12 }), fc.array(fc.nat(600_000), { minLength: 1 }));
  fc.assert(
    fc.property(close, fc.nat(119), fc.nat(119), ([base, offsets], one, other) => {
      const requests = offsets.map((offset, index) => request(index + 1, { time: base + offset }));
      const counted = tally(requests);
      const span = spanOf(counted, one, other);
      const terms = parseLogQuery(withSpan('', span, counted));
      for (const row of requests) {
        const isInside = row.time >= span.first && row.time <= span.last;
        expect(terms.every((term) => rowMeets(row, term))).toBe(isInside);
      }
    }),
  );
});

test('a new span replaces the old one and keeps the rest of the search', () => {
  const time = new Date(2026, 1, 1, 10, 2, 3).getTime();
  const counted = tally([request(1, { time }), request(2, { time: time + 60_000 })]);
  const whole = { first: time, last: time + 6999 };
  const search = withSpan('status:404 since:09:00 "a b" -until:8', whole, counted);
  expect(search).toBe('status:404 "a b" since:10:02:03 until:10:02:09');
  expect(withSpan(search, { first: time + 57_000, last: time + 116_999 }, counted)).toBe(
    'status:404 "a b" since:10:03 until:10:03',
  );
  expect(withSpan(search, null, counted)).toBe('status:404 "a b"');
});

test('counts responses by duration up to the slowest', () => {
  const slow = (durationMs: number, status: number | null = 200) => request(1, { durationMs, status });
  const classes = tallyLatencies([slow(0.5), slow(1), slow(3), slow(900, null)]);
  expect(classes).toEqual([
    { from: 0, to: 1, count: 2 },
    { from: 1, to: 2, count: 0 },
    { from: 2, to: 5, count: 1 },
  ]);
  expect(
    tallyLatencies([slow(9000)])
      .map(latencyTerm)
      .at(-1),
  ).toBe('>5000');
});

test('a term replaces others of its field, and a second time leaves', () => {
  expect(withTerm('path:/a status:2xx', 'status', '4xx')).toBe('path:/a status:4xx');
  expect(withTerm('path:/a status:4xx', 'status', '4xx')).toBe('path:/a');
});

test('a search without its status keeps every other term', () => {
  expect(withoutField('status:4xx path:/a -status:404 STATUS:5', 'status')).toBe('path:/a -status:404');
  expect(withoutField('path:/a', 'status')).toBe('path:/a');
});
