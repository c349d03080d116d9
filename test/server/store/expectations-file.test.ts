import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeExpectations, readExpectations } from '../../../server/store/expectations-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const file = (...expectations: string[]) => `{"expectations": [\n${expectations.join(',\n')}\n]}`;

test('reads a method in any case', () => {
  expect(decodeExpectations(file('{"method": "patch"}'))).toMatchObject({ ok: true, value: [{ method: 'PATCH' }] });
});

test('reads every member of an expectation', () => {
  const whole = {
    name: 'writes',
    method: 'PATCH',
    path: '/api/users/{id}',
    query: { dry: null },
    headers: { 'If-Match': null },
    body: { status: 'active' },
    session: 'one',
    count: { exactly: 2 },
  };
  expect(
    decodeExpectations(file(JSON.stringify(whole), '{"session": "one", "body": null, "after": "writes"}')),
  ).toStrictEqual({
    ok: true,
    value: [
      whole,
      {
        name: 'any method any path, at least 1 request',
        session: 'one',
        body: null,
        count: { atLeast: 1 },
        after: 'writes',
      },
    ],
  });
});

test('an expectation has no member that it does not name, but a name and a count', () => {
  expect(decodeExpectations(file('{}'))).toStrictEqual({
    ok: true,
    value: [{ name: 'any method any path, at least 1 request', count: { atLeast: 1 } }],
  });
});

test.each([
  ['no JSON', '{"expectations": [}', /^Line 1, column 19: expected a value/],
  ['a list alone', '[]', /^Line 1, column 1: must be an object, but this is an array of 0 elements\.$/],
  ['no list', '{}', /the member "expectations" is missing/],
  [
    'a member that is not known',
    file('{"methd": "GET"}'),
    /^Line 2, column \d+ \(\/expectations\/0\/methd\): .*did you mean "method"\?/,
  ],
  [
    'a method that is none',
    file('{"method": "get it"}'),
    /\/expectations\/0\/method\): must be a method such as "GET"/,
  ],
  ['a method that is a number', file('{"method": 7}'), /\/method\): must be a method such as "GET"/],
  ['a session that is a number', file('{"session": 7}'), /\/session\): must be /],
  ['a path that is none', file('{"path": "users"}'), /must be a path that begins with "\/"/],
  ['a header with a space', file('{"headers": {"a b": "c"}}'), /\/headers\/a b\): is not the name of a header/],
  ['a header that is a number', file('{"headers": {"a": 1}}'), /\/headers\/a\): must be a text, or null for any value/],
  ['a session that no header can name', file('{"session": "a\\nb"}'), /\/session\): must be /],
  ['no count', file('{"count": {}}'), /\/count\): must have one member/],
  ['two counts', file('{"count": {"atLeast": 1, "atMost": 2}}'), /\/count\): must have one member/],
  ['half a request', file('{"count": {"exactly": 0.5}}'), /\/count\/exactly\): must be a whole number/],
  [
    'a name twice',
    file('{"name": "a"}', '{"name": "a"}'),
    /^Line 3, column \d+ \(\/expectations\/1\/name\): another expectation/,
  ],
  [
    'an order that nobody can keep',
    file('{"after": "b"}', '{"name": "b"}'),
    /^Line 2, .*\/after\): no earlier expectation/,
  ],
])('refuses %s with its position', (_name, text, sentence) => {
  const decoded = decodeExpectations(text);
  expect(decoded).toMatchObject({ ok: false, problem: { type: '/problems/invalid-expectation' } });
  expect(!decoded.ok && decoded.problem.detail).toMatch(sentence);
});

test('a refusal names the missing file', async () => {
  expect(await readExpectations('/nowhere/expected.json')).toMatchObject({
    ok: false,
    problem: { detail: expect.stringMatching(/^expected\.json cannot be opened: .*\.$/) },
  });
});

test.each(['exactly', 'atLeast', 'atMost'])('reads a count of %s', (name) => {
  const count = { [name]: 3 };
  const decoded = decodeExpectations(file(JSON.stringify({ path: '/api/users', count })));
  expect(decoded.ok && decoded.value[0]?.count).toEqual(count);
});

test('a refusal names the file that is a folder, and the one with a fault', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'expected.json');
  await writeFile(path, '[]');
  const detailOf = async (of: string) => {
    const read = await readExpectations(of);
    return read.ok ? undefined : read.problem.detail;
  };
  expect(await detailOf(folder)).toMatch(/ cannot be opened: it is a folder \(EISDIR\)\.$/);
  expect(await detailOf('/dev/null')).toBe('null cannot be opened: it is a pipe or a device, not a file.');
  await expect(detailOf('\0')).rejects.toThrow(TypeError);
  expect(await detailOf(path)).toMatch(/^expected\.json cannot be used: Line 1, column 1: must be an object/);
});
