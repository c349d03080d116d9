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

test('masks a secret of a JSON Patch in its body, in the response and in the explanation', () => {
  const problem = '{"detail":"Expected /password to be \\"s3cret\\", found \\"other s3cret\\"."}';
  const detail = requestDetail(1, {
    request: { headers: [], body: body('[{"op":"test","path":"/password","value":"s3cret"}]') },
    response: { statusText: 'Conflict', headers: [['Content-Type', 'application/problem+json']], body: body(problem) },
    explanation: {
      route: { pattern: '/api/{collection}/{id}', collection: 'users', id: '1' },
      scenario: { name: 'Default', chosenBy: 'console', rules: [] },
      conditions: [],
      query: null,
      record: null,
      patch: {
        format: 'json-patch',
        steps: [
          { operation: 'test', path: '/password', applied: false, detail: 'Expected "s3cret", found "other s3cret".' },
        ],
      },
      verdict: 'Expected /password to be "s3cret", found "other s3cret".',
    },
  });

  expect(JSON.stringify(maskedRequest(detail, secrets))).not.toContain('s3cret');
});

test('masks a secret again wherever a response repeats it', () => {
  const detail = requestDetail(1, {
    path: '/api/users?token=s3cr%C3%A9t',
    request: { headers: [['Authorization', 'Bearer bearer-s3cret']], body: body('{"password":"pass \\"s3cret\\""}') },
    response: {
      statusText: 'OK',
      headers: [['Link', '</api/users?token=s3cr%C3%A9t&page=2>; rel="next"']],
      body: body('{"next":"/api/users?page=2&token=s3cr%C3%A9t","note":"pass \\"s3cret\\" bearer-s3cret"}'),
    },
  });

  expect(JSON.stringify(maskedRequest(detail, secrets))).not.toMatch(/s3cr/);
});
