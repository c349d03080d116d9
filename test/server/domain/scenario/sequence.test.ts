import { expect, test } from 'vitest';
import type { Rule, RuleCondition, RuleEffect } from '../../../../server/domain/scenario/scenario.ts';
import { ScenarioRun } from '../../../../server/domain/scenario/scenario-run.ts';

const request = { method: 'GET', path: '/users/42', query: '', header: () => undefined, body: undefined };
const target = { collection: 'users', id: '42' };

function runOf(rules: readonly Rule[]): ScenarioRun {
  return new ScenarioRun({ name: 'Test', description: '', rules });
}

function meet(run: ScenarioRun, id = '42') {
  return run.evaluate(request, { ...target, id }, () => 0);
}

function rule(then: RuleEffect, when: RuleCondition = {}): Rule {
  return { when, then };
}

const down = rule({ kind: 'answer', status: 503 });

function applies(when: RuleCondition, requests: number): readonly boolean[] {
  const run = runOf([rule(down.then, when)]);
  return Array.from({ length: requests }, () => meet(run).rules.length > 0);
}

test('applies to only the n-th request, or from the n-th on', () => {
  expect(applies({ occurrence: { kind: 'nth', count: 2 } }, 4)).toEqual([false, true, false, false]);
  expect(applies({ occurrence: { kind: 'from', count: 3 } }, 4)).toEqual([false, false, true, true]);
});

test.each<['stay' | 'repeat' | 'pass' | undefined, readonly (number | null)[]]>([
  [undefined, [500, 503, 503, 503, 503]],
  ['stay', [500, 503, 503, 503, 503]],
  ['repeat', [500, 503, 500, 503, 500]],
  ['pass', [500, 503, null, null, null]],
])('a sequence with the end %s gives the responses %j', (end, statuses) => {
  const run = runOf([
    rule({ kind: 'sequence', answers: [{ status: 500 }, { status: 503 }], ...(end !== undefined && { end }) }),
  ]);
  const given = statuses.map(() => {
    const { response } = meet(run);
    return response?.kind === 'answer' ? response.status : null;
  });
  expect(given).toEqual(statuses);
});

test('a sequence counts for each record, and only the responses that it gives', () => {
  const answers = [{ status: 500 }, { status: 503 }];
  const first = rule(down.then, { occurrence: { kind: 'nth', count: 1 } });
  const run = runOf([
    first,
    rule({ kind: 'sequence', answers }, { occurrence: { kind: 'from', count: 1, per: 'record' } }),
  ]);
  expect(meet(run)).toMatchObject({ rules: [0], missed: [{ index: 1, place: 0, cause: 'earlier' }] });
  expect(meet(run)).toMatchObject({ rules: [1], step: 0, missed: [{ index: 0, place: 1, cause: 'occurrence' }] });
  expect(meet(run, '7')).toMatchObject({ step: 0 });
  expect(meet(run)).toMatchObject({ step: 1 });
});

test('a preview continues a sequence without advancing it', () => {
  const run = runOf([rule({ kind: 'sequence', answers: [{ status: 500 }, { status: 503 }], end: 'pass' })]);
  meet(run);
  const notes = () => run.preview(request, target, () => 0, 2).map(({ verdicts }) => verdicts[0]?.note);
  expect(notes()).toEqual(['answered 503, the 2nd of 2 responses', 'all 2 responses were sent']);
  expect(notes()).toEqual(notes());
});
