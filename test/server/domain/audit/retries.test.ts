import { expect, test } from 'vitest';
import { Exchange } from '../../../../server/domain/audit/exchange.ts';
import { Retries } from '../../../../server/domain/audit/retries.ts';
import { recorded } from './judge.ts';

/** A failed request that takes a second. */
function failed(time: number): Exchange {
  return new Exchange(recorded({ time, durationMs: 1000, status: 503 }, time));
}

test('remembers the latest 20 of the requests that failed at the same time', () => {
  const retries = new Retries();
  const together = Array.from({ length: 21 }, (_, index) => index);
  expect(together.map((time) => retries.read(failed(time)))).toEqual(together.map(() => undefined));
  const repeated = together.map((time) => retries.read(failed(2000 + time))?.last.time);
  expect(repeated).toEqual([...together.slice(1).reverse(), undefined]);
});

test('remembers the latest 21 attempts of a chain', () => {
  const retries = new Retries();
  for (let attempt = 0; attempt < 30; attempt += 1) retries.read(failed(attempt * 1000));
  const times = retries.read(failed(30_000))?.all.map(({ time }) => time);
  expect(times).toEqual(Array.from({ length: 21 }, (_, index) => (index + 9) * 1000));
});
