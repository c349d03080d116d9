import { expect, test } from 'vitest';
import { dialects } from '../../../../server/domain/dialect/dialects.ts';
import { dialectsWith, usualParameter } from '../../../../server/domain/dialect/usual-parameters.ts';
import type { DialectName } from '../../../../server/domain/model/settings.ts';

test.each<[string, DialectName, string | undefined]>([
  ['pageSize', 'default', 'limit'],
  ['page_size', 'default', 'limit'],
  ['$top', 'default', 'limit'],
  ['$skip', 'default', 'offset'],
  ['pageNumber', 'default', 'page'],
  ['starting_after', 'default', 'cursor'],
  ['min_id', 'default', 'since_id'],
  ['$orderby', 'default', 'sort'],
  ['sort-dir', 'default', 'order'],
  ['where', 'default', 'filter'],
  ['pageSize', 'json-api', 'page[limit]'],
  ['pageSize', 'scim', 'count'],
  ['after', 'scim', undefined],
  ['colour', 'default', undefined],
  ['', 'default', undefined],
  ['sizes', 'default', undefined],
])('%s is called in %s: %s', (name, dialect, expected) => {
  expect(usualParameter(name, dialects[dialect])).toBe(expected);
});

test.each<[string, DialectName, readonly DialectName[]]>([
  ['_end', 'default', ['json-server-0.17']],
  ['_page', 'default', ['json-server-0.17', 'json-server-1']],
  ['_page', 'json-server-1', ['json-server-0.17']],
  ['startIndex', 'default', ['scim']],
  ['page[size]', 'default', ['json-api']],
  ['filter[title]', 'default', ['json-api']],
  ['filter[title][gte]', 'default', ['json-api']],
  ['filter[none]', 'default', []],
  ['title_like', 'default', ['json-server-0.17']],
  ['none_like', 'default', []],
  ['title:gt', 'default', ['json-server-1']],
  ['title', 'json-api', []],
  ['since_id', 'json-api', ['default']],
  ['colour', 'default', []],
])('%s, unknown in %s, is a parameter of %j', (name, than, expected) => {
  const found = dialectsWith(name, (field) => field === 'title', dialects[than]);
  expect(found.map((one) => one.name)).toEqual(expected);
});
