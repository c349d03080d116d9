import { expect, test } from 'vitest';
import type { Json } from '../../server/domain/json/json.ts';
import { differences, parseExpected } from './expected-json.ts';
import { type Bindings, fill, matchText } from './template.ts';

function differ(expected: string, found: Json, bindings: Bindings = new Map()): readonly string[] {
  return differences(parseExpected(expected), found, bindings);
}

test.each<[string, Json]>([
  ['{"a":1,"b":[true,null]}', { b: [true, null], a: 1 }],
  ['{"a":1,...}', { a: 1, b: 2 }],
  ['{"a":{"b":1,...},...}', { a: { b: 1, c: 2 }, d: 3 }],
  ['[1,...]', [1, 2, 3]],
  ['[...]', []],
  ['{...}', { a: 1 }],
  ['[{"id":1,...},...]', [{ id: 1, x: 2 }, 3]],
  ['{"dots":"..."}', { dots: '...' }],
  ['{"a":"{{*}}"}', { a: [1] }],
  ['{"a":"x {{/\\\\d+/}}"}', { a: 'x 12' }],
])('%s is %j', (expected, found) => {
  expect(differ(expected, found)).toEqual([]);
});

test.each<[string, Json, readonly string[]]>([
  ['{"a":1}', { a: 2 }, ['/a: 1 expected, found 2']],
  ['{"a":1}', { a: 1, b: 2 }, ['/b: not expected, found 2']],
  ['{"a":null}', {}, ['/a: null expected, found nothing']],
  ['{"a":1,...}', { b: 2 }, ['/a: 1 expected, found nothing']],
  ['[1]', [1, 2], [': 1 elements expected, found 2']],
  ['[1,2,...]', [1], ['/1: 2 expected, found nothing']],
  ['[{"a":1,...}]', [{ a: '1' }], ['/0/a: 1 expected, found "1"']],
  ['{"a":{"b":1,...}}', { a: [] }, ['/a: {"b":1,...} expected, found []']],
  ['"{{/\\\\d+/}}"', 'x', ['the value: "{{/\\\\d+/}}" expected, found "x"']],
  ['"a{{*}}"', 1, ['the value: "a{{*}}" expected, found 1']],
])('%s is not %j', (expected, found, sentences) => {
  expect(differ(expected, found)).toEqual(sentences);
});

test('binds a name at its first occurrence and compares later ones', () => {
  const bindings: Bindings = new Map();
  expect(differ('{"a":"{{x}}","b":"{{y}}","c":"{{x}}"}', { a: 'one', b: 2, c: 'one' }, bindings)).toEqual([]);
  expect([...bindings]).toEqual([
    ['x', 'one'],
    ['y', '2'],
  ]);
  expect(differ('{"a":"{{x}}"}', { a: 'two' }, bindings)).toEqual(['/a: "{{x}}" expected, found "two"']);
  expect(fill('/{{x}}?{{y}}', bindings)).toBe('/one?2');
  expect(() => fill('{{z}}', bindings)).toThrow('No earlier text is named z');
});

test('a template matches the whole text and binds the shortest texts', () => {
  const bindings: Bindings = new Map();
  expect(matchText('<{{first}}>; rel="{{rel}}"', '<a>; rel="next"', bindings)).toBe(true);
  expect(bindings.get('first')).toBe('a');
  expect(matchText('{{a}}.{{b}}', '1.2.3', bindings)).toBe(true);
  expect([bindings.get('a'), bindings.get('b')]).toEqual(['1', '2.3']);
  expect(matchText('{{same}}-{{same}}', 'x-x', new Map())).toBe(true);
  expect(matchText('{{same}}-{{same}}', 'x-y', new Map())).toBe(false);
  expect(matchText('a.c', 'abc', new Map())).toBe(false);
  expect(matchText('a', 'ab', new Map())).toBe(false);
});
