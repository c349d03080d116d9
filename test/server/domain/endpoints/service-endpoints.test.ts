import { expect, test } from 'vitest';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import type { MockContext } from '../../../../server/domain/session/context.ts';
import { ask, mockOf } from './ask.ts';

const authority = '/.well-known/mock-api-console-ca.crt';
const withAuthority = (text: string | null): MockContext => ({ ...mockOf({}), authority: () => text });

test('the index names the collections, the scenarios and the paths', () => {
  const rated = { name: 'rated things', key: 'code', sort: null, time: null, schema: null };
  const paths = [
    { path: '/v2/things', record: null },
    { path: '/v2/things/{code}', record: null },
  ];
  const collections = [
    new SharedCollection({ ...rated, paths }, [{ code: 'a' }, { code: 'b' }]),
    new SharedCollection({ ...rated, name: 'users', key: 'id' }, []),
  ];
  const context: MockContext = {
    ...mockOf({}, {}, { kind: 'delay', milliseconds: 5 }),
    collections: new Map(collections.map((one) => [one.definition.name, one])),
  };
  const { status, body, verdict, route } = ask(context, 'GET /');
  expect([status, verdict, route.pattern]).toEqual([200, 'The index of the mock API.', '/']);
  expect(body).toEqual({
    name: 'Test',
    scenario: 'Rules',
    dialect: 'default',
    user: '/users/{userId}',
    collections: [
      {
        ...{ name: 'rated things', href: '/api/rated%20things', key: 'code', records: 2 },
        paths: ['/v2/things', '/v2/things/{code}'],
      },
      { name: 'users', href: '/api/users', key: 'id', records: 0 },
    ],
    scenarios: ['Default', 'Rules'],
    openapi: '/openapi.json',
  });
});

test('the index names the user service and the certificate authority only where they are', () => {
  expect(ask(mockOf({}, { userService: false }), 'GET /').body.user).toBeNull();
  expect(ask(withAuthority('PEM'), 'GET /').body.authority).toBe(authority);
  expect(ask(withAuthority(null), 'GET /').body).not.toHaveProperty('authority');
});

test('the description of the API lists the paths of the workspace', () => {
  const { status, body, verdict, route } = ask(mockOf({ things: [{ id: 1 }] }), 'GET /openapi.json');
  expect([status, verdict, route.pattern]).toEqual([
    200,
    'The description of the API in OpenAPI 3.1.0.',
    '/openapi.json',
  ]);
  expect([body.openapi, Object.keys(body.paths)]).toEqual(['3.1.0', expect.arrayContaining(['/api/things'])]);
});

test('the type of a problem leads to its description', () => {
  const found = ask(mockOf({}), 'GET /problems/conflict');
  expect(found).toMatchObject({
    status: 200,
    body: { code: 'conflict', status: 409, title: 'The change conflicts with existing data' },
    verdict: 'The description of a problem type.',
    route: { pattern: '/problems/{code}', collection: null, id: null },
  });
  const unknown = ask(mockOf({}), 'GET /problems/none');
  expect([unknown.status, unknown.verdict]).toEqual([404, 'No problem type has this name.']);
  expect(unknown.body.type).toBe('/problems/not-found');
});

test('the certificate authority can be fetched as a certificate that caches check', () => {
  const found = ask(withAuthority('PEM'), `GET ${authority}`);
  expect(found).toMatchObject({ status: 200, body: 'PEM', verdict: 'The certificate authority of this program.' });
  expect(found.headers).toMatchObject({
    'Content-Type': 'application/x-x509-ca-cert',
    'Cache-Control': 'no-cache',
  });
});

test.each([
  ['the program has none', withAuthority(null)],
  ['the mock has no server', mockOf({})],
])('there is no certificate authority where %s', (_, context) => {
  const { status, body, verdict } = ask(context, `GET ${authority}`);
  expect([status, body.type]).toEqual([404, '/problems/not-found']);
  expect(verdict).toBe('There is no certificate authority: HTTPS is off, or has a certificate of its own.');
});

test.each(['/', '/openapi.json', '/problems/conflict', authority])('%s can only be read', (path) => {
  const context = withAuthority('PEM');
  expect(ask(context, `HEAD ${path}`).status).toBe(200);
  const options = ask(context, `OPTIONS ${path}`);
  expect(options).toMatchObject({ status: 204, headers: { Allow: 'GET, HEAD, OPTIONS' }, body: null });
  expect(options.verdict).toBe('OPTIONS lists the allowed methods.');
  const refused = ask(context, `POST ${path}`);
  expect(refused).toMatchObject({ status: 405, headers: { Allow: 'GET, HEAD, OPTIONS' } });
  expect(refused.body).toMatchObject({ type: '/problems/method-not-allowed', allowed: ['GET', 'HEAD', 'OPTIONS'] });
  expect(refused.verdict).toBe('POST is not allowed here; GET, HEAD, OPTIONS are.');
});

test.each(['/', '/openapi.json', '/problems/conflict', '/problems/none', authority])(
  'the form of %s is the same in every dialect',
  (path) => {
    const read = (dialect: 'default' | 'json-api') =>
      ask(mockOf({}, { dialect }), `GET ${path}`).headers['Content-Type'];
    expect(read('json-api')).toBe(read('default'));
  },
);
