import { expect, test } from 'vitest';
import { dialects } from '../../../../server/domain/dialect/dialects.ts';
import { parameterMeanings } from '../../../../server/domain/dialect/meanings.ts';
import type { DialectName } from '../../../../server/domain/model/settings.ts';

test.each(Object.values(dialects))('each parameter of $name has a meaning once', (dialect) => {
  const meanings = [...parameterMeanings(dialect)];
  expect(meanings.map(([name]) => name)).toEqual([...new Set(Object.values(dialect.parameters))]);
  for (const [name, { role, meaning }] of meanings) {
    expect(dialect.parameters[role]).toBe(name);
    expect(meaning).toMatch(/^(?:[A-Z]|`).*\.$/);
  }
});

test.each<[dialect: DialectName, parameter: string, role: string, meaning: string]>([
  ['default', 'offset', 'offset', 'Records to skip.'],
  ['scim', 'startIndex', 'offset', 'Number of the first record, from 1.'],
  ['scim', 'filter', 'filter', 'A SCIM filter (RFC 7644, 3.4.2.2), such as `status eq "active" and not (age lt 18)`.'],
  ['json-server-0.17', '_page', 'page', 'Number of the page, from 1.'],
  ['json-server-0.17', '_limit', 'limit', 'Records in a page with `_page`, or after `_start`.'],
  [
    ...(['json-server-1', '_embed', 'parents'] as const),
    'A collection whose records refer to the record, or the singular name of one to which it refers: they are included.',
  ],
  ['json-api', 'page[size]', 'per_page', 'Records in a page, with `page[number]`.'],
])('in %s, %s has the role %s and its meaning', (dialect, parameter, role, meaning) => {
  expect(parameterMeanings(dialects[dialect]).get(parameter)).toEqual({ role, meaning });
});
