import { expect, test } from 'vitest';
import { sameRule, sameScenario } from '../../../../server/domain/scenario/scenario.ts';
import { down, rule, slow } from './run-of.ts';

test('rules are equal by content, and so are two that are not there', () => {
  expect(sameRule(slow, rule({ kind: 'delay', milliseconds: 100 }))).toBe(true);
  expect(sameRule(undefined, undefined)).toBe(true);
  expect(sameRule(slow, rule(slow.then, { method: 'GET' }))).toBe(false);
  expect(sameRule(slow, undefined)).toBe(false);
});

test('scenarios are equal with the same rules in the same order', () => {
  const scenario = { name: 'A', description: '', rules: [slow, down] };
  expect(sameScenario(scenario, { ...scenario, rules: [slow, down] })).toBe(true);
  expect(sameScenario(scenario, { ...scenario, rules: [down, slow] })).toBe(false);
});
