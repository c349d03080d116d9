import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase64Url, encodeBase64Url } from '../../../../server/domain/basics/base64.ts';
import { finish } from '../../../../server/domain/basics/work.ts';
import { digest } from '../../../../server/domain/conditions/entity-tag.ts';
import { type Cursor, decodeCursor, encodeCursor, expiredCursor } from '../../../../server/domain/list/cursor.ts';
import { listRecords } from '../../../../server/domain/list/list.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { keyRank } from '../../../../server/domain/sort/key-order.ts';
import { collectionOf, options, pageOf } from './list-arbitraries.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const bounds = fc.option(fc.integer({ min: -1e12, max: 1e12 }));
const value = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.boolean(),
  fc.constant(undefined),
);
const cursor: fc.Arbitrary<Cursor> = fc.record({
  query: fc.string(),
  window: fc.option(fc.record({ from: bounds, to: bounds })),
  after: fc.option(
    fc.record({
      values: fc.array(value, { maxLength: 4 }),
      key: fc.string({ unit: 'grapheme', minLength: 1 }).map(keyRank),
    }),
  ),
});

test('base64url is that of Node for every ASCII text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      const encoded = Buffer.from(text, 'latin1').toString('base64url');
      expect(encodeBase64Url(text)).toBe(encoded);
      expect(decodeBase64Url(encoded)).toBe(text);
    }),
  );
});

test.each(['A', 'AB=', 'AB==', 'A B', 'AA+', 'AA/', 'AAé', 'AB', 'AAB'])('%j is not valid base64url', (text) => {
  expect(decodeBase64Url(text)).toBeUndefined();
});

test('decodes an encoded cursor', () => {
  fc.assert(
    fc.property(cursor, (original) => {
      const text = encodeCursor(original);
      expect(text).toMatch(/^[\w-]+$/);
      expect(decodeCursor(text)).toEqual({ ok: true, value: original });
    }),
  );
});

test('a cursor at the start of a crawl has no position, and may have no window', () => {
  for (const window of [null, { from: null, to: 5 }]) {
    const start = { query: 'abc', window, after: null };
    expect(decodeCursor(encodeCursor(start))).toEqual({ ok: true, value: start });
  }
});

test('a cursor holds the position of a record without a value', () => {
  const cursor = { query: 'abc', window: null, after: { values: [undefined, 0, false, ''], key: 7 } };
  expect(decodeCursor(encodeCursor(cursor))).toEqual({ ok: true, value: cursor });
});

test('refuses a cursor with any character changed, removed or added', () => {
  const text = encodeCursor({ query: 'q', window: null, after: { values: ['Ada', 3.5], key: 42 } });
  for (let place = 0; place < text.length; place++) {
    const [head, tail] = [text.slice(0, place), text.slice(place + 1)];
    const damaged = [...alphabet].filter((character) => character !== text[place]).map((one) => head + one + tail);
    const stretched = [...alphabet].map((one) => head + one + text.slice(place));
    for (const other of [...damaged, ...stretched, head + tail, head].filter((one) => one !== '' && one !== text)) {
      expect([other, decodeCursor(other)]).toMatchObject([
        other,
        { ok: false, problem: { type: '/problems/bad-cursor' } },
      ]);
    }
  }
});

test.each([
  'no JSON',
  'null',
  '[]',
  '[1,null,null]',
  '["q"]',
  '["q",null]',
  '["q",{},null]',
  '["q",["a",1],null]',
  '["q",[1e300,null],null]',
  '["q",null,[]]',
  '["q",null,[1]]',
  '["q",null,[""]]',
  '["q",null,[{},"id"]]',
])('refuses a cursor with a valid digest and the content %s', (content) => {
  expect(decodeCursor(encodeBase64Url(digest(content) + content))).toMatchObject({ ok: false });
});

test.each(['', '!', 'AAAA', encodeBase64Url(`${digest('no JSON')}no JSON`)])('says what is wrong with %j', (text) => {
  expect(decodeCursor(text)).toEqual({
    ok: false,
    problem: {
      type: '/problems/bad-cursor',
      title: expect.any(String),
      status: 400,
      detail: 'The cursor is damaged.',
      parameter: 'cursor',
      expected: 'a cursor of this list, with the same filter and sort, or none to start with',
    },
  });
});

test('an expired cursor sends the client back to the start of the list', () => {
  expect(expiredCursor()).toEqual({
    type: '/problems/cursor-expired',
    title: 'The cursor has expired',
    status: 410,
    detail: 'The cursor has expired.',
    parameter: 'cursor',
    expected: 'the list from its start, with an empty cursor',
  });
});

test('a cursor is valid only for its own collection, filter and order', () => {
  const collection = collectionOf([1, 2, 3, 4].map((id) => ({ id, tag: 'a', price: id })));
  const { place } = pageOf(collection, 'tag=a&sort=-price&limit=2&cursor=');
  const next = place.style === 'cursor' ? place.nextCursor : null;
  const ids = (query: string) => pageOf(collection, query).records.map(({ id }) => id);
  expect(ids(`tag=a&sort=-price&limit=2&cursor=${next}`)).toEqual(['2', '1']);
  expect(ids(`cursor=${next}&limit=1&order=desc&sort=price&tag=a`)).toEqual(['2']);
  for (const query of ['tag=a', 'tag=b&sort=-price', 'tag=a&sort=price', 'tag=a&sort=-price,tag', 'sort=-price']) {
    expect([query, finish(listRecords(collection, `${query}&cursor=${next}`, options))]).toMatchObject([
      query,
      { ok: false, problem: { status: 400, type: '/problems/bad-cursor', parameter: 'cursor' } },
    ]);
  }
  const values = Array.from(collection.snapshot(), (record) => record.value);
  const other = new SharedCollection({ ...collection.definition, name: 'others' }, values);
  expect(finish(listRecords(other, `tag=a&sort=-price&cursor=${next}`, options))).toMatchObject({ ok: false });
});
