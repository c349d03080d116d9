import { expect, test } from 'vitest';
import { parseCorpus } from './corpus-file.ts';

test('parses title, workspace, settings and steps, and ignores prose', () => {
  const source = `# Users
Read this first.

@workspace small
@settings {"pageSize":2}

## Ada
Why this is so.

> PATCH /users/{{id}}?a=b
> If-Match: "1"
> {"name":
>  "Ada"}
< 200
< ETag: {{tag}}
< no Location
< {"name":"Ada",...}
? {"verdict":"{{*}}",...}
! users.setStatus {"userId":"42", "status":"active"}
! restart
`;
  expect(parseCorpus(source)).toEqual([
    {
      title: 'Ada',
      workspace: 'small',
      settings: { pageSize: 2 },
      breaks: 'nothing',
      steps: [
        {
          kind: 'exchange',
          line: 10,
          request: {
            method: 'PATCH',
            target: '/users/{{id}}?a=b',
            headers: [['If-Match', '"1"']],
            body: '{"name":\n "Ada"}',
          },
          response: {
            status: 200,
            headers: [
              ['ETag', '{{tag}}'],
              ['Location', null],
            ],
            body: { kind: 'json', json: '{"name":"Ada",...}' },
          },
        },
        { kind: 'explanation', line: 18, json: '{"verdict":"{{*}}",...}' },
        { kind: 'command', line: 19, name: 'users.setStatus', input: '{"userId":"42", "status":"active"}' },
        { kind: 'command', line: 20, name: 'restart', input: '{}' },
      ],
    },
  ]);
});

/** A file of one exchange whose response has those lines. */
function bodyOf(...lines: readonly string[]) {
  const [one] = parseCorpus(
    ['@workspace small', '## a', '> GET /', '< 200', ...lines.map((line) => `< ${line}`)].join('\n'),
  );
  const [step] = one?.steps ?? [];
  return step?.kind === 'exchange' ? step.response.body : undefined;
}

test('parses bodies as JSON, text, keys, none or any', () => {
  expect(bodyOf()).toBeUndefined();
  expect(bodyOf('no body')).toEqual({ kind: 'none' });
  expect(bodyOf('text no body')).toEqual({ kind: 'text', text: 'no body' });
  expect(bodyOf('ETag: "1"', '[1,', ' 2]')).toEqual({ kind: 'json', json: '[1,\n 2]' });
  expect(bodyOf('', 'Title: not a header')).toEqual({ kind: 'json', json: 'Title: not a header' });
  expect(bodyOf('keys')).toEqual({ kind: 'keys', keys: [] });
  expect(bodyOf('keys 7 42  ada')).toEqual({ kind: 'keys', keys: ['7', '42', 'ada'] });
});

test('repeats a case for each row of its table', () => {
  const source = `@workspace small
## Limits
| limit | status |
| 0     | 400    |
|       | 400    |
> GET /api/users?limit={{limit}}
> X-Kept: {{other}}
< {{status}}`;
  const cases = parseCorpus(source);
  expect(cases.map(({ title }) => title)).toEqual(['Limits · 0 · 400', 'Limits ·  · 400']);
  expect(cases[0]?.steps).toMatchObject([
    { request: { target: '/api/users?limit=0', headers: [['X-Kept', '{{other}}']] }, response: { status: 400 } },
  ]);
});

test('a case can override the workspace and the settings, and break a check', () => {
  const source =
    '@workspace small\n## a\n@workspace odd\n@settings {"cors":"*"}\n@breaks refusals\n! restart\n## b\n! restart';
  expect(parseCorpus(source).map(({ workspace, settings, breaks }) => [workspace, settings, breaks])).toEqual([
    ['odd', { cors: '*' }, 'refusals'],
    ['small', {}, 'nothing'],
  ]);
});

test.each([
  ['## a\n> GET /\n< 200', 'Line 1: the case has no @workspace'],
  ['@workspace small\n## a\nprose', 'Line 2: the case has no step'],
  ['@workspace small\n## a\n> GET /\n\n> GET /\n< 200', 'Line 3: the request has no response'],
  ['@workspace small\n## a\n> GET /\n< 200\n\n< 200', 'Line 6: the response has no request'],
  ['@workspace small\n## a\n> get /\n< 200', 'Line 3: "get /" is not a method and a target'],
  ['@workspace small\n## a\n> GET / HTTP/1.1\n< 200', 'Line 3: "GET / HTTP/1.1" is not a method and a target'],
  ['@workspace small\n## a\n> GET /\n< OK', 'Line 4: "OK" is not a status'],
  ['@worksapce small\n## a\n> GET /\n< 200', 'Line 1: there is no directive "worksapce small"'],
  ['@workspace small\n@breaks bones\n## a\n! restart', 'Line 1: there is no directive "breaks bones"'],
  ['@workspace small\n## a\n| x | y |\n| 1 |\n> GET /\n< 200', 'Line 4: the row has not 2 cells'],
])('refuses %j with its line', (source, message) => {
  expect(() => parseCorpus(source)).toThrow(message);
});
