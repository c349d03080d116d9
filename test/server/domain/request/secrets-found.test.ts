import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { Secrets, secretsOf } from '../../../../server/domain/request/secrets.ts';

/** What a way to mask leaves, and the values that it found. */
function masked(mask: (secrets: Secrets, found: Set<string>) => unknown) {
  const found = new Set<string>();
  const shown = mask(new Secrets(['a/b', 'c~d', 'own']), found);
  return { shown, found: [...found] };
}

test.each([
  ['Authorization', 'Bearer abcdefg', ['abcdefg']],
  ['authorization', 'basic abcdefg', ['abcdefg']],
  ['Proxy-Authorization', 'Digest abcdefg', ['abcdefg']],
  ['Authorization', 'abc Bearer defg', ['abc Bearer defg']],
  ['Cookie', 'a=b', []],
  ['Own', 'abcdefg', ['abcdefg']],
])('the header %s: %s has the secrets %j', (name, value, secrets) => {
  expect(masked((all, found) => all.headers([[name, value]], found))).toEqual({
    shown: [[name, '***']],
    found: secrets,
  });
});

test.each([
  ['key', true],
  ['Auth', true],
  ['authorization', true],
  ['code-verifier', true],
  ['codeVerifier', true],
  ['c~d', true],
  ['keys', false],
  ['', false],
])('whether the parameter %j is secret: %s', (name, isSecret) => {
  const secrets = new Secrets(['c~d']);
  expect(secrets.isParameter(name)).toBe(isSecret);
  expect(secrets.query(`${name}=x`)).toBe(isSecret ? `${name}=***` : `${name}=x`);
});

test.each([
  ['/own', true],
  ['/x/own/0', true],
  ['/a~1b', true],
  ['/c~0d/x', true],
  ['/ab', false],
  ['/cd', false],
  ['own', false],
  ['', false],
])('whether the pointer %j leads to a secret: %s', (pointer, isSecret) => {
  expect(new Secrets(['a/b', 'c~d', 'own']).isPointer(pointer)).toBe(isSecret);
});

test.each([
  ['token=abcd%20ef&a=b', 'token=***&a=b', ['abcd%20ef', 'abcd ef']],
  ['token=a%zzbcdef', 'token=***', ['a%zzbcdef']],
  ['filter=token+eq+%22abcdef%22', 'filter=token%20eq%20%22***%22', ['abcdef']],
  ['filter=token eq abcdef', 'filter=token%20eq%20%22***%22', ['abcdef']],
  ['filter=token eq "ab cdef\\"', 'filter=token%20eq%20%22***%22', ['ab cdef']],
  ['filter=token eq \\"abcdef\\"', 'filter=token%20eq%20%22***%22', ['abcdef']],
  ['filter=token eq "abc\\"def"', 'filter=token%20eq%20%22***%22', ['abc\\"def']],
  ['filter=token eq "abc', 'filter=token%20eq%20%22***%22', []],
])('the query %s is shown as %s', (query, shown, found) => {
  expect(masked((secrets, all) => secrets.query(query, all))).toEqual({ shown, found });
});

test.each([
  ['see /a?token=abc#b', 'see /a?token=***#b'],
  ['</a?b=c&key=abc>; rel="next"', '</a?b=c&key=***>; rel="next"'],
  ['/a?filter=token%20eq%20%22x%22&b=c', '/a?filter=token%20eq%20%22***%22&b=c'],
  ['/a?filter=name%20eq%20%22x%22', '/a?filter=name%20eq%20%22x%22'],
  ['http://ada:abc@host/a@b', 'http://***@host/a@b'],
])('the links in %s are shown in %s', (text, shown) => {
  expect(new Secrets().links(text)).toBe(shown);
});

test('the secret parts of a form are found, whatever their content names', () => {
  const part = (head: string, content: string) => `--x\r\n${head}\r\n\r\n${content}\r\n`;
  const form = (secret: string) =>
    [
      part('Content-Disposition: form-data; name="token"', secret),
      part('Content-Disposition: form-data; name="note"', 'name="token"'),
      part('Content-Type: text/plain', 'name="token"'),
      '--x\r\nname="token"\r\n',
      '--x--',
    ].join('');
  expect(masked((secrets, found) => secrets.multipart(form('abcdef\r\n\r\ngh'), found))).toEqual({
    shown: form('***'),
    found: ['abcdef\r\n\r\ngh'],
  });
});

test('a part without a head is shown', () => {
  const form = '--x\r\n--\r\n\r\nname="token"\r\n--x--';
  expect(new Secrets().multipart(form)).toBe(form);
});

test('a JSON text is masked with pauses or without', () => {
  const text = '{"own":"abcdef","name":"Ada"}';
  const expected = { shown: '{"own":"***","name":"Ada"}', found: ['abcdef'] };
  expect(masked((secrets, found) => secrets.json(text, found))).toEqual(expected);
  expect(masked((secrets, found) => finish(secrets.jsonInPieces(text, found)))).toEqual(expected);
});

test('the secrets of a workspace are made once for its settings', () => {
  const settings = { secretNames: ['own'] };
  const secrets = secretsOf(settings);
  expect([secrets.isHeader('Own'), secrets.isHeader('Other'), secrets.isHeader('Cookie')]).toEqual([true, false, true]);
  expect(secretsOf(settings)).toBe(secrets);
  expect(secretsOf({ secretNames: ['other'] }).isHeader('Other')).toBe(true);
});
