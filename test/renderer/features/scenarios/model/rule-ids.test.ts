import { expect, test } from 'vitest';
import { RuleIds } from '../../../../../renderer/features/scenarios/model/rule-ids.ts';
import type { Rule } from '../../../../../server/domain/scenario/scenario.ts';

const rule = (path: string): Rule => ({ when: { path }, then: { kind: 'delay', milliseconds: 5 } });
const scenario = (...paths: string[]) => ({ name: 'Test', description: '', rules: paths.map(rule) });

test.each<[string, readonly string[], readonly string[], readonly number[]]>([
  ['added before it', ['/a', '/b'], ['/new', '/a', '/b'], [3, 1, 2]],
  ['deleted before it', ['/a', '/b', '/c'], ['/b', '/c'], [2, 3]],
  ['moved', ['/a', '/b', '/c'], ['/c', '/a', '/b'], [3, 1, 2]],
  ['edited', ['/a', '/b', '/c'], ['/a', '/changed', '/c'], [1, 2, 3]],
  ['edited while one is added before it', ['/a', '/b'], ['/new', '/a', '/changed'], [3, 1, 2]],
  ['copied', ['/a', '/b'], ['/a', '/a', '/b'], [1, 3, 2]],
])('a rule keeps its id when one is %s', (_, before, after, expected) => {
  const ids = new RuleIds();
  ids.of(scenario(...before));
  expect(ids.of(scenario(...after))).toEqual(expected);
});

test('a renamed scenario keeps the ids', () => {
  const ids = new RuleIds();
  ids.of(scenario('/a', '/b'));
  ids.of(scenario('/b', '/a'));
  ids.rename('Test', 'Other');
  expect(ids.of({ ...scenario('/new', '/b', '/a'), name: 'Other' })).toEqual([3, 2, 1]);
});
