import { expect, test } from 'vitest';
import { problem } from '../../../../../server/domain/basics/problem.ts';
import { refuse } from '../../../../../server/domain/basics/result.ts';
import { finish } from '../../../../../server/domain/basics/work.ts';
import type { Json, JsonObject } from '../../../../../server/domain/json/json.ts';
import { maxDepth } from '../../../../../server/domain/json/limits.ts';
import { importOpenApi } from '../../../../../server/domain/openapi/import/import.ts';
import type { SchemaChecks } from '../../../../../server/domain/openapi/import/import-schema.ts';
import { idOf } from '../../../../../server/domain/records/key-index.ts';
import { id, openApi, recordsOf, resource, schemas } from './imported.ts';

/** Imports a document with records made up. */
function importedWith(document: JsonObject, made: number) {
  const result = finish(importOpenApi(document, schemas, made));
  if (!result.ok) throw new Error(result.problem.detail);
  const { collections, notes } = result.value;
  return { collections, notes: notes.map(({ sentence }) => sentence) };
}

/** The definition and the records of the only collection of a document with this schema. */
function madeFrom(schema: JsonObject, made = 5) {
  const { collections, notes } = importedWith(recordsOf(schema), made);
  const [only] = collections;
  if (!only) throw new Error('There is no collection.');
  return { ...only, notes };
}

const required = { properties: { id, name: { type: 'string' } }, required: ['name'] };
const emptyNote = 'These collections start empty, because the document has no examples of whole records: things.';
const madeNote =
  'The records of these collections are made up, because the document has no examples of whole records: things.';
const schemaNote = 'These collections have no schema, because the one in the document cannot be used: things.';

test('a collection without examples gets as many made records as were asked for, which fit its schema', () => {
  const { definition, records, notes } = madeFrom(required);
  expect(new Set(records.map((record) => idOf(record.id))).size).toBe(5);
  expect(records.flatMap((record) => schemas.check(definition, record))).toEqual([]);
  expect(notes).toEqual([madeNote]);
  expect(madeFrom(required).records).toEqual(records);
});

test('made records have only members that the schema describes', () => {
  const names = madeFrom({ properties: { id, name: {} } }, 30).records.flatMap((record) => Object.keys(record));
  expect(new Set(names)).toEqual(new Set(['id', 'name']));
});

test('a collection with examples gets no made records', () => {
  const schema = { ...required, examples: [{ id: 'a', name: 'Ada' }] };
  expect(madeFrom(schema).records).toEqual([{ id: 'a', name: 'Ada' }]);
});

test.each<[string, JsonObject]>([
  ['a schema that nothing made up fits', { ...required, required: ['name', 'missing'], maxProperties: 1 }],
  ['a key that is no text or number', { properties: { id: { type: 'boolean' } } }],
  ['a key that is empty', { properties: { id: { const: '' } } }],
])('%s leaves the collection empty', (_, schema) => {
  const { definition, records, notes } = madeFrom(schema);
  expect([records, notes.at(-1)]).toEqual([[], emptyNote]);
  expect(definition.schema).not.toBeNull();
});

test('no records are made unless they are asked for', () => {
  expect(madeFrom(required, 0)).toMatchObject({ records: [], notes: [emptyNote] });
});

test.each<[string, JsonObject]>([
  ['closed by a part', { allOf: [{ properties: { name: {} }, additionalProperties: false }] }],
  ['closed to every member', { type: 'object', additionalProperties: false }],
  ['closed to every unevaluated member', { allOf: [{ properties: { name: {} } }], unevaluatedProperties: false }],
])('a schema that is %s, so that no record with a key fits, is left out', (_, schema) => {
  const { definition, records, notes } = madeFrom(schema);
  expect(definition).toEqual({ name: 'things', key: 'id', sort: null, time: null, schema: null });
  expect(records).toEqual([]);
  expect(notes).toContain(schemaNote);
});

test.each(['additionalProperties', 'unevaluatedProperties'])('a schema closed by %s accepts the key', (word) => {
  const { definition, records } = madeFrom({ properties: { name: {} }, [word]: false });
  expect(definition.schema).toEqual({ properties: { name: {}, id: {} }, [word]: false });
  expect(records).toHaveLength(5);
});

test('a schema that is open, or has the key, stays as it is', () => {
  const open = { properties: { name: {} }, additionalProperties: { type: 'string' } };
  const closed = { properties: { id, name: {} }, additionalProperties: false };
  expect([madeFrom(open), madeFrom(closed)].map(({ definition }) => definition.schema)).toEqual([open, closed]);
});

test('a schema that cannot be compiled is left out with a note', () => {
  const refused: SchemaChecks = {
    *tryCompile() {
      yield;
      return refuse(problem('invalid-workspace', 'This schema cannot be used.'));
    },
    check: () => [],
  };
  const result = finish(importOpenApi(recordsOf(required), refused));
  expect(result).toMatchObject({ ok: true, value: { collections: [{ definition: { schema: null } }] } });
});

test('schemas are prepared once for a document with collections, and not for one without', () => {
  const preparations = (document: JsonObject) => {
    let count = 0;
    const prepared: SchemaChecks = {
      *prepare() {
        count += 1;
        yield;
      },
      tryCompile: schemas.tryCompile.bind(schemas),
      check: schemas.check.bind(schemas),
    };
    expect(finish(importOpenApi(document, prepared)).ok).toBe(true);
    return count;
  };
  const two = { ...resource('/a', 'id', required), ...resource('/b', 'id', required) };
  expect([preparations(openApi(two)), preparations(openApi({}))]).toEqual([1, 0]);
  expect(finish(importOpenApi(openApi(two)))).toMatchObject({ ok: true });
});

/** Arrays within each other. */
function nested(levels: number): Json {
  let value: Json = [];
  for (let level = 1; level < levels; level += 1) value = [value];
  return value;
}

test('a document that is too deep is refused after a pause for each member of its three topmost levels', () => {
  const tooDeep = { a: { b: { c: { d: { e: 1 } }, x: {} } }, y: nested(maxDepth) };
  const work = importOpenApi(tooDeep);
  let pauses = 0;
  let step = work.next();
  for (; !step.done; step = work.next()) pauses += 1;
  expect(step.value).toMatchObject({
    problem: { detail: `The document is nested deeper than ${maxDepth} levels.` },
  });
  expect(pauses).toBe(['c', 'x', 'b', 'a'].length);
  expect(finish(importOpenApi({ ...openApi({}), y: nested(maxDepth - 1) }))).toMatchObject({ ok: true });
});

test('the version of OpenAPI counts, also beside one of Swagger', () => {
  expect(finish(importOpenApi({ openapi: '3.1.0', swagger: '1.2' }))).toMatchObject({ ok: true });
});
