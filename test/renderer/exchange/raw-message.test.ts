import { expect, test } from 'vitest';
import { rawRequest, rawResponse } from '../../../renderer/exchange/raw-message.ts';
import { requestDetail } from '../console/fake-transport.ts';

const detail = requestDetail(1, {
  method: 'PATCH',
  path: '/api/users/1?a=b',
  status: 412,
  request: {
    headers: [
      ['Host', 'localhost'],
      ['authorization', 'Bearer s3cret'],
    ],
    body: { encoding: 'utf8', content: '{"a":1}', bytes: 7, truncated: false },
  },
  response: { statusText: 'Precondition Failed', headers: [['Set-Cookie', 's3cret']], body: null },
});

test('a raw message has its line, header fields and body', () => {
  expect(rawRequest(detail)).toBe(
    'PATCH /api/users/1?a=b HTTP/1.1\r\nHost: localhost\r\nauthorization: Bearer s3cret\r\n\r\n{"a":1}',
  );
  expect(rawResponse(detail)).toBe('HTTP/1.1 412 Precondition Failed\r\nSet-Cookie: s3cret\r\n\r\n');
});

test('a request without a response has no raw response', () => {
  expect(rawResponse(requestDetail(1, { status: null, response: null }))).toBeNull();
});
