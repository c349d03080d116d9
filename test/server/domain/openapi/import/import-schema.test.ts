import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../../server/domain/json/json.ts';
import { collectionOf, id, notesOf, recordsOf, ref } from './imported.ts';

/** The schema of the collection for records with that member. */
function withMember(schema: Json, version = '3.1.0', components: JsonObject = {}): Json | undefined {
  const { definition } = collectionOf(recordsOf({ properties: { id, member: schema } }, components, version));
  const properties = definition.schema?.properties;
  return (properties as JsonObject | undefined)?.member;
}

test.each<[string, JsonObject, JsonObject]>([
  ['a type that may be null', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  ['a type that may not', { type: 'string', nullable: false }, { type: 'string' }],
  ['an exclusive minimum', { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
  ['an inclusive minimum', { minimum: 1, exclusiveMinimum: false }, { minimum: 1 }],
  ['an exclusive maximum', { maximum: 9, exclusiveMaximum: true }, { exclusiveMaximum: 9 }],
  ['an exclusive bound that is none', { exclusiveMaximum: true }, {}],
  ['an example', { type: 'string', example: 'x' }, { type: 'string', examples: ['x'] }],
  ['a reference that stands alone', { ...ref('Tag'), description: 'ignored' }, { $ref: '#/$defs/Tag' }],
])('OpenAPI 3.0: %s', (_, schema, expected) => {
  expect(withMember(schema, '3.0.3', { Tag: { type: 'string' } })).toEqual(expected);
  const document = recordsOf({ properties: { id, member: schema } }, { Tag: { type: 'string' } }, '3.0.3');
  expect(notesOf(document)).toEqual([]);
});

test('OpenAPI 3.0: ignores and notes nullable without a type', () => {
  const schema = { properties: { id, member: { allOf: [ref('Tag')], nullable: true } } };
  expect(notesOf(recordsOf(schema, { Tag: { type: 'string' } }, '3.0.3'))).toEqual([
    'These schema keywords are not supported: nullable.',
  ]);
});

test('OpenAPI 3.1: keeps keywords beside a reference', () => {
  const schema = { ...ref('Tag'), maxLength: 3 };
  expect(withMember(schema, '3.1.0', { Tag: { type: 'string' } })).toEqual({ $ref: '#/$defs/Tag', maxLength: 3 });
});

test('keeps all supported keywords unchanged', () => {
  const member = {
    title: 'Everything',
    description: 'Of every kind',
    $comment: 'Nothing',
    type: ['object', 'array', 'string', 'number', 'null'],
    enum: [1, null, { type: 'data' }],
    const: { $ref: '#/data' },
    default: { nullable: true },
    examples: [{ $ref: '#/data' }],
    multipleOf: 0.5,
    maximum: 9,
    exclusiveMaximum: 10,
    minimum: 1,
    exclusiveMinimum: 0,
    maxLength: 9,
    minLength: 0,
    pattern: '^\\p{L}+$',
    format: 'email',
    items: { type: 'string' },
    prefixItems: [{ type: 'string' }, true],
    contains: { const: 1 },
    minContains: 1,
    maxContains: 2,
    maxItems: 9,
    minItems: 1,
    uniqueItems: true,
    unevaluatedItems: false,
    maxProperties: 9,
    minProperties: 1,
    required: ['a'],
    properties: { a: true, type: { type: 'string' }, $ref: { type: 'string' } },
    patternProperties: { '^x-': { type: 'number' } },
    additionalProperties: false,
    propertyNames: { maxLength: 3 },
    unevaluatedProperties: { type: 'string' },
    dependentRequired: { a: ['b'] },
    dependentSchemas: { a: { minProperties: 2 } },
    allOf: [{ minLength: 1 }],
    anyOf: [{ minLength: 1 }],
    oneOf: [{ minLength: 1 }],
    not: { const: 2 },
    if: { const: 3 },
    then: false,
    else: true,
    readOnly: true,
    writeOnly: false,
    deprecated: true,
    contentEncoding: 'base64',
    contentMediaType: 'image/png',
  };
  expect(withMember(member)).toEqual(member);
  expect(notesOf(recordsOf({ properties: { id, member } }))).toEqual([]);
});

test('omits and notes unsupported keywords and invalid values', () => {
  const member = {
    type: 'file',
    discriminator: { propertyName: 'kind' },
    $dynamicRef: '#meta',
    pattern: '^[\\w-.]+$',
    minLength: -1,
    required: true,
    enum: [],
    anyOf: [],
    items: [{ type: 'string' }],
    properties: { bad: null },
    patternProperties: { '(': true, ok: true },
    xml: { name: 'thing' },
    externalDocs: { url: 'https://example.com' },
    'x-order': 1,
  };
  expect(withMember(member)).toEqual({ properties: { bad: {} }, patternProperties: { ok: true } });
  expect(notesOf(recordsOf({ properties: { id, member } }))).toEqual([
    'These schema keywords have an invalid value: type, pattern, minLength and 5 others.',
    'These schema keywords are not supported: discriminator, $dynamicRef.',
    expect.stringMatching(/^A schema is missing here: \/paths\/.*…\.$/),
  ]);
});

test('merges allOf into one schema if it only adds members', () => {
  const components = {
    Base: { type: 'object', required: ['id'], properties: { id, kind: { type: 'string' } } },
    Middle: { allOf: [ref('Base')], required: ['kind'], properties: { parent: ref('Leaf') } },
    Leaf: { description: 'A leaf', allOf: [ref('Middle'), { properties: { size: { type: 'integer' } } }] },
  };
  expect(collectionOf(recordsOf(ref('Leaf'), components)).definition.schema).toEqual({
    description: 'A leaf',
    type: 'object',
    required: ['kind', 'id'],
    properties: { parent: { $ref: '#' }, size: { type: 'integer' }, id, kind: { type: 'string' } },
  });
});

test('keeps allOf that does more than add members', () => {
  const components = { Base: { required: ['id'], properties: { id, size: { type: 'number' } } } };
  const schema = { allOf: [ref('Base'), { properties: { size: { maximum: 9 } } }] };
  expect(collectionOf(recordsOf(schema, components)).definition).toMatchObject({
    key: 'id',
    schema: {
      allOf: [{ $ref: '#/$defs/Base' }, { properties: { size: { maximum: 9 } } }],
      $defs: { Base: components.Base },
    },
  });
});

test('finds a key that every alternative has', () => {
  const cat = { properties: { id, claws: { type: 'integer' } } };
  const dog: JsonObject = { allOf: [{ properties: { id } }, { properties: { bark: { type: 'string' } } }] };
  const document = recordsOf({ oneOf: [ref('Cat'), ref('Dog')] }, { Cat: cat, Dog: dog });
  expect(collectionOf(document).definition).toMatchObject({ key: 'id', schema: { oneOf: [{}, {}] } });
  const keyless = recordsOf({ oneOf: [ref('Cat'), { properties: { name: {} } }] }, { Cat: cat });
  expect(notesOf(keyless)).toContainEqual(expect.stringContaining('so they get the parameter of their path: '));
});

test('does not require read-only and write-only members', () => {
  const schema = {
    required: ['id', 'name', 'made', 'password'],
    properties: { id, name: {}, made: { type: 'string', readOnly: true }, password: { writeOnly: true } },
  };
  expect(collectionOf(recordsOf(schema)).definition.schema).toEqual({ ...schema, required: ['id', 'name'] });
});

test('an incompletely imported schema accepts every record that the original accepts', () => {
  const known = { properties: { kind: { const: 'a' } }, required: ['kind'] };
  const whole = { oneOf: [known, true], not: known, if: known, maxContains: 1, unevaluatedProperties: false };
  const lacking = {
    anyOf: [{ $ref: 'urn:b' }],
    oneOf: [known, { $ref: 'urn:b' }],
    not: { required: ['x'], pattern: '(' },
    if: { $ref: 'urn:b' },
    then: false,
    unevaluatedProperties: false,
    properties: { list: { contains: true, maxContains: 1, items: { oneOf: [{ type: 'string' }] } } },
  };
  expect(withMember(whole)).toEqual(whole);
  expect(withMember(lacking)).toEqual({
    anyOf: [{}],
    allOf: [{ anyOf: [known, {}] }],
    properties: { list: { contains: true, items: { allOf: [{ anyOf: [{ type: 'string' }] }] } } },
  });
});
