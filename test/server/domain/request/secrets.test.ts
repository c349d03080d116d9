import { expect, test } from 'vitest';
import { Secrets } from '../../../../server/domain/request/secrets.ts';

const secrets = new Secrets();

test.each([
  'Authorization',
  'Cookie',
  'Set-Cookie',
  'X-Api-Key',
  'X-Auth-Token',
  'X-CSRF-Token',
  'X-XSRF-TOKEN',
  'Proxy-Authorization',
])('the header %s is secret', (name) => {
  expect(secrets.headers([[name, 's3cret']])).toEqual([[name, '***']]);
});

test('other headers, parameters and members are not', () => {
  expect(secrets.headers([['If-Match', '"1-a"']])).toEqual([['If-Match', '"1-a"']]);
  expect(secrets.target('/a/token?tokens=1&keys=2')).toBe('/a/token?tokens=1&keys=2');
  expect(secrets.json('{"key":"a","tokenCount":2}')).toBe('{"key":"a","tokenCount":2}');
});

test.each([
  ['/users?token=s3cret&a=b', '/users?token=***&a=b'],
  ['/users?a=b&KEY=s3=cret', '/users?a=b&KEY=***'],
  ['/users?api_key=s3cret&apikey=s3cret&access-token=s3cret', '/users?api_key=***&apikey=***&access-token=***'],
  ['/users?to%6Ben=s3cret', '/users?to%6Ben=***'],
  ['/users?token&token=&%zz=1', '/users?token&token=***&%zz=1'],
  ['/users', '/users'],
])('masks the target %s', (target, masked) => {
  expect(secrets.target(target)).toBe(masked);
});

test.each([
  ['{"password":"s3cret","a":1}', '{"password":"***","a":1}'],
  ['{"a":{"Client_Secret" : "s3\\"cret"}}', '{"a":{"Client_Secret" : "***"}}'],
  ['[{"token":12345},{"token":null}]', '[{"token":"***"},{"token":"***"}]'],
  ['{"pass\\u0077ord":"s3cret"}', '{"pass\\u0077ord":"***"}'],
  ['{"a":"password","b":"c"}', '{"a":"password","b":"c"}'],
  ['{"a":1,"password":"s3cr', '{"a":1,"password":"***"'],
  ['{"token":{"value":"s3cret","at":[1,{"a":"}"}]},"b":2}', '{"token":"***","b":2}'],
  ['{"secret":["s3cret","]",["x"]],"token":[]}', '{"secret":"***","token":"***"}'],
  ['{"a":[{"password":{"old":"s3cret","new":"s3cr', '{"a":[{"password":"***"'],
  ['{"a":{"b":["password",{"c":1}]}}', '{"a":{"b":["password",{"c":1}]}}'],
  ['no json', 'no json'],
])('masks the body %s', (body, masked) => {
  expect(secrets.json(body)).toBe(masked);
});

test('takes the time of one pass, however many quotes a body has', () => {
  const body = '\\"'.repeat(500_000);
  expect(secrets.json(`"${body}`)).toHaveLength(body.length + 1);
  expect(secrets.json(body)).toHaveLength(body.length);
});

test('masks the names of the workspace in every place', () => {
  const more = new Secrets(['Session-Id']);
  expect(more.headers([['session-id', 's3cret']])).toEqual([['session-id', '***']]);
  expect(more.target('/?sessionId=s3cret')).toBe('/?sessionId=***');
  expect(more.json('{"session_id":"s3cret"}')).toBe('{"session_id":"***"}');
});
