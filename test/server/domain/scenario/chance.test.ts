import { expect, test } from 'vitest';
import { chance, normalChance } from '../../../../server/domain/scenario/chance.ts';
import { meet, rule, runOf, slow } from './run-of.ts';

const places = Array.from({ length: 400 }, (_, place) => place);

test('a seed gives the numbers that it has always given', () => {
  const first = (draw: typeof chance, stream: number) => [0, 1, 2].map((place) => draw(42, stream, place).toFixed(6));
  expect(first(chance, 0)).toEqual(['0.769311', '0.954294', '0.476809']);
  expect(first(chance, 3)).toEqual(['0.814691', '0.578939', '0.745203']);
  expect(first(normalChance, 1)).toEqual(['0.356738', '-0.901945', '-2.504020']);
});

test('a scenario with a seed makes the choices that it has always made', () => {
  const run = runOf(
    [
      slow,
      rule({ kind: 'delay', milliseconds: 200, spread: { kind: 'uniform', most: 299 } }),
      rule(
        { kind: 'delay', milliseconds: 1000, spread: { kind: 'log-normal', sigma: 0.5 } },
        { occurrence: { kind: 'percent', count: 25 } },
      ),
    ],
    42,
  );
  const delays = places.slice(0, 12).map(() => meet(run).delivery.delay);
  expect(delays).toEqual([381, 357, 374, 309, 1558, 366, 317, 354, 344, 300, 1071, 1083]);
});

test('each rule of a scenario makes choices of its own', () => {
  const half = rule(slow.then, { occurrence: { kind: 'percent', count: 50 } });
  const run = runOf(Array(8).fill(half));
  const rules = places.map(() => meet(run).rules);
  const choices = Array.from({ length: 8 }, (_, index) => rules.map((applied) => applied.includes(index)).join());
  expect(new Set(choices).size).toBe(8);
  const spread = rule({ kind: 'delay', milliseconds: 0, spread: { kind: 'uniform', most: 999 } });
  const delays = (index: number) => {
    const delayed = runOf([...Array(index).fill(rule({ kind: 'ghost-write' })), spread]);
    return places.map(() => meet(delayed).delivery.delay).join();
  };
  expect(new Set([0, 1, 2, 3, 4, 5].map(delays)).size).toBe(6);
});
