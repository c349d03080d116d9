import { expect, test } from 'vitest';
import { defaultDialect } from '../../../../server/domain/dialect/default-dialect.ts';
import { jsonApi } from '../../../../server/domain/dialect/json-api.ts';
import { jsonServer0, jsonServer1 } from '../../../../server/domain/dialect/json-server.ts';
import { scim } from '../../../../server/domain/dialect/scim.ts';
import { listParameters, pageGroups, pageNames } from '../../../../server/domain/list/list-parameters.ts';

test('only the groups of which a dialect names a parameter choose a style', () => {
  const groups = (dialect: typeof jsonApi) =>
    pageGroups(dialect).map(({ style, names }) => `${style}: ${names.join(' ')}`);
  expect(groups(defaultDialect)).toEqual([
    'offset: offset',
    'cursor: cursor',
    'time: from to',
    'time: start_time end_time',
    'since: since_id',
    'page: page per_page',
  ]);
  expect(groups(jsonApi)).toEqual(['offset: page[offset]', 'cursor: page[cursor]', 'page: page[number] page[size]']);
  expect(groups(scim)).toEqual(['offset: startIndex']);
});

test('a dialect chooses a page with these parameters', () => {
  expect([...pageNames(jsonServer0)].sort()).toEqual(['_end', '_limit', '_page', '_start']);
  expect([...pageNames(jsonServer1)].sort()).toEqual(['_page', '_per_page']);
  expect([...pageNames(scim)].sort()).toEqual(['count', 'startIndex']);
});

test('no other parameter of a list is reserved', () => {
  expect([...listParameters(scim)].sort()).toEqual(['count', 'filter', 'sortBy', 'sortOrder', 'startIndex']);
  expect(listParameters(scim)).toBe(listParameters(scim));
});
