import { expect, test } from 'vitest';
import { hasSecrets, maskedRequest } from '../../../../server/contract/schema/masked-request.ts';
import type { CapturedBody } from '../../../../server/contract/schema/state.ts';
import { Secrets } from '../../../../server/domain/request/secrets.ts';
import { requestDetail } from '../../../renderer/console/fake-transport.ts';

const secrets = new Secrets();
const body = (content: string): CapturedBody => ({
  encoding: 'utf8',
  content,
  bytes: content.length,
  truncated: false,
});

test('masks the query, the headers and the bodies of a request and its response', () => {
  const detail = requestDetail(1, {
    path: '/login?token=s3cret',
    request: { headers: [['X-Auth-Token', 's3cret']], body: body('{"password":"s3cret"}') },
    response: { statusText: 'OK', headers: [['Set-Cookie', 's3cret']], body: body('{"token":"s3cret"}') },
  });

  expect(JSON.stringify(maskedRequest(detail, secrets))).not.toContain('s3cret');
  expect(hasSecrets(detail, secrets)).toBe(true);
});

test('masks the body of a form', () => {
  const headers = [['Content-Type', 'application/x-www-form-urlencoded; charset=utf-8']] as const;
  const detail = requestDetail(1, { request: { headers, body: body('user=a&password=s3cret') } });

  expect(maskedRequest(detail, secrets).request.body?.content).toBe('user=a&password=***');
});

test('a request without secrets stays the same', () => {
  const detail = requestDetail(1, { path: '/users?page=2' });

  expect(maskedRequest(detail, secrets)).toEqual(detail);
  expect(hasSecrets(detail, secrets)).toBe(false);
});
