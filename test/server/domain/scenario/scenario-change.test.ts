import { expect, test } from 'vitest';
import { defaultScenario, type Scenario } from '../../../../server/domain/scenario/scenario.ts';
import { replacedScenarios, sameScenarios } from '../../../../server/domain/scenario/scenario-change.ts';

const named = (name: string, description = ''): Scenario => ({ name, description, rules: [] });

test('scenarios are the same with equal content in the same order', () => {
  const [a, b] = [named('A'), named('B')];
  expect(sameScenarios([a, b], [a, named('B')])).toBe(true);
  expect(sameScenarios([], [])).toBe(true);
  expect(sameScenarios([a, b], [b, a])).toBe(false);
  expect(sameScenarios([a], [a, b])).toBe(false);
  expect(sameScenarios([a, b], [a])).toBe(false);
  expect(sameScenarios([a], [named('A', 'other')])).toBe(false);
});

test('a renamed scenario goes on under its new name, a removed one gives way to Default', () => {
  const next = [defaultScenario, named('New'), named('B')];
  const rename = { from: 'A', to: 'New' };
  expect(replacedScenarios(['Default', 'A', 'B', 'C'], { next, begin: 'Default', rename })).toEqual({
    A: 'New',
    C: 'Default',
  });
  expect(replacedScenarios(['A', 'B'], { next, begin: 'Default', rename: null })).toEqual({ A: 'Default' });
});
