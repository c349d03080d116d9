import { expect, test } from 'vitest';
import { audit, auditRules, selectRules } from '../../../../server/domain/audit/audit.ts';
import type { Exchange } from '../../../../server/domain/audit/exchange.ts';
import { auditReport, hasFailed, type RuleResult } from '../../../../server/domain/audit/result.ts';
import { type AuditRule, severities } from '../../../../server/domain/audit/rule.ts';
import { finish } from '../../../../server/domain/basics/work.ts';
import { judge, recorded, type Written } from './judge.ts';

const idsOf = (list: string) => {
  const selected = selectRules(list);
  return selected.ok ? selected.value.map(({ id }) => id) : selected.problem;
};

test('all rules, those of a severity and single ones are selected, in the order of reports', () => {
  expect(idsOf('all')).toEqual(auditRules.map(({ id }) => id));
  for (const severity of severities) {
    const own = auditRules.filter((rule) => rule.severity === severity).map(({ id }) => id);
    expect(own.length).toBeGreaterThan(1);
    expect(idsOf(severity)).toEqual(own);
  }
  expect(idsOf(' pages-drifted , lost-update')).toEqual(['lost-update', 'pages-drifted']);
  expect(idsOf('error, pages-drifted')).toEqual([...idsOf('error'), 'pages-drifted'].toSorted(byPlace));
});

const places = auditRules.map(({ id }) => id);
const byPlace = (a: string, b: string) => places.indexOf(a) - places.indexOf(b);

test.each([
  ['lost-update, lost-updates', '"lost-updates" is no rule, but lost-update is; name all,'],
  ['something', '"something" is no rule; name all, error, warning, information or ids of rules.'],
  ['', '"" is no rule'],
])('selecting %j is refused', (list, problem) => {
  expect(idsOf(list)).toContain(problem);
});

const secret: Written = { target: '/api/items?token=0123456789' };

test('lists the first twenty findings of a rule and counts the others', () => {
  const result = judge('secret-in-url', ...Array.from({ length: 25 }, () => secret));
  expect(result).toMatchObject({ outcome: 'fail', exercised: 25, failures: 25 });
  expect(result.findings.map(({ requests }) => requests[0])).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
  const [reported] = auditReport([result], 'Mock', 0).cases;
  expect(reported?.lines).toHaveLength(21);
  expect(reported?.lines.at(-1)).toBe('5 more.');
});

test('a finding has the scenario, the client and the session of its latest request', () => {
  const mine = { session: 'a', client: 'me', target: '/api/items/1' };
  const failed = { ...mine, status: 503 };
  const results = judge(
    'read-not-retried',
    { ...failed, time: 0, scenario: 'First' },
    { ...failed, time: 10, scenario: 'Second', target: '/api/items/2' },
    { ...failed, time: 200_000, scenario: 'Third' },
  );
  expect(results.findings).toMatchObject([{ requests: [2, 3], scenario: 'Third', client: 'me', session: 'a' }]);
  expect(results.failedIn).toEqual(['Third']);
});

test('a finding may name requests by their ids, in any order, beside those that it has at hand', () => {
  const rule: AuditRule = {
    ...{ id: 'every-pair', title: 'Pairs', severity: 'warning', mend: 'None.', source: { name: 'a', url: 'b' } },
    start: ({ fail }) => {
      let last: Exchange | undefined;
      return {
        read: (exchange) => {
          if (last) fail('A pair.', last, exchange, 1);
          last = exchange;
        },
      };
    },
  };
  const exchanges = ['First', 'Second', 'Third'].map((scenario, index) => recorded({ scenario }, index));
  const options = { key: () => 'id', required: () => [], isSecret: () => true, hasFalseTotals: () => false };
  const [result] = finish(audit(exchanges, () => true, options, [rule]));
  expect(result?.findings).toMatchObject([
    { requests: [1, 2], scenario: 'Second' },
    { requests: [1, 2, 3], scenario: 'Third' },
  ]);
});

test('a finding lists twenty requests at most, in the order of their arrival', () => {
  const failed = Array.from({ length: 24 }, (_, index) => ({ status: 503, target: `/api/items/${index}` }));
  const [finding] = judge('read-not-retried', ...failed).findings;
  expect(finding?.requests).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));

  const version = (number: number, more: Written = {}): Written => ({
    ...{ sent: { 'x-resource-version': String(number) }, body: { a: number }, ...more },
  });
  const write = { method: 'PUT', content: '{}' };
  const stale = [version(1), version(2, { ...write, client: 'other' }), version(1), version(3, write)];
  expect(judge('lost-update', ...stale).findings[0]?.requests).toEqual([2, 3, 4]);
});

test('judges the selected requests alone, each client by itself', () => {
  const exchanges = [secret, { ...secret, client: 'other' }, { ...secret, client: 'third' }].map(recorded);
  const options = { key: () => 'id', required: () => [], isSecret: () => true, hasFalseTotals: () => false };
  const rules = auditRules.filter(({ id }) => id === 'secret-in-url');
  const results = finish(audit(exchanges, ({ client }) => client !== 'other', options, rules));
  expect(results.map(({ findings }) => findings.map(({ client }) => client))).toEqual([['app', 'third']]);
});

test('an audit fails by errors and warnings, not by information', () => {
  const of = (outcome: RuleResult['outcome'], severity: RuleResult['severity']) => ({
    ...judge('lost-update'),
    ...{ outcome, severity },
  });
  const harmless = [of('fail', 'information'), of('pass', 'error'), of('not-exercised', 'error')];
  expect(hasFailed(harmless)).toBe(false);
  expect(hasFailed([...harmless, of('fail', 'warning')])).toBe(true);
  expect(hasFailed([...harmless, of('fail', 'error')])).toBe(true);
});
