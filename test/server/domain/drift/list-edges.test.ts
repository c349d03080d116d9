import { expect, test } from 'vitest';
import {
  type Compare,
  compare,
  type Deviation,
  deviations,
  ignoring,
  json,
  jsonServer1,
  responding,
  type Service,
  sample,
  toyService,
  when,
  wrapping,
} from './toy-service.ts';

const few = (count: number) => toyService(sample.slice(0, count));

/** What differs in some rules, and the exchanges that show it. */
function found(rules: readonly string[], theirs: Service, options: Compare = {}) {
  const checks = compare(theirs, options).filter(({ rule }) => rules.includes(rule));
  return { ...deviations(checks), exchanges: checks.map(({ exchanges }) => exchanges.join()).join(' ') };
}

test('a mock that gives no list responds with nothing', () => {
  expect(found(['list-status', 'list-form'], few(3), { ours: responding('GET', null)(few(3)) })).toEqual({
    'list-status': 'responds with nothing → responds with 200',
    'list-form': 'sends none → sends a list of records',
    exchanges: '0 0',
  });
});

test('finds a dialect with page numbers, if there are two records', () => {
  const speaking = (count: number) => ignoring('limit')(jsonServer1(few(count)));
  expect(found(['dialect', 'list-form', 'list-type'], speaking(12))).toMatchInlineSnapshot(`
    {
      "dialect": "reads the parameters of Mock API Console → reads _page and _per_page, as json-server 1 [{dialect:json-server-1}]",
      "exchanges": "1,3 0 0,1,2",
      "list-form": "sends an object with items, limit, offset, total → sends a bare array [{dialect:json-server-1}]",
    }
  `);
  expect(found(['dialect'], speaking(2), { ours: few(2) })).toMatchInlineSnapshot(`
    {
      "dialect": "reads the parameters of Mock API Console → reads _page and _per_page, as json-server 1 [{dialect:json-server-1}]",
      "exchanges": "1,3",
    }
  `);
  expect(found(['dialect', 'parameter-limit'], speaking(1), { ours: few(2) })).toMatchInlineSnapshot(`
    {
      "exchanges": "1",
      "parameter-limit": "? service",
    }
  `);
});

const isSingle = ({ target }: { readonly target: string }) => target.endsWith('limit=1');

test('a refused list does not show headers', () => {
  const refusing = when(isSingle, () => () => json(400, {}))(toyService());
  const headers = ['total-header', 'link'];
  expect(found(headers, toyService(), { ours: refusing })).toEqual({ exchanges: '0,2 0,2' });
  // Further requests look for another dialect.
  expect(found(headers, refusing)).toEqual({ exchanges: '0,6 0,6' });
});

test.each([
  [1, 3],
  [3, 1],
])('a link is not compared where a side has a single record: %i and %i', (ours, theirs) => {
  expect(compare(few(theirs), { ours: few(ours) }).map(({ rule }) => rule)).not.toContain('link');
});

const scim = wrapping(({ items, total }) => ({ Resources: items, totalResults: total }));

test('the form of another dialect differs, and is no setting of the envelope', () => {
  expect(found(['list-form'], scim(toyService()))).toEqual({
    'list-form': 'sends an object with items, limit, offset, total → sends an object with Resources, totalResults',
    exchanges: '0,1,2',
  });
});

test.each<[number, string]>([
  [300, 'responds with 300'],
  [299, 'sends no list'],
])('status %i with parameters is told', (status, does) => {
  const deviation: Deviation = responding('limit=2&offset=1', json(status, { a: 1 }));
  expect(found(['parameter-offset'], deviation(toyService()))).toMatchObject({
    'parameter-offset': `skips as many records → ${does}`,
  });
});
