import { expect, test } from 'vitest';
import { defineEndpoint } from '../../../../server/domain/endpoints/endpoint.ts';
import type { MockContext } from '../../../../server/domain/session/context.ts';
import { ask, collectionOf, mockOf, requestOf } from './ask.ts';

const things = [{ id: 'a' }, { id: 'b' }];

/** An endpoint that gives the names of its path. */
const echo = (pattern: string, hasTarget: boolean) =>
  defineEndpoint(pattern, {
    ...(hasTarget && {
      target: (first: string | null, second: string | null = null) => ({ collection: first, id: second }),
    }),
    respond: (exchange, ...names) => exchange.respond(200, {}, JSON.stringify(names), 'The names.'),
  });

test.each([
  ['/x/{one}/{two}', '/x/a%20b/c', { collection: 'a b', id: 'c' }, ['a%20b', 'c']],
  ['/x/{one}/{two}', '/x/%zz/c', { collection: null, id: 'c' }, ['%zz', 'c']],
  ['/x/{one}/{two}', '/x/a/', { collection: 'a', id: null }, ['a', '']],
  ['/x/{one}/{two}', '/x/a', null, null],
  ['/x/{one}/{two}', '/y/a/c', null, null],
])('an endpoint at %s finds what %s names', (pattern, path, target, captures) => {
  const endpoint = echo(pattern, true);
  expect([endpoint.targetOf(path), endpoint.capturesOf(path)]).toEqual([target, captures]);
});

test('an endpoint without a target has none, and no path with an empty name', () => {
  const endpoint = echo('/x/{one}', false);
  expect([endpoint.targetOf('/x/a'), endpoint.targetOf('/x/')]).toEqual([{ collection: null, id: null }, null]);
  expect([endpoint.path, echo('/x/{one}', true).path]).toEqual(['/x/:one', '/x/{:one}']);
});

test.each<[readonly (string | undefined)[], number, unknown]>([
  [['a%2Fb', 'c'], 200, ['a/b', 'c']],
  [['a', undefined], 400, expect.objectContaining({ detail: 'A name in a path must not be empty.' })],
  [['%zz', 'c'], 400, expect.objectContaining({ detail: '"%zz" is not valid percent-encoded UTF-8.' })],
  [['a', 'b', 'c'], 200, ['a', 'b']],
])('an endpoint that the router gives %j decodes its names', (captures, status, body) => {
  const response = echo('/x/{one}/{two}', true).respond(mockOf({}), requestOf('GET /x'), captures);
  if (!('status' in response)) throw new Error('The response is unfinished work');
  expect([response.status, JSON.parse(String(response.body))]).toEqual([status, body]);
});

test.each([
  [undefined, 'application/vnd.api+json'],
  [false, 'application/vnd.api+json'],
  [true, 'application/json; charset=utf-8'],
])('an endpoint whose forms are its own (%s) answers as %s, and its path leads to its target', (hasOwnForms, type) => {
  const endpoint = defineEndpoint('/x/{one}', {
    ...(hasOwnForms !== undefined && { hasOwnForms }),
    target: (id) => ({ collection: 'things', id }),
    respond: (exchange, name) => exchange.respond(200, {}, JSON.stringify(name), 'The name.'),
  });
  const request = requestOf('GET /x/a');
  const response = endpoint.respond(mockOf({}, { dialect: 'json-api' }), request, ['a']);
  if (!('status' in response)) throw new Error('The response is unfinished work');
  expect(response.headers['Content-Type']).toBe(type);
  const recorded = { ...request, body: undefined, responseHeader: () => undefined };
  const { route } = response.explainer.explain(recorded);
  expect(route).toEqual({ pattern: '/x/{one}', collection: 'things', id: 'a' });
  expect(response.explainer.explain({ ...recorded, path: '/y' }).route).toEqual({
    ...{ pattern: '/x/{one}', collection: null, id: null },
  });
});

test.each([
  ['/users/', '/users/{userId}', { collection: 'users', id: null }],
  ['/api/', '/api/{collection}', { collection: null, id: null }],
  ['/api/things/', '/api/{collection}/{id}', { collection: 'things', id: null }],
  ['/api/things/%00', '/api/{collection}/{id}', { collection: 'things', id: null }],
  ['/api/%ff/a', '/api/{collection}/{id}', { collection: null, id: 'a' }],
])('%s is refused as a bad path of %s', (path, pattern, target) => {
  const { status, body, route } = ask(mockOf({ things }), `GET ${path}`);
  expect([status, body.type, route]).toEqual([400, '/problems/bad-path', { pattern, ...target }]);
});

test.each(['/nowhere', '/api', '/api//a', '/API/things', '/problems/', '/openapi.json/', '/users/42/x'])(
  'no endpoint has the path %s',
  (path) => {
    expect(ask(mockOf({ things }), `GET ${path}`)).toMatchObject({
      status: 404,
      body: { type: '/problems/not-found' },
      isMissing: true,
      verdict: 'No endpoint has this path. GET / lists the collections.',
      route: { pattern: null, collection: null, id: null },
    });
  },
);

