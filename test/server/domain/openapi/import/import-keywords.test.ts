import { expect, test } from 'vitest';
import type { Json } from '../../../../../server/domain/json/json.ts';
import { isPattern, keywordOf } from '../../../../../server/domain/openapi/import/import-keywords.ts';

test.each<[string, boolean, readonly string[]]>([
  ['list', true, ['allOf', 'anyOf', 'oneOf']],
  ['one', true, ['not', 'if', 'then', 'else']],
  ['map', true, ['dependentSchemas']],
  ['list', false, ['prefixItems']],
  [
    'one',
    false,
    [...['items', 'contains', 'unevaluatedItems', 'additionalProperties', 'unevaluatedProperties'], 'propertyNames'],
  ],
  ['map', false, ['properties', 'patternProperties']],
])('the keywords that hold schemas as a %s, in place %j: %j', (holds, inPlace, names) => {
  for (const name of names) expect(keywordOf(name)).toEqual({ kind: 'schemas', keyword: { holds, inPlace } });
});

test.each([
  ['ignored', ['$ref', '$schema', '$defs', 'definitions', 'xml', 'externalDocs', 'example', 'x-', 'x-order']],
  ['unsupported', ['$dynamicRef', '$recursiveRef']],
  ['unknown', ['discriminator', 'nullable', 'toString', 'constructor', '__proto__', '', 'ax-order']],
])('%s keywords: %j', (kind, names) => {
  for (const name of names) expect(keywordOf(name)).toEqual({ kind });
});

/** Values of every type. */
const samples: readonly Json[] = ['a', true, 0, 1.5, -1, 2 ** 53, null, {}, [], ['a'], ['a', 'a'], [1]];

test.each<[readonly string[], readonly Json[]]>([
  [['title', 'description', '$comment', 'format', 'contentEncoding', 'contentMediaType'], ['a']],
  [['default', 'const'], samples],
  [['deprecated', 'readOnly', 'writeOnly', 'uniqueItems'], [true]],
  [
    ['maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'],
    [0, 1.5, -1, 2 ** 53],
  ],
  [['multipleOf'], [1.5, 2 ** 53]],
  [
    ['maxLength', 'minLength', 'maxItems', 'minItems', 'maxContains', 'minContains', 'maxProperties', 'minProperties'],
    [0],
  ],
  [['pattern'], ['a']],
  [['examples'], [[], ['a'], ['a', 'a'], [1]]],
  [['enum'], [['a'], ['a', 'a'], [1]]],
  [['required'], [[], ['a']]],
  [['dependentRequired'], [{}]],
  [['type'], []],
])('the values of %j are %j', (names, fitting) => {
  for (const name of names) {
    const keyword = keywordOf(name);
    expect(samples.filter((value) => keyword.kind === 'value' && keyword.fits(value))).toEqual(fitting);
  }
});

test.each<[string, Json, boolean]>([
  ['type', 'string', true],
  ['type', 'integer', true],
  ['type', 'date', false],
  ['type', ['null', 'boolean', 'object', 'array', 'number'], true],
  ['type', ['string', 'string'], false],
  ['type', ['string', 'date'], false],
  ['type', [null], false],
  ['type', [], false],
  ['minLength', 2 ** 53 - 1, true],
  ['multipleOf', 0, false],
  ['pattern', '(', false],
  ['dependentRequired', { a: ['b'], c: [] }, true],
  ['dependentRequired', { a: ['b'], c: ['d', 'd'] }, false],
])('the keyword %s with %j fits: %j', (name, value, isFitting) => {
  const keyword = keywordOf(name);
  expect(keyword.kind === 'value' && keyword.fits(value)).toBe(isFitting);
});

test.each<[string, boolean]>([
  ['^a+$', true],
  ['(?:a)(b)', true],
  [String.raw`\d\0`, true],
  [String.raw`\p{Lu}`, true],
  ['(?<year>a)', true],
  ['(?=a)', false],
  ['a(?!b)', false],
  ['(?<=a)', false],
  ['(?<!a)', false],
  [String.raw`(a)\1`, false],
  [String.raw`(?<a>b)\k<a>`, false],
  ['(', false],
  [String.raw`\p{None}`, false],
])('the pattern %s can be matched in linear time: %j', (pattern, isLinear) => {
  expect(isPattern(pattern)).toBe(isLinear);
});
