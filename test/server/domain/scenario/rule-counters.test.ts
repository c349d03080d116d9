import { expect, test } from 'vitest';
import { LocalCounters } from '../../../../server/domain/scenario/rule-counters.ts';

test('new counters have counted nothing', () => {
  const none = { matched: [['a', 0]], steps: [['a', 0]], windows: [] };
  expect(new LocalCounters().values(['a'])).toEqual(none);
});

test('requests and responses of a key are counted apart', () => {
  const counters = new LocalCounters();
  expect([counters.places(['a', 'b']), counters.places(['b']), counters.step('a')]).toEqual([[0, 0], [1], 0]);
  expect(counters.values(['a', 'b', 'c'])).toEqual({
    matched: [
      ['a', 1],
      ['b', 2],
      ['c', 0],
    ],
    steps: [
      ['a', 1],
      ['b', 0],
      ['c', 0],
    ],
    windows: [],
  });
});

test('a window begins with its first request, not with the clock', () => {
  const counters = new LocalCounters();
  const hit = (moment: number) => counters.hit('a', 1000, () => moment);
  expect([5000, 5999, 6000, 6001].map(hit)).toEqual([
    { requests: 1, left: 1000 },
    { requests: 2, left: 1 },
    { requests: 1, left: 1000 },
    { requests: 2, left: 999 },
  ]);
});

test('counters go on from the values of others, which stay as they are', () => {
  const first = new LocalCounters();
  first.places(['a']);
  first.step('a');
  first.hit('a', 1000, () => 7000);
  const values = first.values(['a']);
  const second = new LocalCounters(values);
  expect([second.places(['a']), second.step('a')]).toEqual([[1], 1]);
  expect(second.hit('a', 1000, () => 7400)).toEqual({ requests: 2, left: 600 });
  expect(first.values(['a'])).toEqual(values);
  expect(first.hit('a', 1000, () => 7500)).toEqual({ requests: 2, left: 500 });
});
