import { expect, test } from 'vitest';
import { auditReport, type RuleResult } from '../../../../server/domain/audit/result.ts';
import { judge } from './judge.ts';

const finding = { detail: 'It went wrong.', requests: [1], scenario: 'Default', client: 'app', session: null };
const result: RuleResult = { ...judge('lost-update'), title: 'A rule', mend: 'Mend it.', severity: 'warning' };
const failed = (findings: RuleResult['findings'], failures = findings.length): RuleResult => ({
  ...result,
  ...{ outcome: 'fail', findings, failures },
});

test('a report has a case for each rule, with the advice of those that are broken', () => {
  const { title, time, cases } = auditReport([result, { ...result, outcome: 'pass' }, failed([finding])], 'Shop', 5);
  expect([title, time]).toEqual(['Client audit of Shop', 5]);
  const common = { name: 'A rule', group: 'warning', type: 'warning', source: result.source, lines: [] };
  expect(cases).toEqual([
    { ...common, outcome: 'skipped', message: 'No request was in this situation.' },
    { ...common, outcome: 'passed', message: 'No request was in this situation.' },
    { ...common, outcome: 'failed', message: 'Mend it.', lines: ['It went wrong. (request 1)'] },
  ]);
});

test('each finding is a line with its requests, and with the scene if one was played', () => {
  const linesOf = (one: RuleResult) => auditReport([one], 'Shop', 0).cases[0]?.lines;
  expect(
    linesOf(
      failed([
        { ...finding, requests: [2, 5] },
        { ...finding, scenario: 'Scene: slow' },
      ]),
    ),
  ).toEqual(['It went wrong. (request 2, request 5)', 'It went wrong. (request 1; Scene: slow)']);
  expect(linesOf(failed([finding], 3))).toEqual(['It went wrong. (request 1)', '2 more.']);
});
