import { expect, test } from 'vitest';
import {
  type ConditionName,
  endingsOf,
  readConditionName,
  writeConditionName,
} from '../../../../server/domain/dialect/condition-name.ts';
import { dialects } from '../../../../server/domain/dialect/dialects.ts';
import type { DialectName } from '../../../../server/domain/model/settings.ts';

test.each(Object.values(dialects))('$name reads the names that it writes', ({ conditions }) => {
  if (!conditions) return;
  for (const ending of endingsOf(conditions)) {
    const name = writeConditionName(conditions, { field: 'author.name', ending });
    expect(readConditionName(conditions, name)).toEqual({ field: 'author.name', ending });
  }
});

test.each<[DialectName, string, ConditionName | undefined]>([
  ['default', 'title', undefined],
  ['default', 'title_gte', undefined],
  ['json-server-0.17', 'title', { field: 'title', ending: '' }],
  ['json-server-0.17', 'title_gte_ne', { field: 'title_gte', ending: '_ne' }],
  ['json-server-0.17', '_like', { field: '_like', ending: '' }],
  ['json-server-0.17', 'title_eq', { field: 'title_eq', ending: '' }],
  ['json-server-1', 'title:startsWith', { field: 'title', ending: ':startsWith' }],
  ['json-server-1', 'title_eq', { field: 'title', ending: '_eq' }],
  ['json-server-1', 'title_startsWith', { field: 'title_startsWith', ending: '' }],
  ['json-api', 'filter[title]', { field: 'title', ending: '' }],
  ['json-api', 'filter[title][gte]', { field: 'title', ending: '[gte]' }],
  ['json-api', 'filter[title][like]', undefined],
  ['json-api', 'filter[title', undefined],
  ['json-api', 'title]', undefined],
  ['json-api', 'nofilter[title]', undefined],
  ['json-api', 'Filter[title]', undefined],
])('%s reads the condition %s', (name, parameter, expected) => {
  const { conditions } = dialects[name];
  expect(conditions && readConditionName(conditions, parameter)).toEqual(expected);
});

test('an ending alone is no condition where a text must stand before it', () => {
  const conditions = { comparison: 'typed', around: ['', ':'], suffixes: { x: '_in' } } as const;
  expect(readConditionName(conditions, 'a:x')).toEqual({ field: 'a', ending: 'x' });
  expect(readConditionName(conditions, 'x')).toBeUndefined();
});

test.each<[DialectName, readonly string[]]>([
  ['default', []],
  ['json-server-0.17', ['', '_gte', '_lte', '_ne', '_like']],
  ['json-api', ['', '[ne]', '[lt]', '[lte]', '[gt]', '[gte]', '[contains]', '[starts_with]', '[ends_with]']],
])('%s has the endings %j', (name, endings) => {
  const { conditions } = dialects[name];
  expect(conditions && endingsOf(conditions)).toEqual(endings);
});
