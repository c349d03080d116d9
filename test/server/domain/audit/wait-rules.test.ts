import { expect, test } from 'vitest';
import { type Case, expectFindings, judge, type Written } from './judge.ts';

const name = 'GET /api/items/1';

/** A response at 0 ms that ends at 1 ms, and asks to wait. */
const busy = (wait: string | undefined, status = 429): Written => ({
  time: 0,
  status,
  ...(wait !== undefined && { sent: { 'retry-after': wait } }),
});
const at = (time: number, more: Written = {}): Written => ({ time, ...more });
const early = (seconds: string) => `${name} was sent ${seconds} s before Retry-After allowed it.`;

test.each<Case>([
  ['a request right away', [busy('2'), at(1)], [early('2.0')]],
  ['a request that is late by less than the tolerance', [busy('2'), at(1991)], []],
  ['a request that is early by more', [busy('2'), at(1990)], [early('0.0')]],
  ['a request in time', [busy('2'), at(2001)], []],
  ['503', [busy('2', 503), at(1)], [early('2.0')]],
  ['only the next request', [busy('2'), at(2001), at(2002)], []],
  ['a date', [busy(new Date(5000).toUTCString()), at(1000)], [early('4.0')]],
  ['a request that was on its way', [{ ...busy('2'), durationMs: 50 }, at(49)], []],
  ['a request after the response came', [{ ...busy('2'), durationMs: 50 }, at(50)], [early('2.0')]],
  ['another status', [busy('2', 500), at(1)], 'not-exercised'],
  ['another method', [busy('2'), at(1, { method: 'PUT' })], 'not-exercised'],
  ['another record', [busy('2'), at(1, { target: '/api/items/2' })], 'not-exercised'],
  ['another query of the record', [busy('2'), at(1, { target: '/api/items/1?a=b' })], [early('2.0')]],
  ['no Retry-After', [busy(undefined), at(1)], 'not-exercised'],
  ['a Retry-After that says nothing', [busy('soon'), at(1)], 'not-exercised'],
])('before-retry-after judges %s', (_, exchanges, details) => {
  expectFindings('before-retry-after', exchanges, details);
});

/** Failed attempts of 50 ms that begin at these times. */
const overlapping = (starts: readonly number[]) => starts.map((time) => ({ status: 500, time, durationMs: 50 }));

/** Failed attempts with these waits between the end of one and the start of the next. */
function attempts(waits: readonly number[], more: Written = {}): readonly Written[] {
  const begins = [0, ...waits.map((_, index) => waits.slice(0, index + 1).reduce((time, wait) => time + wait + 1, 0))];
  return begins.map((time) => ({ status: 500, ...more, time }));
}

const steady = (waits: string) => `${name} was sent four times with waits of ${waits}, which do not grow.`;
const many = `${name} was sent more than ten times.`;

