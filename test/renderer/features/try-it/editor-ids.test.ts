import { expect, test } from 'vitest';
import { subjectOf } from '../../../../renderer/exchange/subject.ts';
import { editorToOpen } from '../../../../renderer/features/try-it/editor-ids.ts';
import type { Draft } from '../../../../renderer/features/try-it/model/draft.ts';
import { defaultDialect } from '../../../../server/domain/dialect/default-dialect.ts';
import { defaultSettings } from '../../../../server/domain/model/settings.ts';
import { PathTable } from '../../../../server/domain/request/path-table.ts';

const read: Draft = { method: 'GET', target: '/api/users', headers: [], body: null };

test.each<[string, Partial<Draft>, string | null]>([
  ['a list', {}, null],
  ['a user', { target: '/users/42' }, null],
  ['a filtered list', { target: '/api/users?age=7&limit=5' }, 'filter'],
  ['a sorted list', { target: '/api/users?sort=age&limit=5' }, 'sort'],
  ['a page by cursor', { target: '/api/users?cursor=&limit=5' }, 'page'],
  ['a page by time', { target: '/api/events?start_time=2026-10-03T00:00:00Z' }, 'page'],
  ['a conditional read', { target: '/api/users/1', headers: [['If-None-Match', '*']] }, 'conditions'],
  ['a user with a header', { target: '/users/1', headers: [['X-Mock-Session', 'a']] }, 'headers'],
  [
    'a conditional change',
    { method: 'PATCH', target: '/api/users/1', headers: [['If-Match', '*']], body: '{}' },
    'change',
  ],
  ['a deletion', { method: 'DELETE', target: '/api/users/1' }, null],
])('%s opens in its editor', (_, draft, editor) => {
  const opened = { ...read, ...draft };
  const subject = subjectOf(opened.target, new PathTable([], defaultSettings));
  expect(editorToOpen(opened, subject, defaultDialect)).toBe(editor);
});
