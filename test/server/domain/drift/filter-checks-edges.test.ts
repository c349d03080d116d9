import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import {
  type Compare,
  compare,
  type Deviation,
  deviations,
  ignoring,
  jsonServer0,
  jsonServer1,
  listing,
  responding,
  type Service,
  sample,
  toyService,
} from './toy-service.ts';

const kinds = ['lamp', 'lamp 2', 'oil lamp', 'chair'];
const similar = sample.map((record, index) => ({ ...record, kind: kinds[index % 4] ?? '' }));

/** What differs in the rules of this name. */
function found(rule: string, theirs: Service, options: Compare = {}) {
  const all = Object.entries(deviations(compare(theirs, options)));
  return Object.fromEntries(all.filter(([name]) => name.startsWith(rule)));
}

test.each(['kind', 'kind_in', 'kind_starts_with', 'kind_ends_with', 'price_lte'])(
  'finds that %s selects what only contains the operand',
  (name) => {
    const [field = ''] = name.split('_');
    const containing = listing(name, (all, operand) => all.filter((record) => String(record[field]).includes(operand)));
    const options = { ours: toyService(similar) };
    expect(Object.values(found('parameter-filter', containing(toyService(similar)), options))).toEqual([
      `${name}: applies them → returns other records`,
    ]);
  },
);

test('a name without an operator selects equal values in other dialects as well', () => {
  const containing = listing('kind', (all, operand) => all.filter(({ kind }) => String(kind).includes(operand)));
  const service = (deviation: Deviation) => jsonServer0(deviation(toyService(similar)));
  const options = { ours: service((next) => next), settings: { dialect: 'json-server-0.17' } } as const;
  const checks = compare(service(containing), options);
  expect(deviations(checks)).toMatchObject({ 'parameter-filter': 'kind: applies them → returns other records' });
  expect(checks.find(({ rule }) => rule === 'parameter-search')?.exchanges).toHaveLength(1);
});

test('numbers that come as texts are no numbers', () => {
  const texts = listing('price_lt', (all) => all.slice(0, 1).map((record) => ({ ...record, price: '1' })));
  expect(Object.values(found('parameter-filter', texts(toyService())))).toEqual([
    'price_lt: applies them → returns other records',
  ]);
});

test('a condition without a response is told apart from the others', () => {
  expect(found('parameter-filter', responding('price_lt=', null)(toyService()))).toEqual({
    'parameter-filter 2': '? price_lt: service',
  });
});

test('a single record shows neither conditions nor expressions', () => {
  const several = '? No member has several values on both sides.';
  const one = toyService(sample.slice(0, 1));
  expect(found('parameter-', one)).toMatchObject({ 'parameter-filter': several, 'parameter-expression': several });
});

test('a service without records does not show what it does with unknown fields', () => {
  expect(found('unknown-field', toyService([]))).toEqual({ 'unknown-field': '? service' });
  expect(found('unknown-field', responding('zzz', null)(toyService()))).toEqual({ 'unknown-field': '? service' });
});

test('a service that refuses unknown fields is followed by a setting, where the dialect has it', () => {
  expect(found('unknown-field', toyService(), { ours: ignoring('zzz')(toyService()) })).toEqual({
    'unknown-field': 'ignores it → responds with 400 [{unknownFields:reject}]',
  });
  const ours = jsonServer1(toyService());
  const settings = { dialect: 'json-server-1' } as const;
  expect(found('unknown-field', ignoring('zzz')(jsonServer1(toyService())), { ours, settings })).toEqual({
    'unknown-field': 'responds with 400 → ignores it',
  });
});

/** The parameters that a service of a dialect is asked for. */
function asked(records: readonly JsonObject[], speaking: Deviation = (next) => next, options: Compare = {}) {
  const service = speaking(toyService(records));
  const parameters: string[] = [];
  const noting: Service = (request) => {
    parameters.push(decodeURIComponent(request.target.split('?')[1] ?? ''));
    return service(request);
  };
  compare(noting, { ours: speaking(toyService(similar)), ...options });
  return parameters;
}

test('operands are no empty texts', () => {
  const records = sample.map((record, index) => ({ ...record, kind: index < 6 ? '' : 'lamp' }));
  expect(asked(records)).toEqual(expect.arrayContaining(['kind=lamp', 'kind_ne=lamp']));
  expect(asked(records)).not.toContain('kind=');
});

test('a member with one value at the service is not asked for', () => {
  const parameters = asked(sample.map((record) => ({ ...record, kind: 'lamp' })));
  expect(parameters.filter((one) => one.startsWith('kind'))).toEqual([]);
  expect(parameters).toContain('name=q thing');
});

test('an expression compares with the whole value', () => {
  const records = sample.map((record, index) => ({ ...record, kind: ['lamp', 'lamp 2'][index % 2] ?? '' }));
  expect(asked(records)).toContain('filter=kind eq "lamp"');
});

test('special characters of patterns are replaced, and words that have some are not searched', () => {
  const records = [
    { id: 1, kind: 'a+b (1)', name: '(one' },
    { id: 2, kind: 'c[2]', name: 'two)' },
    { id: 3, kind: 'd.', name: 'Three 3' },
  ];
  const parameters = asked(records, jsonServer0, { settings: { dialect: 'json-server-0.17' }, time: null });
  expect(parameters).toEqual(expect.arrayContaining(['kind=a+b (1)', 'kind_like=a.b .1.', 'q=three 3']));
});
