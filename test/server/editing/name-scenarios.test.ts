import { expect, test, vi } from 'vitest';
import type { Rule, Scenario } from '../../../server/domain/scenario/scenario.ts';
import { nameScenarioEdit } from '../../../server/editing/name-scenarios.ts';

const delay = (milliseconds: number): Rule => ({ when: {}, then: { kind: 'delay', milliseconds } });
const [one, two, three] = [delay(1), delay(2), delay(3)];
const before: Scenario = { name: 'Slow', description: 'Is slow.', rules: [one, two, three] };

test.each<[string, Partial<Scenario>]>([
  ['rename of scenario Slow to Slower', { name: 'Slower' }],
  ['change of the description of scenario Slow', { description: '' }],
  ['new rule 1 in scenario Slow', { rules: [delay(9), one, two, three] }],
  ['new rule 4 in scenario Slow', { rules: [one, two, three, delay(9)] }],
  ['new rule 2 in scenario Slow', { rules: [one, delay(9), two, three] }],
  ['delete of rule 1 in scenario Slow', { rules: [two, three] }],
  ['delete of rule 3 in scenario Slow', { rules: [one, two] }],
  ['change of rule 2 in scenario Slow', { rules: [one, delay(9), three] }],
  ['move of rule 1 to 3 in scenario Slow', { rules: [two, three, one] }],
  ['move of rule 3 to 1 in scenario Slow', { rules: [three, one, two] }],
  ['change of scenario Slow', { rules: [three, two, one] }],
  ['change of scenario Slow', { rules: [] }],
  ['change of scenario Slow', { rules: [delay(9), delay(8), three] }],
  ['change of scenario Slow', { name: 'Slower', description: '' }],
  ['change of scenario Slow', { description: '', rules: [one] }],
  ['change of scenario Slow', { seed: 5 }],
])('%s', (label, change) => {
  expect(nameScenarioEdit(before, { ...before, ...change })).toBe(label);
});

test('a scenario that was not there is new', () => {
  expect(nameScenarioEdit(null, before)).toBe('new scenario Slow');
});

test('a copy of a rule is a new one', () => {
  const copied = { ...before, rules: [one, one, two, three] };
  expect(nameScenarioEdit(before, copied)).toBe('new rule 2 in scenario Slow');
  expect(nameScenarioEdit(copied, before)).toBe('delete of rule 2 in scenario Slow');
});

test('a scenario with very many changed rules has its label at once', () => {
  const rules = (path: string) =>
    Array.from({ length: 2000 }, (_, index): Rule => ({ ...delay(1), when: { path: `/${path}${index}` } }));
  const stringify = vi.spyOn(JSON, 'stringify');
  const label = nameScenarioEdit({ ...before, rules: rules('a') }, { ...before, rules: rules('b') });
  expect([label, stringify.mock.calls.length < 5000]).toEqual(['change of scenario Slow', true]);
  stringify.mockRestore();
});