test.each<Case>([
  ['equal waits', attempts([100, 100, 100]), [steady('100 ms, 100 ms, 100 ms')]],
  ['waits that grow by less than a third', attempts([100, 200, 130]), [steady('100 ms, 200 ms, 130 ms')]],
  ['waits that grow by more', attempts([100, 100, 131]), []],
  ['no waits', attempts([0, 0, 0]), [steady('0 ms, 0 ms, 0 ms')]],
  ['waits that the server asked for', attempts([100, 100, 100], { sent: { 'retry-after': '0' } }), []],
  [
    'one wait that the server asked for',
    attempts([100, 100, 100]).map((one, index) => (index === 1 ? { ...one, sent: { 'retry-after': '0' } } : one)),
    [],
  ],
  ['ten retries', attempts([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), [many]],
  ['eleven retries', attempts([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]), [many]],
  ['nine retries', attempts([1, 2, 3, 4, 5, 6, 7, 8, 9]), []],
  ['a later attempt that waits no longer', attempts([100, 200, 400, 100]), []],
  ['three attempts', attempts([100, 100]), 'not-exercised'],
  [
    'requests of different sessions',
    attempts([100, 100, 100]).map((one, index) => ({ ...one, session: `session ${index}` })),
    'not-exercised',
  ],
  ['four requests at the same time', overlapping([0, 0, 0, 0]), 'not-exercised'],
  ['requests that overlap one another', overlapping([0, 40, 80, 120]), 'not-exercised'],
  ['two clients that retry in three waves', overlapping([0, 10, 100, 110, 200, 210]), 'not-exercised'],
  [
    'two clients that retry in four waves',
    overlapping([0, 10, 100, 110, 200, 210, 300, 310]),
    [steady('40 ms, 60 ms, 40 ms'), steady('60 ms, 40 ms, 60 ms')],
  ],
  ['attempts of which the first was sent twice', overlapping([0, 10, 160, 260, 360]), [steady('100 ms, 50 ms, 50 ms')]],
  [
    'an attempt in the millisecond in which the last one ended',
    attempts([0, 0, 0], { durationMs: 1.5 }),
    [steady('0 ms, 0 ms, 0 ms')],
  ],
  ['an attempt after two minutes', attempts([100, 120_000, 100, 100]), 'not-exercised'],
])('no-backoff judges %s', (_, exchanges, details) => {
  expectFindings('no-backoff', exchanges, details);
});

/** Four connections whose attempts begin at these times. */
function inStep(...starts: readonly (readonly number[])[]): readonly Written[] {
  return starts
    .flatMap((wave) => wave.map((time, index) => ({ time, connection: index + 1, target: `/api/items/${index + 1}` })))
    .map((one) => ({ ...one, status: 503 }))
    .toSorted((a, b) => a.time - b.time);
}

const together = ['Four connections retried twice within 50 ms of each other.'];
const [begin, first, second] = [
  [0, 0, 0, 0],
  [300, 300, 300, 300],
  [700, 700, 700, 700],
];

test.each<Case>([
  ['two waves', inStep(begin, first, second), together],
  ['one wave', inStep(begin, first), []],
  ['three connections', inStep(begin.slice(1), first.slice(1), second.slice(1)), []],
  ['waits that differ by 20 ms', inStep(begin, first, [700, 720, 700, 710]), together],
  ['waits that differ by 21 ms', inStep(begin, first, [700, 721, 700, 710]), []],
  [
    'requests that begin at different times and wait as long',
    inStep([0, 40, 50, 10], [300, 340, 350, 310], [700, 740, 750, 710]),
    together,
  ],
  ['waves that are longer than 50 ms', inStep([0, 40, 51, 10], [300, 340, 351, 310], [700, 740, 751, 710]), []],
  ['waits below 100 ms', inStep(begin, [100, 100, 100, 100], [200, 200, 200, 200]), 'not-exercised'],
  ['waits of 100 ms', inStep(begin, [101, 101, 101, 101], [202, 202, 202, 202]), together],
  [
    'waits that the server asked for',
    inStep(begin, first, second).map((one) => ({ ...one, sent: { 'retry-after': '1' } })),
    'not-exercised',
  ],
  ['broken connections', inStep(begin, first, second).map((one) => ({ ...one, status: null })), 'not-exercised'],
  ['one connection', inStep(begin, first, second).map((one) => ({ ...one, connection: 1 })), []],
])('retries-in-step judges %s', (_, exchanges, details) => {
  expectFindings('retries-in-step', exchanges, details);
});

test('retries-in-step names the requests of both waves', () => {
  const [finding] = judge('retries-in-step', ...inStep(begin, first, second)).findings;
  expect(finding?.requests).toEqual([5, 6, 7, 8, 9, 10, 11, 12]);
});

const nothingLeft = `${name} was sent although RateLimit had nothing left.`;
const limited = (sent: Written['sent'] = {}): Written => ({ time: 0, sent });

test.each<Case>([
  ['a request in an exhausted quota', [limited({ ratelimit: '"default";r=0;t=5' }), at(1)], [nothingLeft]],
  ['a request just before the reset', [limited({ ratelimit: '"default"; r=0; t=5' }), at(4990)], [nothingLeft]],
  ['a request that is early by the tolerance', [limited({ ratelimit: '"default";r=0;t=5' }), at(4991)], []],
  ['a request 15 s before the reset', [limited({ ratelimit: 'a;r=0;t=15' }), at(9000)], [nothingLeft]],
  ['only the next request', [limited({ ratelimit: '"default";r=0;t=5' }), at(5001), at(5002)], []],
  ['a request that was on its way', [{ ...limited({ ratelimit: 'a;r=0;t=5' }), durationMs: 50 }, at(49)], []],
  ['a quota that has some left', [limited({ ratelimit: '"default";r=10;t=5' }), at(1)], 'not-exercised'],
  ['a quota of 05', [limited({ ratelimit: '"default";r=05;t=5' }), at(1)], 'not-exercised'],
  ['a quota without a reset', [limited({ ratelimit: '"default";r=0' }), at(1)], 'not-exercised'],
  ['the older headers', [limited({ 'ratelimit-remaining': '0', 'ratelimit-reset': '5' }), at(1)], [nothingLeft]],
  [
    'the oldest headers',
    [limited({ 'x-ratelimit-remaining': ' 0 ', 'x-ratelimit-reset': '5' }), at(4990)],
    [nothingLeft],
  ],
  ['a Unix time', [limited({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2000000000' }), at(1)], [nothingLeft]],
  [
    'older headers that have some left',
    [limited({ 'ratelimit-remaining': '1', 'ratelimit-reset': '5' }), at(1)],
    'not-exercised',
  ],
  ['older headers without a reset', [limited({ 'ratelimit-remaining': '0' }), at(1)], 'not-exercised'],
  [
    'the combined header before the older ones',
    [limited({ ratelimit: 'a;r=1;t=5', 'ratelimit-remaining': '0', 'ratelimit-reset': '5' }), at(1)],
    'not-exercised',
  ],
])('rate-limit-ignored judges %s', (_, exchanges, details) => {
  expectFindings('rate-limit-ignored', exchanges, details);
});

test('a reset beyond a thousand million is a Unix time, and else a number of seconds', () => {
  const start = 1_000_000_000_000;
  const outcomeAt = (reset: string, time: number) =>
    judge(
      'rate-limit-ignored',
      { time: start, sent: { 'ratelimit-remaining': '0', 'ratelimit-reset': reset } },
      { time: start + time },
    ).outcome;
  expect([outcomeAt('1000000005', 4989), outcomeAt('1000000005', 5000)]).toEqual(['fail', 'pass']);
  expect([outcomeAt('1000000000', 5000), outcomeAt('15', 14_000), outcomeAt('15', 15_001)]).toEqual([
    'fail',
    'fail',
    'pass',
  ]);
});
