import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  joinTarget,
  pathOf,
  sendableTarget,
  splitTarget,
  subjectOf,
} from '../../../../renderer/features/try-it/draft.ts';
import { beginPage, type PageForm, readPage, writePage } from '../../../../renderer/features/try-it/page-form.ts';
import {
  pieceOf,
  piecesOf,
  readPieces,
  textOf,
  withValues,
  writePieces,
} from '../../../../renderer/features/try-it/pieces.ts';
import { readSort, writeSort } from '../../../../renderer/features/try-it/sort-form.ts';
import { parseQueryString } from '../../../../server/domain/query/query-string.ts';

const word = fc.string({ unit: fc.constantFrom(...'aé😀&=+%#? /"~'), minLength: 1, maxLength: 8 });
const filters = fc.array(
  fc.tuple(
    word.map((name) => `f${name}`),
    word,
  ),
  { maxLength: 4 },
);
const pieces = filters.map((all) => all.map(([name, value]) => pieceOf(name, value)));
const text = fc.stringMatching(/^[!"$-~]{0,20}$/);

test('whatever is written as a target is taken apart and put together without loss', () => {
  fc.assert(
    fc.property(text, (rest) => {
      const { path, query } = splitTarget(`/${rest}`);
      const again = joinTarget({ path, query: writePieces(readPieces(query)) });
      // A question mark with nothing behind it asks for nothing.
      expect(again).toBe(`/${rest}`.replace(/^([^?]*)\?$/, '$1'));
    }),
  );
});

test('parameters are read as the mock reads them', () => {
  fc.assert(
    fc.property(filters, (all) => {
      const query = writePieces(all.map(([name, value]) => pieceOf(name, value)));
      expect(readPieces(query).map(({ name, value }) => [name, value])).toEqual(all);
      expect(parseQueryString(query)).toMatchObject({ ok: true, value: all.map(([name, value]) => ({ name, value })) });
    }),
  );
});

test('parameters as lines of text are the same again, and a line that was changed says what it says', () => {
  fc.assert(
    fc.property(filters, (all) => {
      const before = readPieces(writePieces(all.map(([name, value]) => pieceOf(name, value))));
      expect(piecesOf(textOf(before), before)).toEqual(before);
    }),
  );
  const before = readPieces('status=new&filter=a+eq+%22b%22&flag');
  expect(textOf(before)).toBe('status=new\nfilter=a eq "b"\nflag');
  expect(writePieces(piecesOf('status=old\n\nfilter=a eq "b"\nflag', before))).toBe(
    'status=old&filter=a+eq+%22b%22&flag',
  );
});

test('a record, a list and a user are found again by their paths', () => {
  const subject = fc.oneof(
    fc.record({ kind: fc.constant('list' as const), collection: word }),
    fc.record({ kind: fc.constant('record' as const), collection: word, id: word }),
    fc.record({ kind: fc.constant('user' as const), id: word }),
  );
  fc.assert(
    fc.property(subject, (one) => {
      expect(subjectOf(pathOf(one))).toEqual(one);
    }),
  );
});

test('what is typed as an address becomes a target that can be sent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      const target = sendableTarget(typed);
      expect(target).toMatch(/^\/[!"$-~]*$/);
      expect(sendableTarget(target)).toBe(target);
    }),
  );
  expect(sendableTarget(' http://127.0.0.1:4010/api/users?name=Zoë B#top ')).toBe('/api/users?name=Zo%C3%AB%20B');
});

const chips = fc.uniqueArray(fc.record({ name: fc.stringMatching(/^[a-z_.é]{1,6}$/), descending: fc.boolean() }), {
  selector: ({ name }) => name,
  maxLength: 4,
});

test('an order is the same after it was text, and leaves the other parameters alone', () => {
  fc.assert(
    fc.property(pieces, chips, (others, order) => {
      const written = readPieces(writePieces(writeSort(others, order)));
      expect(readSort(written)).toEqual({ ok: true, value: order });
      expect(written.filter(({ name }) => name !== 'sort')).toEqual(others);
    }),
  );
});

test('the directions of order= are taken over into the chips', () => {
  const sent = readPieces('sort=price,name&order=desc,asc&limit=3');
  const read = readSort(sent);
  expect(read).toEqual({
    ok: true,
    value: [
      { name: 'price', descending: true },
      { name: 'name', descending: false },
    ],
  });
  expect(writePieces(writeSort(sent, read.ok ? read.value : []))).toBe('sort=-price,name&limit=3');
  expect(readSort(readPieces('sort=price,,name'))).toMatchObject({ ok: false });
});

const filled = fc.stringMatching(/^[a-zA-Z0-9:_+-]{1,12}$/);
const page: fc.Arbitrary<PageForm> = fc.oneof(
  fc.record({ style: fc.constant('offset' as const), limit: fc.oneof(filled, fc.constant('')), offset: filled }),
  fc.record({ style: fc.constant('page' as const), page: filled, perPage: fc.oneof(filled, fc.constant('')) }),
  fc.record({ style: fc.constant('cursor' as const), limit: filled, cursor: fc.oneof(filled, fc.constant('')) }),
  fc.record({ style: fc.constant('since' as const), limit: filled, sinceId: fc.oneof(filled, fc.constant('')) }),
  fc.record({
    style: fc.constant('time' as const),
    unit: fc.constantFrom('iso' as const, 'seconds' as const),
    limit: filled,
    from: filled,
    to: fc.oneof(filled, fc.constant('')),
  }),
);

test('a page is the same after it was text, whatever stood there before, and leaves the other parameters alone', () => {
  fc.assert(
    fc.property(pieces, page, page, (others, before, form) => {
      const written = readPieces(writePieces(writePage(writePage(others, before), form)));
      expect(readPage(written)).toEqual(form);
      expect(written.slice(0, others.length)).toEqual(others);
      expect(writePage(written, form)).toEqual(written);
    }),
  );
});

test('a style begins where its walk begins, with pages as large as before', () => {
  const now = Date.UTC(2026, 9, 14, 12);
  const before: PageForm = { style: 'page', page: '3', perPage: '25' };
  const begun = (['offset', 'page', 'cursor', 'since', 'time'] as const).map((style) =>
    writePieces(writePage([], beginPage(style, before, now))),
  );
  expect(begun).toEqual([
    'limit=25&offset=0',
    'page=1&per_page=25',
    'limit=25&cursor=',
    'limit=25&since_id=',
    'limit=25&start_time=2026-07-17T00:00:00Z&end_time=2026-10-15T00:00:00Z',
  ]);
});

test('parameters of two styles are named, not guessed at', () => {
  expect(readPage(readPieces('page=1&cursor=x&limit=2'))).toEqual({ style: 'mixed', names: ['cursor', 'page'] });
  expect(readPage(readPieces('page=1&limit=2'))).toEqual({ style: 'mixed', names: ['page', 'limit'] });
});

test('a parameter that is sent twice becomes one when it is set, and a value that stays keeps its spelling', () => {
  const sent = readPieces('a=1+2&b=x&a=3');
  expect(writePieces(withValues(sent, { a: '1 2', b: null }))).toBe('a=1+2');
});
