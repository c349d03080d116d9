import { finish } from '../../../../../server/domain/basics/work.ts';
import type { Json, JsonObject } from '../../../../../server/domain/json/json.ts';
import type { CollectionFixtures } from '../../../../../server/domain/model/collection-definition.ts';
import { importOpenApi, type OpenApiImport } from '../../../../../server/domain/openapi/import/import.ts';
import { SchemaChecker } from '../../../../../server/workspace/schema-checker.ts';

/** A small OpenAPI document. */
export function openApi(paths: JsonObject, schemas: JsonObject = {}, openapi = '3.1.0'): JsonObject {
  return { openapi, info: { title: 'Shop', version: '1' }, paths, components: { schemas } };
}

export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** The schema of a key. */
export const id = { type: 'string' };

export const json = (schema: Json, rest: JsonObject = {}): JsonObject => ({
  content: { 'application/json': { schema, ...rest } },
});

/** An operation whose response has the schema. */
export const responds = (schema: Json, rest: JsonObject = {}): JsonObject => ({
  responses: { 200: { description: 'Fine.', ...json(schema, rest) } },
});

/** The paths of a resource: a list, and one record. */
export function resource(path: string, parameter: string, schema: Json, rest: JsonObject = {}): JsonObject {
  return {
    [path]: { get: responds({ type: 'array', items: schema }) },
    [`${path}/{${parameter}}`]: { get: responds(schema, rest) },
  };
}

/** Shared, because its creation takes longer than most tests. */
export const schemas = new SchemaChecker();

/** Imports a document; throws if it is refused. */
export function imported(document: Json): OpenApiImport {
  const result = finish(importOpenApi(document, schemas));
  if (!result.ok) throw new Error(result.problem.detail);
  return result.value;
}

/** The only imported collection of a document. */
export function collectionOf(document: Json): CollectionFixtures {
  const { collections } = imported(document);
  const [only] = collections;
  if (!only || collections.length > 1) throw new Error(`There are ${collections.length} collections.`);
  return only;
}

/** The sentences of all notes. */
export function sentences(document: Json): readonly string[] {
  return imported(document).notes.map(({ sentence }) => sentence);
}

/** A document with one resource of the schema. */
export function recordsOf(schema: JsonObject, components: JsonObject = {}, version = '3.1.0'): JsonObject {
  return openApi({ '/api/things/{id}': { get: responds(schema) } }, components, version);
}

/** The sentences of the notes without the one about missing examples. */
export function notesOf(document: JsonObject): readonly string[] {
  return imported(document)
    .notes.map(({ sentence }) => sentence)
    .filter((sentence) => !sentence.startsWith('These collections start empty'));
}

/** True if the imported schema accepts the record. */
export function fits(document: JsonObject, record: JsonObject): boolean {
  return schemas.check(collectionOf(document).definition, record).length === 0;
}
