import { expect, test } from 'vitest';
import type { Scenario } from '../../../server/domain/scenario/scenario.ts';
import { decodeDeclared, encodeScenarioFile, readScenarioFile } from '../../../server/store/scenario-file.ts';

const slow: Scenario = {
  name: 'Slow',
  description: 'All takes a second.',
  seed: 7,
  rules: [
    { when: {}, then: { kind: 'delay', milliseconds: 1000 } },
    { when: { method: 'GET', query: { q: null } }, then: { kind: 'quirk', quirk: 'weak-tags' } },
  ],
};

test('reads back a written file, which has one line for each rule', () => {
  const text = encodeScenarioFile([slow, { ...slow, name: 'Slower', rules: [] }]);
  expect(text).toContain('\n        {"when":{},"then":{"kind":"delay","milliseconds":1000}},\n');
  expect(readScenarioFile(text)).toMatchObject({
    value: [
      { name: 'Slow', scenario: { ok: true, value: slow } },
      { name: 'Slower', scenario: { ok: true } },
    ],
  });
});

test.each([
  ['a list', [slow]],
  ['one scenario', slow],
  ['a workspace', { format: 'mock-api-console', version: 1, collections: {}, scenarios: [slow] }],
])('finds scenarios in %s', (_what, document) => {
  expect(readScenarioFile(JSON.stringify(document))).toMatchObject({
    value: [{ scenario: { ok: true, value: slow } }],
  });
});

test('a fault has line, column and pointer and leaves other scenarios usable', () => {
  const text = `[
  {"name": "Fine"},
  {"name": "Bad", "rules": [{"then": {"kind": "delay"}}]},
  {"name": "Fine"},
  7
]`;
  expect(readScenarioFile(text)).toEqual({
    ok: true,
    value: [
      { name: 'Fine', scenario: { ok: true, value: { name: 'Fine', description: '', rules: [] } } },
      {
        name: 'Bad',
        scenario: {
          ok: false,
          problem: ['Line 3, column 38 (/1/rules/0/then): the member "milliseconds" is missing'],
        },
      },
      {
        name: 'Fine',
        scenario: { ok: false, problem: ['Line 4, column 12 (/2/name): another scenario before it has the same name'] },
      },
      {
        name: null,
        scenario: { ok: false, problem: ['Line 5, column 3 (/3): must be an object, but this is 7'] },
      },
    ],
  });
});

test.each([
  ['{"name": "Slow"', 'Line 1'],
  ['{"users": []}', 'has no scenarios'],
  ['[]', 'has no scenarios'],
  ['"Slow"', 'has no scenarios'],
])('finds no scenarios in %s', (text, reason) => {
  const read = readScenarioFile(text);
  expect(read).toMatchObject({ ok: false, problem: { type: '/problems/invalid-scenario' } });
  expect(!read.ok && read.problem.detail).toContain(reason);
});

test('decodeDeclared accepts a scenario, and names each member of another that cannot be used', () => {
  expect(decodeDeclared(slow)).toEqual({ ok: true, value: slow });
  const faulty = { ...slow, rules: [{ when: { method: 7 }, then: { kind: 'delay', milliseconds: -1 } }] };
  const refused = decodeDeclared(faulty as never);
  expect(refused).toMatchObject({
    problem: {
      type: '/problems/invalid-scenario',
      errors: [{ pointer: '/rules/0/when/method' }, { pointer: '/rules/0/then/milliseconds' }],
    },
  });
  expect(!refused.ok && refused.problem.detail).toMatch(
    /^The scenario cannot be used: at \/rules\/0\/when\/method, must be /,
  );
  expect(decodeDeclared(7 as never)).toMatchObject({
    problem: { detail: expect.stringMatching(/^The scenario cannot be used: at it, must be an object/) },
  });
});
