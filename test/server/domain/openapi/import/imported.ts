import type { Json, JsonObject } from '../../../../../server/domain/json/json.ts';
import type { CollectionFixtures } from '../../../../../server/domain/model/collection-definition.ts';
import { importOpenApi, type OpenApiImport } from '../../../../../server/domain/openapi/import/import.ts';
import { SchemaChecker } from '../../../../../server/workspace/schema-checker.ts';

/** A small document of that version. */
export function openApi(paths: JsonObject, schemas: JsonObject = {}, openapi = '3.1.0'): JsonObject {
  return { openapi, info: { title: 'Shop', version: '1' }, paths, components: { schemas } };
}

export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** The schema of a key. */
export const id = { type: 'string' };

export const json = (schema: Json, rest: JsonObject = {}): JsonObject => ({
  content: { 'application/json': { schema, ...rest } },
});

/** An operation that answers with that schema. */
export const answers = (schema: Json, rest: JsonObject = {}): JsonObject => ({
  responses: { 200: { description: 'Fine.', ...json(schema, rest) } },
});

/** The paths of a resource: a list, and one record. */
export function resource(path: string, parameter: string, schema: Json, rest: JsonObject = {}): JsonObject {
  return {
    [path]: { get: answers({ type: 'array', items: schema }) },
    [`${path}/{${parameter}}`]: { get: answers(schema, rest) },
  };
}

/** One for all tests: making it takes longer than most of them. */
export const schemas = new SchemaChecker();

/** What the document becomes; it must not be refused. */
export function imported(document: Json): OpenApiImport {
  const result = importOpenApi(document, schemas);
  if (!result.ok) throw new Error(result.problem.detail);
  return result.value;
}

/** The only collection that the document becomes. */
export function collectionOf(document: Json): CollectionFixtures {
  const { collections } = imported(document);
  const [only] = collections;
  if (!only || collections.length > 1) throw new Error(`There are ${collections.length} collections.`);
  return only;
}

/** What is noted, without the places. */
export function sentences(document: Json): readonly string[] {
  return imported(document).notes.map(({ sentence }) => sentence);
}

/** A document whose only records have that schema. */
export function recordsOf(schema: JsonObject, components: JsonObject = {}, version = '3.1.0'): JsonObject {
  return openApi({ '/api/things/{id}': { get: answers(schema) } }, components, version);
}

/** Sentences of notes, but for the one that there are no examples. */
export function notesOf(document: JsonObject): readonly string[] {
  return imported(document)
    .notes.map(({ sentence }) => sentence)
    .filter((sentence) => !sentence.startsWith('These collections start empty'));
}

/** Whether clients may write that record. */
export function fits(document: JsonObject, record: JsonObject): boolean {
  return schemas.check(collectionOf(document).definition, record).length === 0;
}
