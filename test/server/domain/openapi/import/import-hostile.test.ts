import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../../../server/domain/basics/work.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../../server/domain/json/json.ts';
import { maxDepth } from '../../../../../server/domain/json/limits.ts';
import { parsePointer, valueAt } from '../../../../../server/domain/json/pointer.ts';
import type { CollectionFixtures } from '../../../../../server/domain/model/collection-definition.ts';
import { importOpenApi } from '../../../../../server/domain/openapi/import/import.ts';
import { SharedCollection } from '../../../../../server/domain/records/shared-collection.ts';
import { rounds } from '../../../../support/rounds.ts';
import { arbitraryJson, arbitraryRecord, deepFreeze } from '../../json/arbitrary-json.ts';
import { collectionOf, imported, json, openApi, ref, resource, responds, schemas, sentences } from './imported.ts';

/** Words with a meaning in OpenAPI, so that random values appear where the import reads them. */
const words = [
  ...['$ref', 'allOf', 'oneOf', 'anyOf', 'not', 'items', 'properties', 'required', 'type', 'nullable', 'enum'],
  ...['exclusiveMinimum', 'minimum', 'pattern', 'patternProperties', 'additionalProperties', 'default', 'example'],
  ...['examples', 'readOnly', 'id', '__proto__', 'constructor', '$defs', '$id', '$dynamicRef', 'discriminator'],
  ...[
    'propertyNames',
    'dependentSchemas',
    'dependentRequired',
    'contains',
    'format',
    '$async',
    '$anchor',
    'prefixItems',
  ],
];

const values: fc.Arbitrary<Json> = fc.oneof(
  arbitraryJson,
  fc.constantFrom<Json>('object', 'string', ['object', 'null'], 'id', ['id'], '(', '#', '#/', '#/components/schemas/A'),
  fc.constantFrom('#/components/schemas/B', '#/components/schemas/C/properties/id', '#/paths/~1a', 'urn:b', '#/%'),
);

const { schema } = fc.letrec<{ schema: Json }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    values,
    fc.dictionary(
      fc.constantFrom(...words),
      fc.oneof(values, tie('schema'), fc.array(tie('schema'), { maxLength: 3 })),
      {
        maxKeys: 5,
        noNullPrototype: true,
      },
    ),
  ),
}));

/** Almost valid documents: with resources, but arbitrary JSON as schemas and examples. */
const documents = fc
  .record({
    version: fc.constantFrom('3.0.3', '3.1.0'),
    record: fc.oneof(schema, fc.constantFrom(ref('A'), ref('B'))),
    components: fc.record({ A: schema, B: schema, C: fc.oneof(schema, fc.constant(ref('A'))) }),
    properties: fc.dictionary(fc.constantFrom(...words), schema, { maxKeys: 4, noNullPrototype: true }),
    example: arbitraryRecord,
    item: values,
    extra: values,
  })
  .map(({ version, record, components, properties, example, item, extra }): JsonObject => {
    const keyed: Json = { properties: { ...properties, id: {} }, allOf: [record] };
    return {
      ...openApi(
        {
          '/a': { get: responds({ items: record }, { example: [example, { id: 1 }] }), post: extra, parameters: extra },
          '/a/{id}': {
            get: responds(record, { examples: extra }),
            put: { requestBody: json(record), responses: extra },
          },
          '/b/{id}': { get: responds(keyed, { example: withKey(example) }) },
          '/c/{id}': item,
        },
        components,
        version,
      ),
      security: extra,
      webhooks: extra,
    };
  });

function withKey(example: Json): Json {
  return isJsonObject(example) ? { ...example, id: 'x' } : example;
}

test('no JSON value makes the import throw', () => {
  fc.assert(
    fc.property(arbitraryJson, (document) => {
      finish(importOpenApi(deepFreeze(document), schemas));
      for (const openapi of ['3.0.0', '3.1.0']) {
        finish(importOpenApi(deepFreeze({ openapi, paths: document }), schemas));
        if (isJsonObject(document)) finish(importOpenApi(deepFreeze({ ...document, openapi }), schemas));
      }
    }),
  );
});

