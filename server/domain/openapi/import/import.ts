/**
 * Imports collections from an OpenAPI document: definitions from its schemas, records from its examples. Notes say what
 * could not be used; nothing is invented.
 */

import { problem } from '../../basics/problem.ts';
import { accept, type Result, refuse } from '../../basics/result.ts';
import { finish, type Work } from '../../basics/work.ts';
import { isJsonObject, type Json, member } from '../../json/json.ts';
import { maxDepth } from '../../json/limits.ts';
import { excerpt, valueName } from '../../json/wording.ts';
import type { CollectionDefinition, CollectionFixtures } from '../../model/collection-definition.ts';
import { type FoundCollection, findCollections } from './import-collections.ts';
import { OpenApiDocument, type OpenApiVersion } from './import-document.ts';
import { exampleRecords } from './import-examples.ts';
import type { ImportNote } from './import-notes.ts';
import { noteOperations, noteParameters } from './import-operations.ts';
import { hasMember } from './import-record.ts';
import { pathsOf, resourcesAmong } from './import-resources.ts';
import { type SchemaChecks, SchemaImport } from './import-schema.ts';

export interface OpenApiImport {
  /** The title of the document; null without one. */
  readonly title: string | null;
  readonly collections: readonly CollectionFixtures[];
  readonly notes: readonly ImportNote[];
}

/** Accepts every schema and every value. */
const unchecked: SchemaChecks = { tryCompile: () => accept(null), check: () => [] };

/**
 * Imports a document of OpenAPI 3.0 or 3.1; refuses any other with `invalid-workspace`. Unusable parts of the document are
 * omitted and noted. Pauses after each collection and each path.
 */
export function* importOpenApi(value: Json, schemas: SchemaChecks = unchecked): Work<Result<OpenApiImport>> {
  const version = versionOf(value);
  if (!version.ok) return refuse(problem('invalid-workspace', version.problem));
  if (yield* isDeeper(value, maxDepth)) {
    return refuse(problem('invalid-workspace', `The document is nested deeper than ${maxDepth} levels.`));
  }
  const document = new OpenApiDocument(value, version.value);
  const paths = pathsOf(document);
  const found = yield* findCollections(document, resourcesAmong(paths));
  const translation = new SchemaImport(document);
  const collections: CollectionFixtures[] = [];
  for (const collection of found) {
    const definition = define(document, collection, translation, schemas);
    const records = exampleRecords(document, collection, definition, schemas);
    if (records.length === 0) document.notes.add('empty', definition.name, collection.form.schema);
    noteParameters(document, collection, { definition, records });
    collections.push({ definition, records });
    yield;
  }
  yield* noteOperations(document, paths, found);
  const title = document.root.member('info').member('title').text;
  return accept({ title: title || null, collections, notes: document.notes.list() });
}

/** The OpenAPI version of a document; the refusal is a sentence. */
function versionOf(document: Json): Result<OpenApiVersion, string> {
  const supported = 'OpenAPI 3.0 and 3.1 can be imported';
  if (!isJsonObject(document)) return refuse(`An OpenAPI document is an object; ${supported}.`);
  const [openapi, swagger] = [member(document, 'openapi'), member(document, 'swagger')];
  if (openapi === undefined && swagger !== undefined)
    return refuse(`This is Swagger ${wordOf(swagger)}; ${supported}.`);
  if (openapi === undefined) return refuse(`The document has no version in "openapi"; ${supported}.`);
  const version = /^(3\.[01])(?:\.|$)/.exec(wordOf(openapi))?.[1];
  if (version === '3.0' || version === '3.1') return accept(version);
  return refuse(`This is OpenAPI ${wordOf(openapi)}; only 3.0 and 3.1 can be imported.`);
}

function wordOf(version: Json): string {
  return typeof version === 'object' ? valueName(version) : excerpt(String(version));
}

/** True for a value with more levels. Pauses after each member of the topmost `paused` levels. */
function* isDeeper(value: Json, levels: number, paused = 3): Work<boolean> {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value)) {
    const work = isDeeper(inner, levels - 1, paused - 1);
    if (paused > 0 ? yield* work : finish(work)) return true;
    if (paused > 0) yield;
  }
  return false;
}

/** Omits a schema that cannot be compiled; every object then fits. */
function define(
  document: OpenApiDocument,
  { name, form: { schema, key } }: FoundCollection,
  translation: SchemaImport,
  schemas: SchemaChecks,
): CollectionDefinition {
  const time = hasMember(document, schema, 'created_at') ? 'created_at' : null;
  const definition = { name, key, sort: null, time, schema: translation.translate(schema) };
  const compiled = schemas.tryCompile(definition);
  if (compiled.ok) return definition;
  document.notes.add('schema', name, schema);
  return { ...definition, schema: null };
}
