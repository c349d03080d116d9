import { expect, test } from 'vitest';
import { type DriftExchange, hasDrift } from '../../../../server/domain/drift/drift.ts';
import { Findings } from '../../../../server/domain/drift/findings.ts';

const none = { exchanges: [] };
const nothing = { ours: null, theirs: null };
const exchange = (number: number): DriftExchange => ({ number, request: nothing, response: nothing });
const change = { kind: 'order', collection: 'users', sort: 'name' } as const;

test('compares what both sides do', () => {
  const findings = new Findings('users');
  findings.compare('total', { ours: 'counts', theirs: 'counts' }, { exchanges: [exchange(3)], change });
  findings.compare('order', { ours: 'sorts', theirs: 'shuffles' }, { exchanges: [exchange(1), exchange(4)], change });
  findings.compare('link', { ours: undefined, theirs: 'links' }, none);
  findings.compare('dialect', { ours: 'speaks', theirs: undefined }, none);
  findings.compare('head', { ours: undefined, theirs: undefined }, none);
  const common = { collection: 'users', severity: 'difference', change: null, exchanges: [] };
  const [service, mock] = ['service', 'mock'].map((who) => `The data of the ${who} do not show it.`);
  expect(findings.checks).toEqual([
    {
      ...common,
      id: 'total users',
      rule: 'total',
      title: 'Total of a list',
      outcome: 'same',
      detail: 'Both: counts.',
      exchanges: [3],
    },
    {
      ...common,
      ...{ id: 'order users', rule: 'order', title: 'Order without a sort parameter', outcome: 'different' },
      ...{ detail: 'The mock sorts. The service shuffles.', exchanges: [1, 4], change },
    },
    { ...common, id: 'link users', rule: 'link', title: 'Link to the next page', outcome: 'unknown', detail: mock },
    {
      ...common,
      id: 'dialect users',
      rule: 'dialect',
      title: 'Names of parameters',
      outcome: 'unknown',
      detail: service,
    },
    { ...common, id: 'head users', rule: 'head', title: 'HEAD', outcome: 'unknown', detail: service },
  ]);
});

/** The ids and details of findings. */
function kept(find: (findings: Findings) => void) {
  const findings = new Findings('users');
  find(findings);
  return findings.checks.map(({ id, detail }) => `${id}: ${detail}`);
}

test('keeps each difference of a rule once', () => {
  const differ = (...details: readonly string[]) =>
    kept((findings) => {
      for (const detail of details) findings.differ('total', detail, none);
    });
  expect(differ('A.', 'A.')).toEqual(['total users: A.']);
  expect(differ('A.', 'B.', 'B.', 'A.')).toEqual(['total users: A.', 'total users 2: B.']);
});

test('differences about something else, or with another change, are others', () => {
  const found = kept((findings) => {
    for (const about of ['one', 'two', 'two']) findings.differ('total', 'A.', { ...none, about });
    findings.differ('total', 'A.', none);
    findings.differ('total', 'A.', { ...none, change });
    findings.differ('head', 'A.', none);
  });
  expect(found).toEqual([
    'total users: one: A.',
    'total users 2: two: A.',
    'total users 3: A.',
    'total users 4: A.',
    'head users: A.',
  ]);
});

test('keeps the first of what is the same or unknown', () => {
  const found = kept((findings) => {
    findings.unknown('total', 'A.');
    findings.unknown('total', 'B.');
    findings.compare('total', { ours: 'a', theirs: 'a' }, none);
    findings.compare('total', { ours: 'b', theirs: 'b' }, none);
    findings.differ('total', 'C.', none);
  });
  expect(found).toEqual(['total users: A.', 'total users 2: Both: a.', 'total users 3: C.']);
});

test('what is unknown about several things is kept for each of them, with its exchanges', () => {
  const findings = new Findings('users');
  for (const about of ['/a', '/b', '/a']) findings.unknown('delete', 'Left.', [exchange(7)], about);
  findings.unknown('create', 'None.');
  findings.compare('total', { ours: 'counts', theirs: undefined }, { ...none, about: '/c' });
  expect(findings.checks).toMatchObject([
    { id: 'delete users', detail: '/a: Left.', outcome: 'unknown', exchanges: [7] },
    { id: 'delete users 2', detail: '/b: Left.', outcome: 'unknown', exchanges: [7] },
    { id: 'create users', detail: 'None.', outcome: 'unknown', exchanges: [] },
    { id: 'total users', detail: '/c: The data of the service do not show it.', outcome: 'unknown' },
  ]);
});

test('information alone is no drift', () => {
  const findings = new Findings('users');
  findings.unknown('total', 'A.');
  findings.differ('total', 'B.', { ...none, severity: 'information' });
  expect(hasDrift(findings.checks)).toBe(false);
  findings.differ('total', 'C.', none);
  expect(hasDrift(findings.checks)).toBe(true);
});
