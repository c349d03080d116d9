import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPieces, writePieces } from '../../../../../renderer/exchange/pieces.ts';
import { splitTarget, subjectOf } from '../../../../../renderer/exchange/subject.ts';
import {
  beginPage,
  type PageForm,
  readPage,
  writePage,
} from '../../../../../renderer/features/try-it/editors/page-form.ts';
import { joinTarget, pathOf, sendableTarget } from '../../../../../renderer/features/try-it/model/draft.ts';
import { defaultSettings } from '../../../../../server/domain/model/settings.ts';
import { PathTable } from '../../../../../server/domain/request/path-table.ts';
import { arbitraryPieces, arbitraryWord } from '../../../exchange/arbitrary-parameters.ts';

const usual = new PathTable([], defaultSettings);
const text = fc.stringMatching(/^[!"$-~]{0,20}$/);

test('splitting and joining a target loses nothing', () => {
  fc.assert(
    fc.property(text, (rest) => {
      const { path, query } = splitTarget(`/${rest}`);
      const again = joinTarget({ path, query: writePieces(readPieces(query)) });
      // A question mark with nothing behind it asks for nothing.
      expect(again).toBe(`/${rest}`.replace(/^([^?]*)\?$/, '$1'));
    }),
  );
});

test('the path of a record, a list or a user parses back to it', () => {
  const subject = fc.oneof(
    fc.record({ kind: fc.constant('list' as const), collection: arbitraryWord }),
    fc.record({ kind: fc.constant('record' as const), collection: arbitraryWord, id: arbitraryWord }),
    fc.record({ kind: fc.constant('user' as const), id: arbitraryWord }),
  );
  fc.assert(
    fc.property(subject, (one) => {
      expect(subjectOf(pathOf(one, []), usual)).toEqual(one);
    }),
  );
});

test("the own path of a collection is its resource, whatever the service's path would be", () => {
  const paths = [
    { path: '/users', record: null },
    { path: '/users/{id}', record: null },
    { path: '/groups/{groupId}/users', record: null },
    { path: '/me', record: '1' },
  ];
  const served = new PathTable([{ name: 'users', paths }], defaultSettings);
  const list = { kind: 'list', collection: 'users' } as const;
  const record = { kind: 'record', collection: 'users', id: 'a b' } as const;
  expect(pathOf(list, paths)).toBe('/users');
  expect(pathOf(record, paths)).toBe('/users/a%20b');
  for (const one of [list, record]) {
    expect(subjectOf(`${pathOf(one, paths)}?_limit=1`, served)).toEqual(one);
    expect(subjectOf(pathOf(one, []), served)).toEqual(one);
  }
  expect(subjectOf('/groups/7/users', served)).toEqual(list);
  expect(subjectOf('/me', served)).toEqual({ ...record, id: '1' });
  expect(subjectOf('/users/1/other', served)).toEqual({ kind: 'other' });
});

test('without the User Information Service its path is of nobody', () => {
  const served = new PathTable([], { ...defaultSettings, userService: false });
  expect(subjectOf('/users/1', served)).toEqual({ kind: 'other' });
  expect(subjectOf('/users/1', usual)).toEqual({ kind: 'user', id: '1' });
});

test('typed addresses become valid targets', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      const target = sendableTarget(typed);
      expect(target).toMatch(/^\/[!"$-~]*$/);
      expect(sendableTarget(target)).toBe(target);
    }),
  );
  expect(sendableTarget(' http://127.0.0.1:4010/api/users?name=Zoë B#top ')).toBe('/api/users?name=Zo%C3%AB%20B');
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

test('a page survives the round trip through the query and leaves other parameters unchanged', () => {
  fc.assert(
    fc.property(arbitraryPieces, page, page, (others, before, form) => {
      const written = readPieces(writePieces(writePage(writePage(others, before), form)));
      expect(readPage(written)).toEqual(form);
      expect(written.slice(0, others.length)).toEqual(others);
      expect(writePage(written, form)).toEqual(written);
    }),
  );
});

test('a new style starts at the first page with the same page size', () => {
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

test('reports parameters of mixed styles', () => {
  expect(readPage(readPieces('page=1&cursor=x&limit=2'))).toEqual({ style: 'mixed', names: ['cursor', 'page'] });
  expect(readPage(readPieces('page=1&limit=2'))).toEqual({ style: 'mixed', names: ['page', 'limit'] });
});
