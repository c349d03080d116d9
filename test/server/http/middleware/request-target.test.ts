import { expect, test } from 'vitest';
import { parseTarget } from '../../../../server/message/request-target.ts';
import { ask, sendRaw } from '../../../support/raw-client.ts';
import { startMock } from '../app/mock-server.ts';

test.each([
  ['/', { authority: null, path: '/', query: '' }],
  ['/a/b?c=d?e', { authority: null, path: '/a/b', query: 'c=d?e' }],
  ['/a?', { authority: null, path: '/a', query: '' }],
  ['//host/a', { authority: null, path: '//host/a', query: '' }],
  ['http://host:1/a?b', { authority: 'host:1', path: '/a', query: 'b' }],
  ['https://host/a', { authority: 'host', path: '/a', query: '' }],
  ['http://host', { authority: 'host', path: '/', query: '' }],
  ['http://host?b', { authority: 'host', path: '/', query: 'b' }],
])('%s is taken apart', (target, parts) => {
  expect(parseTarget(target)).toEqual({ ok: true, value: parts });
});

test.each(['', 'a', '*', 'ftp://host/a', 'file:///etc/passwd', '/a#b', '/é', '/a\u0000', '/a b', '/\u007f'])(
  'refuses the target %j',
  (target) => {
    expect(parseTarget(target)).toMatchObject({ ok: false, problem: { status: 400 } });
  },
);

test.each(['%', '%zz', '%00', 'a%2Fb', '..%2f', '%c3%28', '%E2%82%AC', 'a+b', ';a=b'])(
  'passes the path parameter %s to the endpoint undecoded',
  async (id) => {
    const { port } = await startMock();

    const response = await ask(port, { target: `/users/${id}` });

    expect([response.status, JSON.parse(response.body)]).toEqual([200, { id }]);
  },
);

test.each(['/users', '/users/', '/users/1/', '/users/1/2', '/USERS/1', '//users/1', '/users/../echo', '/echo/.'])(
  'the path %s has no route',
  async (target) => {
    const { port } = await startMock();

    expect(await ask(port, { target })).toMatchObject({ status: 404, body: 'no route' });
  },
);

test('refuses raw UTF-8 in the target with 400', async () => {
  const { port } = await startMock();

  const responses = await sendRaw(port, 'GET /users/é HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');

  expect(responses.map(({ status }) => status)).toEqual([400]);
});

test('OPTIONS * lists the methods; other methods refuse *', async () => {
  const { port } = await startMock();

  const options = await ask(port, { method: 'OPTIONS', target: '*' });
  const get = await ask(port, { method: 'GET', target: '*' });

  expect([options.status, options.header('allow')]).toEqual([204, 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS']);
  expect(get.status).toBe(400);
});
