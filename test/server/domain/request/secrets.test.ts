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
  ['/users?password_starts_with=s3cret&login.password=s3cret', '/users?password_starts_with=***&login.password=***'],
  [
    '/users?filter=age%20gt%207%20and%20token%20eq%20%22s3%20cret%22',
    '/users?filter=age%20gt%207%20and%20token%20eq%20%22***%22',
  ],
  ['http://ada:s3cret@localhost/users', 'http://***@localhost/users'],
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
  ['[{"op":"replace","path":"/password","value":"s3cret"}]', '[{"op":"replace","path":"/password","value":"***"}]'],
  ['[{"value":{"a":"s3cret"},"op":"test","path":"/a/secret"}]', '[{"value":"***","op":"test","path":"/a/secret"}]'],
  ['{"op":"add","path":"/token/-","value":"s3cret"}', '{"op":"add","path":"/token/-","value":"***"}'],
  [
    '[{"op":"add","path":"/pass\\u0077ord","value":1},{"op":"add","path":"/a","value":1}]',
    '[{"op":"add","path":"/pass\\u0077ord","value":"***"},{"op":"add","path":"/a","value":1}]',
  ],
  [
    '[{"op":"add","path":"/a","value":{"b":{"token":"s3cret"}}}]',
    '[{"op":"add","path":"/a","value":{"b":{"token":"***"}}}]',
  ],
  ['[{"op":"add","value":"s3cr', '[{"op":"add","value":"***"'],
  ['{"a":{"b":null,"secret":{"c":"s3cret"}},"d":2}', '{"a":{"b":null,"secret":"***"},"d":2}'],
  ['{"path":"/users","value":"open"}', '{"path":"/users","value":"open"}'],
  ['no json', 'no json'],
])('masks the body %s', (body, masked) => {
  expect(secrets.json(body)).toBe(masked);
});

test('takes the time of one pass, however many quotes a body has', () => {
  const body = '\\"'.repeat(500_000);
  expect(secrets.json(`"${body}`)).toHaveLength(body.length + 1);
  expect(secrets.json(body)).toHaveLength(body.length);
  for (const text of ['?', 'a', '?a=a', ' eq', '//', 'name="', 'Expected /', '\r\n\r\n']) {
    const long = text.repeat(500_000 / text.length);
    expect(secrets.links(long)).toBe(long);
    expect(secrets.prose(long)).toBe(long);
    expect(secrets.multipart(long)).toBe(long);
    expect(secrets.target(`/?${long}`)).toBe(`/?${long}`);
  }
});

test('masks the names of the workspace in every place', () => {
  const more = new Secrets(['Session-Id']);
  expect(more.headers([['session-id', 's3cret']])).toEqual([['session-id', '***']]);
  expect(more.target('/?sessionId=s3cret')).toBe('/?sessionId=***');
  expect(more.json('{"session_id":"s3cret"}')).toBe('{"session_id":"***"}');
});

test('masks secrets in the links and sentences of a response', () => {
  const link =
    '</api/users?token=s3cret&limit=2>; rel="next", </api/users?filter=password%20eq%20%22s3cret%22>; rel="prev"';
  expect(secrets.headers([['Link', link]])[0]?.[1]).not.toContain('s3cret');
  expect(secrets.prose('Expected /password to be "s3cret", found "s3cret too".')).toBe('Expected /password to be ***.');
  expect(secrets.prose('password eq "s3cret" and age gt 7')).toBe('password eq "***" and age gt 7');
  expect(secrets.prose('Expected /name to be "Ada", found 7.')).toBe('Expected /name to be "Ada", found 7.');
});

test('masks the secret parts of a multipart form', () => {
  const part = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  expect(secrets.multipart(`${part('user', 'ada')}${part('password', 's3cret')}--x--`)).toBe(
    `${part('user', 'ada')}${part('password', '***')}--x--`,
  );
});