test('the rules of a scenario and preferences go before every endpoint, but not before the decoding of its path', () => {
  const tea = mockOf({ things }, {}, { kind: 'answer', status: 418, body: 'tea' });
  const plain = mockOf({ things });
  for (const path of ['/', '/users/1', '/api/things', '/api/things/a', '/nowhere']) {
    expect(ask(tea, `GET ${path}`)).toMatchObject({ status: 418, body: 'tea' });
    expect(ask(plain, `GET ${path}`, { headers: { prefer: 'code=503' } }).status).toBe(503);
  }
  expect(ask(tea, 'GET /api/%zz').status).toBe(400);
});

test('a request enters its session only if its headers can be used', () => {
  const session = mockOf({ things: [{ id: 'of the session' }] });
  let entered = 0;
  const enter = () => {
    entered += 1;
    return session;
  };
  const context: MockContext = { ...mockOf({ things }), enter };
  const read = (headers: Readonly<Record<string, string>>) => ask(context, 'GET /api/things', { headers });
  expect([read({ prefer: 'code=1' }).status, entered]).toEqual([400, 0]);
  expect([read({}).body.items, entered]).toEqual([[{ id: 'of the session' }], 1]);
});

test.each([
  ['POST', '/api/things', 201],
  ['PATCH', '/api/things/a', 200],
])('%s %s with an Idempotency-Key is carried out once, if the workspace honours it', (method, path, status) => {
  const send = (context: MockContext) => {
    const sent = { headers: { 'idempotency-key': 'k' }, body: { n: 1 } };
    const [first, second] = [ask(context, `${method} ${path}`, sent), ask(context, `${method} ${path}`, sent)];
    expect(first.status).toBe(status);
    return [
      second.verdict.startsWith('The Idempotency-Key was used before'),
      second.headers.ETag === first.headers.ETag,
    ];
  };
  expect(send(mockOf({ things }, { idempotencyKeys: true }))).toEqual([true, true]);
  expect(send(mockOf({ things }))[0]).toBe(false);
});

test('a method that is carried out again anyway needs no Idempotency-Key', () => {
  const context = mockOf({ things }, { idempotencyKeys: true });
  const remove = () => ask(context, 'DELETE /api/things/a', { headers: { 'idempotency-key': 'k' } }).status;
  expect([remove(), remove()]).toEqual([204, 404]);
});

test.each([
  ['PUT', '/api/things', 'GET, HEAD, POST, OPTIONS', ' /api/things/{id} accepts PUT.'],
  ['TRACE', '/api/things', 'GET, HEAD, POST, OPTIONS', ''],
  ['POST', '/api/things/a', 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS', ' /api/things accepts POST.'],
  ['TRACE', '/api/things/a', 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS', ''],
])('%s %s is refused with the methods that are allowed', (method, path, allow, hint) => {
  const { status, headers, body, verdict } = ask(mockOf({ things }), `${method} ${path}`);
  expect([status, body.type, body.allowed, headers.Allow]).toEqual([
    ...[405, '/problems/method-not-allowed'],
    ...[allow.split(', '), allow],
  ]);
  expect(verdict).toBe(`${method} is not allowed here; ${allow} are.${hint}`);
});

test('OPTIONS lists the methods, and the formats of a patch where there is one', () => {
  const patch = 'application/json, application/merge-patch+json, application/json-patch+json';
  const options = (path: string) => ask(mockOf({ things }), `OPTIONS ${path}`);
  expect(options('/api/things')).toMatchObject({
    status: 204,
    body: null,
    verdict: 'OPTIONS lists the allowed methods.',
  });
  expect(options('/api/things').headers).not.toHaveProperty('Accept-Patch');
  expect(options('/api/things/a').headers['Accept-Patch']).toBe(patch);
  expect(ask(mockOf({ things }), 'POST /api/things/a').headers['Accept-Patch']).toBe(patch);
});

test.each(['/api/none', '/api/none/a'])('%s is missing, with the names of the collections', (path) => {
  const context = { ...mockOf({}), collections: new Map([['things', collectionOf('things', things)]]) };
  for (const method of ['GET', 'TRACE']) {
    expect(ask(context, `${method} ${path}`)).toMatchObject({
      status: 404,
      isMissing: true,
      body: { type: '/problems/unknown-collection', detail: 'There is no collection "none".', expected: ['things'] },
    });
  }
});

test.each(['POST /api/things', 'PUT /api/things/a', 'DELETE /api/things/a'])(
  '%s is refused by a mock that serves its fixtures only',
  (line) => {
    const context = { ...mockOf({ things }), fixturesOnly: true };
    expect(ask(context, line, { body: { id: 'a' } })).toMatchObject({
      status: 403,
      body: { type: '/problems/fixtures-only' },
    });
    expect(ask(context, 'GET /api/things/a').status).toBe(200);
  },
);
