import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { HeaderPairs, SideRequest } from '../../../../server/domain/drift/drift.ts';
import { DriftSecrets } from '../../../../server/domain/drift/masked-drift.ts';
import { Secrets } from '../../../../server/domain/request/secrets.ts';

const masking = (...headers: HeaderPairs) => new DriftSecrets(new Secrets(), headers);
const judged = (secrets: DriftSecrets, body: string) => finish(secrets.judged({ status: 200, headers: [], body })).body;

test('members with secrets are masked where a response is judged', () => {
  expect(judged(masking(), '{"token":"abcdef","a":"abcdef"}')).toBe('{"token":"***","a":"***"}');
  expect(judged(masking(), '{"a":"abcdef"}')).toBe('{"a":"abcdef"}');
});

test('the values of given headers are masked wherever they are repeated, also without their scheme', () => {
  const secrets = masking(['Authorization', 'Bearer  abc"def'], ['X-Tenant', 'blue'], ['X-Short', 'red']);
  const text = String.raw`{"a":"Bearer  abc\"def","b":"is abc\"def","c":"blue","d":"red","e":"Bearer x"}`;
  const masked = '{"a":"***","b":"is ***","c":"***","d":"red","e":"Bearer x"}';
  expect(judged(secrets, text)).toBe(masked);
  const shown = secrets.response({ status: 201, headers: [['Location', '/blue/1']], body: text });
  expect(shown).toEqual({ status: 201, headers: [['Location', '/***/1']], body: masked });
});

test('only a word at the beginning of a header is a scheme', () => {
  expect(judged(masking(['X-Note', '=is abcdef']), '{"a":"=abcdef","b":"=is abcdef"}')).toBe(
    '{"a":"=abcdef","b":"***"}',
  );
});

test('a request is shown without its secrets', () => {
  const request: SideRequest = {
    ...{ method: 'PATCH', target: '/items?token=abcdef&tenant=blue' },
    ...{ headers: [['Cookie', 'abcdef'] as const, ['Via', 'blue'] as const], body: '{"password":"abcdef","b":"blue"}' },
  };
  const shown = {
    ...{ method: 'PATCH', target: '/items?token=***&tenant=***' },
    ...{
      headers: [
        ['Cookie', '***'],
        ['Via', '***'],
      ],
      body: '{"password":"***","b":"***"}',
    },
  };
  const secrets = masking(['X-Tenant', 'blue']);
  expect(secrets.request(request)).toEqual(shown);
  expect(secrets.request({ ...request, body: null })).toEqual({ ...shown, body: null });
  expect(masking().request({ ...request, target: '/blue', body: '"blue"' })).toMatchObject({
    target: '/blue',
    body: '"blue"',
  });
});

test('long bodies are shown in part', () => {
  const body = JSON.stringify('x'.repeat(10_000));
  const secrets = masking();
  const shown = [
    secrets.response({ status: 200, headers: [], body }).body,
    secrets.request({ method: 'PUT', target: '/', headers: [], body }).body,
  ];
  expect(shown).toEqual([body.slice(0, 8192), body.slice(0, 8192)]);
});
