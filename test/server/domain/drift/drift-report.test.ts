import { expect, test } from 'vitest';
import type { DriftChange, DriftCheck } from '../../../../server/domain/drift/drift.ts';
import { describeChange, driftReport } from '../../../../server/domain/drift/drift-report.ts';

test.each<[string, DriftChange]>([
  ['the setting pageSize: 10', { kind: 'settings', settings: { pageSize: 10 } }],
  [
    'the setting maxPageSize: 5, unknownFields: "ignore"',
    { kind: 'settings', settings: { maxPageSize: 5, unknownFields: 'ignore' } },
  ],
  ['the order -price of items', { kind: 'order', collection: 'items', sort: '-price' }],
  ['the order by key of items', { kind: 'order', collection: 'items', sort: null }],
  ['the schema of items by the records of the service', { kind: 'schema', collection: 'items', schema: {} }],
  ['the quirk weak-tags', { kind: 'quirk', quirk: 'weak-tags', size: null, isOn: true }],
  ['the quirk page-size-capped 5', { kind: 'quirk', quirk: 'page-size-capped', size: 5, isOn: true }],
  ['the scenario without the quirk weak-tags', { kind: 'quirk', quirk: 'weak-tags', size: null, isOn: false }],
])('a change in words is %s', (words, change) => {
  expect(describeChange(change)).toBe(words);
});

const check: DriftCheck = {
  id: 'page-size items',
  rule: 'page-size',
  title: 'Page size without a limit',
  collection: 'items',
  outcome: 'same',
  severity: 'difference',
  detail: 'Both: returns 20 records.',
  exchanges: [0],
  change: null,
};

test('a report has a case for each check, with the change that makes both sides equal', () => {
  const change: DriftChange = { kind: 'settings', settings: { pageSize: 7 } };
  const { title, time, cases } = driftReport(
    [
      check,
      { ...check, id: 'page-size items 2', outcome: 'different', detail: 'They differ.', change },
      { ...check, outcome: 'unknown', detail: 'Nothing shows it.' },
    ],
    'Shop',
    'https://shop.test',
    5,
  );
  const common = { name: 'Page size without a limit (page-size items)', group: 'items', type: 'page-size', lines: [] };
  expect({ title, time }).toEqual({ title: 'Drift of Shop from https://shop.test', time: 5 });
  expect(cases).toEqual([
    { ...common, outcome: 'passed', message: 'Both: returns 20 records.' },
    {
      ...common,
      name: 'Page size without a limit (page-size items 2)',
      outcome: 'failed',
      message: 'They differ.',
      lines: ['Change that makes them equal: the setting pageSize: 7.'],
    },
    { ...common, outcome: 'skipped', message: 'Nothing shows it.' },
  ]);
});

test('a difference that is only information passes, and its name says what differs', () => {
  const outcomesOf = (severity: DriftCheck['severity'], outcome: DriftCheck['outcome']) =>
    driftReport([{ ...check, severity, outcome }], 'a', 'b', 0).cases.map((one) => [one.name, one.outcome]);
  expect(outcomesOf('information', 'different')).toEqual([
    ['Page size without a limit: Both: returns 20 records.', 'passed'],
  ]);
  const name = 'Page size without a limit (page-size items)';
  expect(outcomesOf('information', 'unknown')).toEqual([[name, 'skipped']]);
  expect(outcomesOf('difference', 'different')).toEqual([[name, 'failed']]);
});
