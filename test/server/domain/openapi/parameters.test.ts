import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { type DialectName, defaultSettings } from '../../../../server/domain/model/settings.ts';
import {
  conditional,
  everywhere,
  queryParameters,
  repeatable,
  sharedParameters,
} from '../../../../server/domain/openapi/parameters.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';

const settings = { ...defaultSettings, pageSize: 25, maxPageSize: 400 };
const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };

const text = { type: 'string' };
const whole = { type: 'integer' };
const size = { type: 'integer', minimum: 1, maximum: 400, default: 25 };
const fromOne = { type: 'integer', minimum: 1 };
const fromZero = { type: 'integer', minimum: 0 };
const ten = { type: 'integer', default: 10 };

test.each<[DialectName, Readonly<Record<string, readonly [component: string, schema: JsonObject]>>]>([
  [
    'default',
    {
      ...{ filter: ['filter', text], sort: ['sort', text], order: ['order', text], limit: ['limit', size] },
      ...{ offset: ['offset', fromZero], cursor: ['cursor', text], from: ['from', whole], to: ['to', whole] },
      ...{ start_time: ['start_time', text], end_time: ['end_time', text], since_id: ['since_id', text] },
      ...{ page: ['page', fromOne], per_page: ['per_page', size] },
    },
  ],
  [
    'json-server-0.17',
    {
      ...{ _sort: ['_sort', text], _order: ['_order', text], _page: ['_page', whole], _limit: ['_limit', ten] },
      ...{ _start: ['_start', whole], _end: ['_end', whole], q: ['q', text], _embed: ['_embed', text] },
      ...{ _expand: ['_expand', text] },
    },
  ],
  [
    'json-server-1',
    {
      ...{ _sort: ['_sort', text], _page: ['_page', whole], _per_page: ['_per_page', ten], _where: ['_where', text] },
      ...{ _embed: ['_embed', text] },
    },
  ],
  [
    'scim',
    {
      ...{ filter: ['filter', text], sortBy: ['sortBy', text], sortOrder: ['sortOrder', text] },
      ...{ startIndex: ['startIndex', whole], count: ['count', { type: 'integer', default: 25 }] },
    },
  ],
  [
    'json-api',
    {
      ...{ sort: ['sort', text], 'page[number]': ['page-number', fromOne], 'page[size]': ['page-size', size] },
      ...{ 'page[offset]': ['page-offset', fromZero], 'page[limit]': ['page-limit', size] },
      ...{ 'page[cursor]': ['page-cursor', text] },
    },
  ],
])('the lists of the dialect %s have these optional parameters', (dialect, expected) => {
  const shared = Object.entries(sharedParameters({ ...settings, dialect })) as [string, JsonObject][];
  const queries = shared.filter(([, parameter]) => parameter.in !== 'header');
  expect(queries).toEqual(
    Object.entries(expected).map(([name, [component, schema]]) => [
      component,
      { name, in: 'query', required: false, schema, description: expect.stringMatching(/\.$/) },
    ]),
  );
  const references = queryParameters(new SharedCollection(definition, []), { ...settings, dialect });
  expect(references).toEqual(queries.map(([component]) => ({ $ref: `#/components/parameters/${component}` })));
});

test('headers are optional texts, and Idempotency-Key is among them if the workspace honours it', () => {
  const headersOf = (idempotencyKeys: boolean) =>
    Object.entries(sharedParameters({ ...settings, idempotencyKeys })).filter(
      ([, parameter]) => (parameter as JsonObject).in === 'header',
    );
  const header = (component: string, name: string) => [
    component,
    { name, in: 'header', required: false, schema: text, description: expect.stringMatching(/\.$/) },
  ];
  const always = [
    header('if_match', 'If-Match'),
    header('if_none_match', 'If-None-Match'),
    header('resource_version', 'X-Resource-Version'),
    header('prefer', 'Prefer'),
    header('scenario', 'X-Mock-Scenario'),
    header('session', 'X-Mock-Session'),
  ];
  expect(headersOf(false)).toEqual(always);
  expect(headersOf(true)).toEqual([...always, header('idempotency_key', 'Idempotency-Key')]);
});

