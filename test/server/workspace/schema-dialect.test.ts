import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../server/domain/basics/work.ts';
import type { Json, JsonObject } from '../../../server/domain/json/json.ts';
import { dialectFault } from '../../../server/workspace/schema-dialect.ts';
import { rounds } from '../../support/rounds.ts';

/** Checks a schema against the published schema of the dialect. */
const published = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true });

const faultOf = (schema: JsonObject) => finish(dialectFault(schema));

const vocabularies = ['core', 'applicator', 'unevaluated', 'validation', 'meta-data', 'format-annotation', 'content'];
const keywords = [
  'definitions dependencies $recursiveAnchor $recursiveRef x-own constructor'.split(' '),
  ...vocabularies.map((vocabulary) =>
    Object.keys(propertiesOf(`https://json-schema.org/draft/2020-12/meta/${vocabulary}`)),
  ),
].flat();

function propertiesOf(id: string): object {
  const { schema } = published.getSchema(id) ?? {};
  return typeof schema === 'object' ? schema.properties : {};
}

const samples: readonly Json[] = [
  ...[null, true, false, 0, 1, -1, 1.5, -0.5, '', 'string', 'integer', 'a-name_1', '1name', '#', 'a#', 'a#b', '^a$'],
  ...[[], {}, ['string'], ['string', 'string'], ['string', 'null'], ['other'], ['a', 1], [true, {}], [5], [[]]],
  ...[{ a: true }, { a: {} }, { a: 5 }, { a: ['b'] }, { a: ['b', 'b'] }, { a: [1] }, { a: [] }, { a: null }],
];

/** The verdict of the published schema; `$schema` chooses it, and is tested apart. */
function fitsPublished({ $schema: _, ...schema }: JsonObject): boolean {
  return published.validateSchema(schema) === true;
}

test('each keyword of the dialect takes the values that the published schema takes', () => {
  expect(keywords.length).toBeGreaterThan(60);
  for (const keyword of keywords.filter((one) => one !== '$schema')) {
    for (const sample of samples) {
      const schema = { [keyword]: sample };
      const verdict = { schema, fits: faultOf(schema) === undefined };
      expect(verdict).toEqual({ schema, fits: fitsPublished(schema) });
    }
  }
});

test('schemas at any depth are valid or not as the published schema says', () => {
  const { schema } = fc.letrec<{ schema: JsonObject; value: Json }>((tie) => ({
    schema: fc.dictionary(fc.constantFrom(...keywords.filter((one) => one !== '$schema')), tie('value'), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
    value: fc.oneof(
      { depthSize: 'large', maxDepth: 5 },
      fc.constantFrom(...samples),
      tie('schema'),
      fc.array(tie('schema'), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('a', 'b'), tie('schema'), { maxKeys: 2, noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(schema, (one) => (faultOf(one) === undefined) === fitsPublished(one)),
    { numRuns: rounds(1000) },
  );
});

test.each<[JsonObject, string]>([
  [{ properties: { age: { minimum: '18' } } }, 'at /properties/age/minimum, must be a number'],
  [{ allOf: [true, 5] }, 'at /allOf/1, must be a schema: an object, true or false'],
  [{ required: ['a', 'a'] }, 'at /required, must be a list of strings, each once'],
  [
    { type: 'text' },
    'at /type, must be array, boolean, integer, null, number, object or string, or a list of them, each once',
  ],
  [{ $defs: { 'a/b': { not: [] } } }, 'at /$defs/a~1b/not, must be a schema: an object, true or false'],
  [
    { $schema: 'http://json-schema.org/draft-07/schema#' },
    'its $schema must be https://json-schema.org/draft/2020-12/schema',
  ],
])('%j: the fault is told in words', (schema, fault) => {
  expect(faultOf(schema)).toBe(fault);
});

test.each(['https://json-schema.org/draft/2020-12/schema', 'https://json-schema.org/draft/2020-12/schema#', ''])(
  'the $schema "%s" names the dialect',
  ($schema) => expect(faultOf({ $schema, type: 'object' })).toBeUndefined(),
);

test('a large schema is checked in pieces', () => {
  const properties = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [index, { type: 'string' }]));
  expect([...dialectFault({ properties })].length).toBeGreaterThan(2);
});
