import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../../server/domain/json/json.ts';
import type { JsonCursor } from '../../../../../server/domain/json/json-cursor.ts';
import { OpenApiDocument } from '../../../../../server/domain/openapi/import/import-document.ts';

const text = { type: 'string' };
const last: Json = { allOf: [text] };
const content: JsonObject = {
  'a b': text,
  'c/d': { deep: text },
  plain: { $ref: '#/plain target' },
  'plain target': { ...text, minLength: 1 },
  named: { $ref: '#/a b', title: 'Named' },
  chain: { $ref: '#/named' },
  round: { $ref: '#/and', title: 'Round' },
  and: { $ref: '#/round' },
  lost: { $ref: '#/missing' },
  whole: { allOf: [{ $ref: '#/named' }, { $ref: '#/whole' }, { $ref: '#/missing' }, last] },
};

const documentOf = (version: '3.0' | '3.1' = '3.1') => new OpenApiDocument(content, version);
const sentencesOf = (document: OpenApiDocument) => document.notes.list().map(({ sentence }) => sentence);
const valuesOf = (cursors: readonly JsonCursor[]): readonly (Json | undefined)[] => cursors.map(({ value }) => value);

test.each([
  ['#/a b', text],
  ['#/a%20b', text],
  ['#/c~1d/deep', text],
  ['#', content],
])('the reference %s has a target', (reference, value) => {
  const document = documentOf();
  expect(document.target(reference, document.root).value).toEqual(value);
  expect(sentencesOf(document)).toEqual([]);
});

test.each([
  ['#/missing', 'These references have no target: #/missing.'],
  ['#/%zz', 'These references have no target: #/%zz.'],
  ['#no-pointer', 'These references have no target: #no-pointer.'],
  ['https://other.test/pet', 'These references lead out of the document: https://other.test/pet.'],
  ['Pet', 'These references lead out of the document: Pet.'],
])('the reference %s has none, and is noted', (reference, sentence) => {
  const document = documentOf();
  expect(document.target(reference, document.root).value).toBeUndefined();
  expect([sentencesOf(document), [...document.files]]).toEqual([[sentence], []]);
});

test.each(['schemas/pet.yaml#/Pet', 'pet.JSON', 'pet.yml', './pet', '../pet#/Pet'])(
  'the reference %s leads to another file',
  (reference) => {
    const document = documentOf();
    expect(document.target(reference, document.root).value).toBeUndefined();
    expect([sentencesOf(document), [...document.files]]).toEqual([[], [reference]]);
  },
);

test('a schema is the first with keywords of its own, which OpenAPI 3.0 ignores beside a reference', () => {
  const schemaOf = (name: string, version: '3.0' | '3.1') => {
    const document = documentOf(version);
    return document.schema(document.root.member(name)).value;
  };
  expect(schemaOf('plain', '3.1')).toEqual({ ...text, minLength: 1 });
  expect([schemaOf('named', '3.1'), schemaOf('named', '3.0')]).toEqual([content.named, text]);
  expect([schemaOf('chain', '3.1'), schemaOf('chain', '3.0')]).toEqual([content.named, text]);
  expect(schemaOf('lost', '3.1')).toBeUndefined();
});

test('references that lead back to themselves lead nowhere, and are noted', () => {
  const document = documentOf();
  expect(document.follow(document.root.member('round')).value).toBeUndefined();
  expect(sentencesOf(document)).toEqual(['These references are circular: #/and.']);
});

test('schemas apply together with their targets and all in their allOf, each once', () => {
  const partsOf = (name: string, version: '3.0' | '3.1') => {
    const document = documentOf(version);
    return valuesOf(document.parts(document.root.member(name)));
  };
  const [named, whole, missing] = ['named', 'whole', 'missing'].map((name) => ({ $ref: `#/${name}` }));
  expect(partsOf('whole', '3.1')).toEqual([content.whole, named, whole, missing, last, content.named, text] as never);
  expect(partsOf('whole', '3.0')).toEqual([content.whole, last, text]);
  expect(partsOf('missing', '3.1')).toEqual([]);
});
