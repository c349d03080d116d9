import { expect, test } from 'vitest';
import { type ProblemCode, problem } from '../../../../server/domain/basics/problem.ts';
import { dialects } from '../../../../server/domain/dialect/dialects.ts';
import type { Json } from '../../../../server/domain/json/json.ts';
import type { DialectName } from '../../../../server/domain/model/settings.ts';
import { errorBody } from '../../../../server/domain/response/error-body.ts';

function sent(dialect: DialectName, code: ProblemCode, more: Record<string, Json> = {}) {
  const { type, body } = errorBody(dialects[dialect], problem(code, 'Why.', more));
  return { type, body: JSON.parse(body) };
}

test.each<[DialectName, ProblemCode]>([
  ['default', 'not-found'],
  ['json-server-0.17', 'bad-body'],
  ['json-server-1', 'bad-body'],
])('the dialect %s has problem details for %s', (dialect, code) => {
  expect(sent(dialect, code, { a: 1 })).toEqual({
    type: 'application/problem+json',
    body: problem(code, 'Why.', { a: 1 }),
  });
});

test('a status can have a body of its own', () => {
  const type = 'application/json; charset=utf-8';
  expect(sent('json-server-0.17', 'not-found')).toEqual({ type, body: {} });
  expect(sent('json-server-1', 'unknown-record')).toEqual({ type, body: { error: 'Not Found' } });
});

test.each<[ProblemCode, Record<string, Json>, string | undefined]>([
  ['bad-filter', {}, 'invalidFilter'],
  ['unknown-field', { parameter: 'filter' }, 'invalidFilter'],
  ['unknown-field', { parameter: 'sortBy' }, 'invalidValue'],
  ['unknown-field', {}, 'invalidValue'],
  ['bad-parameter', { parameter: 'filter' }, 'invalidValue'],
  ['bad-body', {}, 'invalidSyntax'],
  ['bad-patch', {}, 'invalidSyntax'],
  ['unprocessable-patch', {}, 'invalidPath'],
  ['invalid-record', {}, 'invalidValue'],
  ['conflict', {}, 'uniqueness'],
  ['not-found', {}, undefined],
])('SCIM says of %s %j that it is %s', (code, more, scimType) => {
  const { status } = problem(code, '');
  expect(sent('scim', code, more)).toEqual({
    type: 'application/scim+json',
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      detail: 'Why.',
      ...(scimType !== undefined && { scimType }),
    },
  });
});

test.each<[Record<string, Json>, Json | undefined]>([
  [{ parameter: 'sort' }, { parameter: 'sort' }],
  [{ parameter: 'sort', errors: [{ pointer: '/a' }] }, { parameter: 'sort' }],
  [{ errors: [{ pointer: '/a' }, { pointer: '/b' }] }, { pointer: '/a' }],
  [{ errors: [{ pointer: '' }] }, { pointer: '' }],
  [{ errors: [{ detail: 'x' }] }, undefined],
  [{ errors: ['/a'] }, undefined],
  [{ errors: [] }, undefined],
  [{ errors: '/a' }, undefined],
  [{}, undefined],
])('an error of JSON:API with %j has the source %j', (more, source) => {
  expect(sent('json-api', 'invalid-record', more)).toEqual({
    type: 'application/vnd.api+json',
    body: {
      errors: [
        {
          ...{ status: '422', code: 'invalid-record', title: 'The record does not fit its collection', detail: 'Why.' },
          ...(source !== undefined && { source }),
        },
      ],
    },
  });
});
