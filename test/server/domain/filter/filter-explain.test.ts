import { expect, test } from 'vitest';
import { parseFilter } from '../../../../server/domain/filter/filter.ts';
import { countNodes, explainFilter } from '../../../../server/domain/filter/filter-explain.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { catalogueOf } from './filter-properties.ts';

const records: readonly JsonObject[] = [
  { id: '1', status: 'active', emails: [{ type: 'work', ok: true }] },
  { id: '2', status: 'active', emails: [{ type: 'work' }, { type: 'home', ok: true }] },
  { id: '3', status: 'inactive', emails: [] },
];

test('every node counts the records that match it alone', () => {
  const parsed = parseFilter(
    [
      { name: 'status', value: 'active' },
      { name: 'filter', value: 'emails[type eq "work" and not (ok pr)] or id eq "3"' },
    ],
    catalogueOf(records),
    { lenient: false, reserved: new Set() },
  );
  if (!parsed.ok || !parsed.value.filter) throw new Error('The filter must be accepted');
  const { filter } = parsed.value;
  const counts: number[] = [];
  for (const record of records) countNodes(filter, record, counts, 1);

  const element = {
    text: 'emails[type eq "work" and not (ok pr)]',
    parameter: 'filter',
    matches: 1,
    children: [
      { text: 'emails[type eq "work"]', parameter: 'filter', matches: 2, children: [] },
      {
        text: 'emails[not (ok pr)]',
        parameter: 'filter',
        matches: 1,
        children: [{ text: 'emails[ok pr]', parameter: 'filter', matches: 2, children: [] }],
      },
    ],
  };
  expect(explainFilter(filter, counts)).toEqual({
    text: 'status eq exact "active" and (emails[type eq "work" and not (ok pr)] or id eq "3")',
    parameter: null,
    matches: 1,
    children: [
      { text: 'status eq exact "active"', parameter: 'status', matches: 2, children: [] },
      {
        text: 'emails[type eq "work" and not (ok pr)] or id eq "3"',
        parameter: 'filter',
        matches: 2,
        children: [element, { text: 'id eq "3"', parameter: 'filter', matches: 1, children: [] }],
      },
    ],
  });

  for (const record of records) countNodes(filter, record, counts, -1);
  expect(counts).toEqual(filter.nodes.map(() => 0));
});