test('any document gives usable collections and notes with existing pointers', () => {
  fc.assert(
    fc.property(documents, (document) => {
      const { collections, notes } = imported(deepFreeze(document));
      for (const { definition, records } of collections) {
        expect(finish(schemas.tryCompile(definition))).toMatchObject({ ok: true });
        expect(new SharedCollection(definition, records).size).toBe(records.length);
        for (const record of records) expect(schemas.check(definition, record)).toEqual([]);
      }
      for (const { pointer, sentence } of notes) {
        const place = parsePointer(pointer);
        expect(place.ok && valueAt(document, place.value)).toBeDefined();
        expect(sentence).toMatch(/^[A-Z].*: .*\.$/su);
      }
    }),
    { numRuns: rounds(300) },
  );
});

test('treats names of Object.prototype like other names', () => {
  const text = `{
    "openapi": "3.1.0",
    "paths": {
      "/constructor/{id}": {"get": {"responses": {"200": {"content": {"application/json": {
        "schema": {"$ref": "#/components/schemas/__proto__"},
        "example": {"id": 1, "__proto__": {"polluted": true}, "toString": "x"}
      }}}}}},
      "/things/{__proto__}": {"get": {"responses": {"200": {"content": {"application/json": {"schema": {"properties": {"a": {}}}}}}}}}
    },
    "components": {"schemas": {"__proto__": {"properties": {"id": {}, "__proto__": {"properties": {"polluted": {"$ref": "#/components/schemas/__proto__"}}}, "toString": {"type": "string"}}}}}
  }`;
  const [first, second] = imported(JSON.parse(text)).collections;
  const { definition, records } = first as CollectionFixtures;
  expect([definition.name, second?.definition.key]).toEqual(['constructor', '__proto__']);
  expect(JSON.stringify(records)).toBe('[{"id":1,"__proto__":{"polluted":true},"toString":"x"}]');
  expect(Object.keys((definition.schema?.properties ?? {}) as object)).toEqual(['id', '__proto__', 'toString']);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('refuses a document that is nested too deeply', () => {
  let nested: Json = {};
  for (let level = 0; level < 100_000; level++) nested = [nested];
  expect(finish(importOpenApi({ openapi: '3.1.0', paths: nested }))).toMatchObject({
    ok: false,
    problem: { detail: `The document is nested deeper than ${maxDepth} levels.` },
  });
});

test('follows a chain of ten thousand references', () => {
  const links = Array.from({ length: 10_000 }, (_, index) => [`S${index}`, ref(`S${index + 1}`)] as const);
  const components = { ...Object.fromEntries(links), S10000: { properties: { id: {} } } };
  const document = openApi({ '/api/things/{id}': { get: responds(ref('S0')) } }, components);
  expect(collectionOf(document).definition.schema).toEqual({ properties: { id: {} } });
});

test('three thousand schemas that extend one another do not exhaust the stack', () => {
  const links = Array.from({ length: 3000 }, (_, index) => {
    return [`S${index}`, { allOf: [ref(`S${index + 1}`)], minProperties: 1 }] as const;
  });
  const components = { ...Object.fromEntries(links), S3000: { properties: { id: {} } } };
  const document = openApi({ '/api/things/{id}': { get: responds(ref('S0')) } }, components);
  expect(collectionOf(document).definition.key).toBe('id');
  expect(sentences(document).join()).toContain('lead to too many schemas');
});

test('imports a thousand paths with a few notes', () => {
  const tag = { properties: { name: { type: 'string' }, parent: ref('Tag') } };
  const paths: Record<string, Json> = {};
  for (let index = 0; index < 500; index++) {
    const record = { required: ['id'], properties: { id: { type: 'integer' }, name: {}, tags: { items: ref('Tag') } } };
    Object.assign(paths, resource(`/v1/things${index}`, 'thingId', record, { example: { id: index, name: 'Thing' } }));
    paths[`/v1/things${index}/{thingId}/archive`] = { post: {} };
  }
  const result = finish(importOpenApi(openApi(paths, { Tag: tag })));
  const { collections, notes } = result.ok ? result.value : { collections: [], notes: [] };
  expect(collections).toHaveLength(500);
  expect(collections.every(({ records }) => records.length === 1)).toBe(true);
  expect(notes).toHaveLength(2);
});
