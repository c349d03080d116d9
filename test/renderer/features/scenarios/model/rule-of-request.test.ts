import { expect, test } from 'vitest';
import { ruleOfRequest } from '../../../../../renderer/features/scenarios/model/rule-of-request.ts';
import type { CapturedBody } from '../../../../../server/contract/schema/state.ts';
import { requestDetail } from '../../../console/fake-transport.ts';

function answered(status: number | null, content: string | null, more: Partial<CapturedBody> = {}) {
  const body = content === null ? null : { encoding: 'utf8' as const, content, bytes: 9, truncated: false, ...more };
  const headers = [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['ETag', '"1"'],
    ['Vary', 'Origin'],
    ['Content-Length', '9'],
    ['Set-Cookie', 's3cret'],
  ] as const;
  const response = status === null ? null : { statusText: '', headers, body };
  return requestDetail(1, { method: 'PUT', path: '/api/users/7?x=1', status, response });
}

test('the rule matches method and path and repeats status, headers and body', () => {
  const then = { kind: 'answer', status: 503, headers: { ETag: '"1"' }, body: { a: [1] } };
  expect(ruleOfRequest(answered(503, '{"a":[1]}'))).toEqual({
    ok: true,
    value: { when: { method: 'PUT', path: '/api/users/7' }, then },
  });
  expect(ruleOfRequest(answered(204, null))).toMatchObject({ value: { then: { status: 204 } } });
});

test.each([
  ['no response', answered(null, null), /no response/],
  ['no JSON', answered(200, '<p>'), /not JSON/],
  ['a part of a body', answered(200, '1', { truncated: true }), /complete/],
  ['bytes', answered(200, '/w==', { encoding: 'base64' }), /complete/],
])('%s makes no rule', (_name, detail, reason) => {
  expect(ruleOfRequest(detail)).toMatchObject({ ok: false, problem: expect.stringMatching(reason) });
});
