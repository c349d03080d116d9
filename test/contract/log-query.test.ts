import fc from 'fast-check';
import { expect, test } from 'vitest';
import { logFields, messageQuery, parseLogQuery, rowMeets } from '../../server/contract/schema/log-query.ts';
import { request } from '../renderer/console/fake-transport.ts';

const row = request(1, { method: 'PATCH', path: '/api/users/42?q=Ada', status: 412, durationMs: 1.5 });

function meets(query: string, of = row): boolean {
  return parseLogQuery(query).every((term) => rowMeets(of, term));
}

test.each([
  ['', true],
  ['patch /api', true],
  ['patch delete', false],
  ['"patch /api"', true],
  ['"/api patch"', false],
  ['method:patch', true],
  ['method:pat', false],
  ['METHOD:Patch status:412', true],
  ['status:4xx', true],
  ['status:41', true],
  ['duration:>1', true],
  ['duration:1-2', true],
  ['duration:<1', false],
  ['duration:often', false],
  ['client:127.0', true],
  ['connection:1', true],
  ['connection:11', false],
  ['#1', true],
  ['#11', false],
  ['-#1', false],
  ['number:1', true],
  ['number:11', false],
  ['"#1"', false],
  ['#one', false],
  ['status:5xx', false],
  ['status:none', false],
  ['path:/users/42', true],
  ['path:"q=ada"', true],
  ['-status:412', false],
  ['-method:get -delete', true],
  ['-412', false],
  ['scenario:default', true],
  ['session:', true],
  ['session:a', false],
  ['http:', false],
  ['-', false],
  ['is:pinned', false],
  ['-is:sent', true],
  ['is:odd', false],
])('%j matches: %s', (query, expected) => {
  expect(meets(query)).toBe(expected);
});

test('finds a request without a response', () => {
  const silent = request(2, { status: null });
  expect([meets('status:none', silent), meets('status:2xx', silent), meets('-status:none', silent)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('finds a request by its pin, its note and its sender', () => {
  const annotated = request(3, { pinned: true, note: 'The Odd one', origin: 'console' });
  const queries = ['is:pinned', 'is:noted', 'is:sent', 'note:"odd one"', 'odd', 'note:even'];
  expect(queries.map((query) => meets(query, annotated))).toEqual([true, true, true, true, true, false]);
});

test('messageQuery keeps only the terms for headers and bodies', () => {
  expect(messageQuery('status:4xx -body:"Ada L" is:pinned header: Header:etag')).toBe('-body:"Ada L" Header:etag');
  expect(messageQuery('ada')).toBe('');
});

test('parses every text, and any value of a field', () => {
  const value = fc.string({ minLength: 1 }).map((text) => text.replaceAll('"', '').toLowerCase());
  fc.assert(
    fc.property(
      fc.constantFrom(...logFields.filter((field) => field !== 'since' && field !== 'until')),
      value.filter((text) => text !== ''),
      fc.boolean(),
      (field, text, not) => {
        expect(parseLogQuery(`${not ? '-' : ''}${field}:"${text}"`)).toEqual([{ field, value: text, not }]);
      },
    ),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const term of parseLogQuery(text)) expect(typeof rowMeets(row, term)).toBe('boolean');
    }),
  );
});
