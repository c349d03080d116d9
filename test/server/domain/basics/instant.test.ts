import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOfDay, instantOf, isPlainDate, parseInstant } from '../../../../server/domain/basics/instant.ts';

test('reads every instant that a clock can write', () => {
  const date = fc.date({
    min: new Date('0000-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(date, (clock) => {
      expect(parseInstant(clock.toISOString())).toBe(clock.getTime());
      expect(parseInstant(clock.toISOString().slice(0, 10))).toBe(
        Math.floor(clock.getTime() / 86_400_000) * 86_400_000,
      );
    }),
  );
});

test.each([
  ['2024-02-29T12:00:00+01:30', '2024-02-29T10:30:00.000Z'],
  ['2024-02-29T12:00:00-23:59', '2024-03-01T11:59:00.000Z'],
  ['2024-02-29T12:00:00-00:00', '2024-02-29T12:00:00.000Z'],
  ['2024-02-29t12:00:00z', '2024-02-29T12:00:00.000Z'],
  ['2024-02-29T12:00:00.1+00:00', '2024-02-29T12:00:00.100Z'],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ['2017-01-01T00:59:60.5+01:00', '2017-01-01T00:00:00.500Z'],
])('%s is %s', (text, expected) => {
  expect(new Date(parseInstant(text) ?? Number.NaN).toISOString()).toBe(expected);
});

test('keeps microseconds and cuts finer digits', () => {
  const [first, second, third] = ['.123456Z', '.123457Z', '.1234569Z'].map((end) =>
    parseInstant(`2024-02-01T09:00:00${end}`),
  );
  expect(first).toBeLessThan(second ?? 0);
  expect(third).toBe(first);
  expect(parseInstant('1970-01-01T00:00:00.000001Z')).toBe(0.001);
});

test('each month ends with its last day', () => {
  const ends = [
    '01-31',
    '02-29',
    '03-31',
    '04-30',
    '05-31',
    '06-30',
    '07-31',
    '08-31',
    '09-30',
    '10-31',
    '11-30',
    '12-31',
  ];
  for (const [month, end] of ends.entries()) {
    expect(parseInstant(`2000-${end}`), end).toBe(Date.UTC(2000, month + 1, 0));
    const after = `2000-${end.slice(0, 3)}${Number(end.slice(3)) + 1}`;
    expect([parseInstant(after), parseInstant(`${after}T00:00:00Z`)], after).toEqual([undefined, undefined]);
  }
});

test('the instant of a member is the one that its text names, or its number of seconds since 1970', () => {
  expect(['1970-01-02', '1970-01-01T00:00:01.5Z', 1.5, -2, 0].map(instantOf)).toEqual([
    86_400_000, 1500, 1500, -2000, 0,
  ]);
  for (const value of ['1.5', '', true, null, undefined, ['1970-01-02'], {}]) expect(instantOf(value)).toBeUndefined();
});

test.each([
  '',
  '2024',
  '2024-2-1',
  '2024-02-30',
  '2023-02-29',
  '1900-02-29',
  '2024-00-01',
  '2024-13-01',
  '2024-04-31',
  '2024-01-00',
  '02/01/2024',
  '+02024-02-01',
  '2024-02-01T09:00:00',
  '2024-02-01 09:00:00Z',
  '2024-02-01T09:00Z',
  '2024-02-01T24:00:00Z',
  '2024-02-01T09:60:00Z',
  '2024-02-01T09:00:60Z',
  '2024-02-01T23:59:61Z',
  '2024-02-01T09:00:00.Z',
  '2024-02-01T09:00:00+1:00',
  '2024-02-01T09:00:00+0100',
  '2024-02-01T09:00:00+24:00',
  '2024-02-01T09:00:00+01:60',
  '2024-02-01T09:00:00Z\n',
  ' 2024-02-01',
  '２０２４-02-01',
])('%j is no date', (text) => {
  expect(parseInstant(text)).toBeUndefined();
});

test('a day ends at the start of the next', () => {
  expect(isPlainDate('2024-02-29')).toBe(true);
  expect(isPlainDate('2024-02-29T00:00:00Z')).toBe(false);
  expect(endOfDay(parseInstant('2024-02-29') ?? 0)).toBe(parseInstant('2024-03-01'));
});