test('each request may have a preference, a scenario and a session; others have conditions and a key of their own too', () => {
  const references = (...names: readonly string[]) =>
    names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const conditions = ['if_match', 'if_none_match', 'resource_version', 'prefer', 'scenario', 'session'];
  expect(everywhere).toEqual(references('prefer', 'scenario', 'session'));
  expect(conditional).toEqual(references(...conditions));
  expect(repeatable({ ...settings, idempotencyKeys: false })).toEqual(references(...conditions));
  expect(repeatable({ ...settings, idempotencyKeys: true })).toEqual(references(...conditions, 'idempotency_key'));
});

const records: readonly JsonObject[] = [
  { id: 1, on: true, word: 'a', of: { n: 1 }, mixed: 'a', none: null },
  { id: 2, mixed: 5 },
];

/** The filters of a list with the types of their values and what they say. */
function filtersOf(dialect: DialectName, given = records): readonly (readonly [string, unknown, unknown])[] {
  const parameters = queryParameters(new SharedCollection(definition, given), { ...settings, dialect });
  return parameters
    .filter(({ name }) => name !== undefined)
    .map((filter) => {
      expect(filter).toMatchObject({ in: 'query', required: false, schema: { type: 'array' } });
      const { items } = filter.schema as JsonObject;
      return [String(filter.name), (items as JsonObject).type, filter.description] as const;
    });
}

test('a filter takes values of the types that its field has and its operator compares', () => {
  const typesOf = (field: string) =>
    Object.fromEntries(
      filtersOf('default')
        .filter(([name]) => name.startsWith(field))
        .map(([name, type]) => [name.slice(field.length), type]),
    );
  const compared = (type: unknown) => ({ '': type, _lt: type, _lte: type, _gt: type, _gte: type, _ne: type });
  const ofNumbers = { _less_than: 'number', _greater_than: 'number' };
  const ofDates = { _after: 'string', _before: 'string' };
  const ofTexts = { _contains: 'string', _starts_with: 'string', _ends_with: 'string' };
  expect(typesOf('id')).toEqual({ ...compared('number'), ...ofNumbers, _in: 'string' });
  expect(typesOf('of.n')).toEqual({ ...compared('number'), ...ofNumbers, _in: 'string' });
  expect(typesOf('word')).toEqual({ ...compared('string'), ...ofDates, ...ofTexts, _in: 'string' });
  expect(typesOf('mixed')).toEqual({
    ...{ ...compared(['number', 'string']), ...ofNumbers, ...ofDates, ...ofTexts, _in: 'string' },
  });
  expect(typesOf('on')).toEqual({ '': 'boolean', _ne: 'boolean', _in: 'string' });
  expect(typesOf('none')).toEqual({});
});

test('a filter says which records it finds', () => {
  const sayingOf = (dialect: DialectName, name: string) => filtersOf(dialect).find(([own]) => own === name)?.[2];
  expect(sayingOf('default', 'of.n')).toBe('Records whose of.n is one of the values sent.');
  expect(sayingOf('default', 'word_contains')).toBe('Records whose word contains this text.');
  expect(sayingOf('json-server-0.17', 'of.n')).toBe('Records whose of.n is this.');
  expect(sayingOf('json-server-0.17', 'word_gte')).toBe('Records whose word is this or greater.');
});

test('the filters of other dialects have their names', () => {
  const filtersWith = (dialect: DialectName, value: JsonObject) =>
    filtersOf(dialect, [{ id: 1, ...value }]).filter(([name]) => !/\bid/.test(name));
  const namesWith = (dialect: DialectName, value: JsonObject) => filtersWith(dialect, value).map(([name]) => name);
  expect(namesWith('json-api', { n: 1 })).toEqual([
    ...['filter[n]', 'filter[n][ne]', 'filter[n][lt]', 'filter[n][lte]', 'filter[n][gt]', 'filter[n][gte]'],
  ]);
  expect(filtersWith('json-api', { n: 1 })[0]).toEqual([
    ...['filter[n]', 'string', 'Records whose n is one of these, between commas.'],
  ]);
  expect(namesWith('json-server-0.17', { n: 1 })).toEqual(['n', 'n_gte', 'n_lte', 'n_ne', 'n_like']);
  expect(namesWith('json-server-0.17', { on: true })).toContain('on_ne');
  expect(namesWith('json-server-0.17', { word: 'a' })).toContain('word_ne');
  expect(namesWith('json-server-0.17', { none: null, of: {} })).toEqual([]);
  expect(new Set(filtersOf('json-server-0.17').map(([, type]) => type))).toEqual(new Set(['string']));
  expect(namesWith('scim', { n: 1 })).toEqual([]);
});
