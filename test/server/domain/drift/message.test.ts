import { expect, test } from 'vitest';
import type { SideResponse } from '../../../../server/domain/drift/drift.ts';
import {
  both,
  get,
  header,
  idIn,
  idsIn,
  isSuccess,
  jsonOf,
  linkTo,
  listing,
  mediaType,
  refusalOf,
  valueIn,
  withQuery,
} from '../../../../server/domain/drift/message.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';

const response = (body: string, headers: Record<string, string> = {}, status = 200): SideResponse => ({
  status,
  headers: Object.entries(headers),
  body,
});

test('makes a value for each side', () => {
  expect(both((side) => side)).toEqual({ ours: 'ours', theirs: 'theirs' });
  expect(get('/a')).toEqual({ method: 'GET', target: '/a', headers: [], body: null });
});

test('reads headers, bodies and statuses', () => {
  const found = response('{"a":1}', { 'Content-Type': ' Application/JSON ; charset=utf-8' });
  expect(header(found, 'content-type')).toBe(' Application/JSON ; charset=utf-8');
  expect(header(null, 'content-type')).toBeUndefined();
  expect(header(response('', { A: 'one', Link: 'two' }), 'link')).toBe('two');
  expect([found, response('', { 'content-type': ';a=b' }), response(''), null].map(mediaType)).toEqual([
    'application/json',
    null,
    null,
    null,
  ]);
  expect(jsonOf(found)).toEqual({ a: 1 });
  expect(jsonOf(response('{'))).toBeUndefined();
  expect(jsonOf(null)).toBeUndefined();
  expect([199, 200, 299, 300].map((status) => isSuccess(response('', {}, status)))).toEqual([false, true, true, false]);
  expect(isSuccess(null)).toBe(false);
  expect(refusalOf(response('', {}, 404))).toBe('responds with 404');
  expect(refusalOf(null)).toBeUndefined();
});

test.each<[string | undefined, string | undefined]>([
  ['</a?b>; rel="next"', '/a?b'],
  ['</a>; rel=next', '/a'],
  ['</a>; REL="Next"; title="b"', '/a'],
  ['</a>; title="b"; rel=next', '/a'],
  ['</a>; rel="prev", </b>; rel="next"', '/b'],
  ['</a>; rel="nextpage"', undefined],
  ['</a>; rel=next-page', undefined],
  ['</a>', undefined],
  [undefined, undefined],
])('the next link of %j is %j', (link, target) => {
  expect(linkTo(response('', link === undefined ? {} : { Link: link }), 'next')).toBe(target);
});

test('reads a list with its query and its next page', () => {
  const link = { link: '</api/users?page=2>; rel="next"' };
  const exchange = (body: string, headers = {}, status = 200, target = '/api/users?a=b') => ({
    number: 0,
    request: { ours: get(target), theirs: null },
    response: { ours: response(body, headers, status), theirs: null },
  });
  expect(listing(exchange('[{"id":1}]', link), 'ours')).toEqual({
    records: [{ id: 1 }],
    envelope: null,
    query: 'a=b',
    hasNext: true,
  });
  expect(listing(exchange('[]', {}, 200, '/api/users'), 'ours')?.query).toBe('');
  expect(listing(exchange('{"users":[],"strange":1}'), 'ours')).toMatchObject({ records: [], hasNext: false });
  expect(listing(exchange('{"others":[],"strange":1}'), 'ours')).toBeUndefined();
  expect(listing(exchange('[]', {}, 404), 'ours')).toBeUndefined();
  expect(listing(exchange('[]'), 'theirs')).toBeUndefined();
});

test.each<[JsonObject, string | undefined]>([
  [{ id: 1 }, '1'],
  [{ id: 'a b' }, 'a b'],
  [{ id: 'x', attributes: {} }, 'x'],
  [{ number: 'n', id: 'x', attributes: {} }, 'x'],
  [{ id: '' }, undefined],
  [{ id: '\u0000' }, undefined],
  [{ id: {} }, undefined],
  [{}, undefined],
])('the id in %j is %j', (record, id) => {
  expect(idIn(record, 'id')).toBe(id);
});

test('takes the id of a resource object for its key', () => {
  expect(idIn({ id: 'x', attributes: {} }, 'number')).toBe('x');
  expect(idIn({ id: 'x' }, 'number')).toBeUndefined();
  expect(idIn({ id: 'x', attributes: [] }, 'number')).toBeUndefined();
  expect(idsIn([{ id: 1 }, {}, { id: '2' }], 'id')).toBe('["1",null,"2"]');
});

test('reads members of records and of attributes', () => {
  expect(valueIn({ a: 1, attributes: { a: 2 } }, 'a')).toBe(1);
  expect(valueIn({ attributes: { a: 2 } }, 'a')).toBe(2);
  expect(valueIn({ attributes: ['a'] }, 'length')).toBeUndefined();
  expect(valueIn({}, 'a')).toBeUndefined();
});

test('adds parameters to a target', () => {
  expect(withQuery('/a', { 'b c': 'd&e', f: 1 })).toBe('/a?b%20c=d%26e&f=1');
  expect(withQuery('/a?b=c', { d: '\ud800' })).toBe('/a?b=c&d=%EF%BF%BD');
});
