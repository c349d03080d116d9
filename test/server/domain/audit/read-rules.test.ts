import { expect, test } from 'vitest';
import { judge, type Written } from './judge.ts';

const repeated = (times: number, ...exchanges: readonly Written[]) =>
  Array.from({ length: times }, () => exchanges).flat();

test('head-before-get names the first three pairs of a run, and a run only once', () => {
  const pair: readonly Written[] = [{ method: 'HEAD' }, {}];
  expect(judge('head-before-get', ...repeated(2, ...pair)).outcome).toBe('pass');
  const long = judge('head-before-get', ...repeated(9, ...pair));
  expect(long.findings).toMatchObject([{ requests: [1, 2, 3, 4, 5, 6] }]);
  const twoRuns = [...repeated(5, ...pair), { target: '/api/items/2' }, ...repeated(3, ...pair)];
  expect(judge('head-before-get', ...twoRuns).failures).toBe(2);
});

test('minimal-then-get names the first two pairs of a run, and a run only once', () => {
  const write: Written = { method: 'PATCH', headers: { prefer: 'return=minimal' }, status: 204 };
  expect(judge('minimal-then-get', write, {}).outcome).toBe('pass');
  expect(judge('minimal-then-get', ...repeated(7, write, {})).findings).toMatchObject([{ requests: [1, 2, 3, 4] }]);
});

test('unconditional-get names the first three GETs of one tag, and one tag only once', () => {
  const get = (etag: string): Written => ({ sent: { etag } });
  expect(judge('unconditional-get', ...repeated(2, get('"1"'))).outcome).toBe('pass');
  expect(judge('unconditional-get', ...repeated(8, get('"1"'))).findings).toMatchObject([{ requests: [1, 2, 3] }]);
  const changed = [...repeated(4, get('"1"')), ...repeated(4, get('"2"'))];
  expect(judge('unconditional-get', ...changed).findings).toMatchObject([
    { requests: [1, 2, 3] },
    { requests: [5, 6, 7] },
  ]);
});
