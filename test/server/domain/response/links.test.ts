import { expect, test } from 'vitest';
import { linkHeader, linkUrls } from '../../../../server/domain/response/links.ts';
import { requestOf } from './answers.ts';

const none = { first: null, prev: null, next: null, last: null };
const queries = { first: 'page=1', prev: null, next: 'page=3', last: '' };

test.each([
  [false, { host: 'localhost:4010' }, 'http://localhost:4010/api/users?'],
  [true, { host: 'example.com' }, 'https://example.com/api/users?'],
  [true, {}, '/api/users?'],
])('links have the scheme and the host of the request', (isSecure, headers, base) => {
  const urls = linkUrls(requestOf({ path: '/api/users', isSecure, headers }), queries);
  expect(urls).toEqual({ first: `${base}page=1`, prev: null, next: `${base}page=3`, last: base });
});

test('the header has the links that there are, in the order of the pages', () => {
  expect(linkHeader(none)).toBeNull();
  expect(linkHeader({ ...none, next: '/a?b' })).toBe('</a?b>; rel="next"');
  expect(linkHeader({ last: '/4', next: '/3', prev: '/1', first: '/0' })).toBe(
    '</0>; rel="first", </1>; rel="prev", </3>; rel="next", </4>; rel="last"',
  );
});
