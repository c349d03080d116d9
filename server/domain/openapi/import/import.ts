/**
 * Imports collections from an OpenAPI document: definitions from its schemas, records from its examples. Notes say what
 * could not be used. A collection without examples gets a few records that are made up from its schema.
 */

import { problem } from '../../basics/problem.ts';
import { accept, type Result, refuse } from '../../basics/result.ts';
import type { Work } from '../../basics/work.ts';
import { Dice } from '../../generate/dice.ts';
import { uuidText } from '../../generate/format-text.ts';
import { makeRecords } from '../../generate/make-records.ts';
import { isJsonObject, type Json, type JsonObject, member } from '../../json/json.ts';
import { maxDepth } from '../../json/limits.ts';
import { excerpt, quote, valueName } from '../../json/wording.ts';
import type { CollectionDefinition, CollectionFixtures } from '../../model/collection-definition.ts';
import { idOf } from '../../records/key-index.ts';
import { SharedCollection } from '../../records/shared-collection.ts';
import { describeFault } from '../../records/validate-record.ts';
import { type FoundCollection, findCollections } from './import-collections.ts';
import { OpenApiDocument, type OpenApiVersion } from './import-document.ts';
import { exampleRecords } from './import-examples.ts';
import type { ImportNote } from './import-notes.ts';
import { noteOperations, noteParameters } from './import-operations.ts';
import { collectionPaths, declaredPaths } from './import-paths.ts';
import { hasMember } from './import-record.ts';
import { pathsOf, resourcesAmong } from './import-resources.ts';
import { type SchemaChecks, SchemaImport } from './import-schema.ts';
import { fromSwagger, isSwagger } from './import-swagger.ts';

export interface OpenApiImport {
  /** The title of the document; null without one. */
  readonly title: string | null;
  readonly collections: readonly CollectionFixtures[];
  readonly notes: readonly ImportNote[];
}

/** Each import makes up the same records. */
const seed = 1;

/** Accepts every schema and every value. */
const unchecked: SchemaChecks = {
  // biome-ignore lint/correctness/useYield: work by type only, it has no pause
  *tryCompile() {
    return accept(null);
  },
  check: () => [],
};

/**
 * Imports a document of OpenAPI 3.0 to 3.2 or Swagger 2.0. Refuses any other, and one that needs other files, with
 * `invalid-workspace`. Unusable parts of the document are omitted and noted. A collection without examples gets `made`
 * records. Pauses after each collection and each path.
 */
export function* importOpenApi(value: Json, schemas: SchemaChecks = unchecked, made = 0): Work<Result<OpenApiImport>> {
  if (yield* isDeeper(value, maxDepth)) {
    return refuse(problem('invalid-workspace', `The document is nested deeper than ${maxDepth} levels.`));
  }
  const current = isSwagger(value) ? fromSwagger(value) : value;
  const version = versionOf(current);
  if (!version.ok) return refuse(problem('invalid-workspace', version.problem));
  const document = new OpenApiDocument(current, version.value);
  const all = yield* pathsOf(document);
  const paths = all.filter(({ item }) => item.member('x-collection').text === undefined);
  const found = yield* findCollections(document, yield* resourcesAmong(paths));
  const translation = new SchemaImport(document);
  if (found.length > 0 && schemas.prepare) yield* schemas.prepare();
  const collections: CollectionFixtures[] = [];
  for (const collection of found) {
    const kept = [...collectionPaths(document, collection), ...declaredPaths(all, collection.name)];
    const definition = {
      ...(yield* define(document, collection, translation, schemas)),
      ...(kept.length > 0 && { paths: kept }),
    };
    const examples = exampleRecords(document, collection, definition, schemas);
    const records = examples.length > 0 ? examples : yield* madeRecords(definition, schemas, made);
    if (examples.length === 0) {
      document.notes.add(records.length > 0 ? 'made' : 'empty', definition.name, collection.form.schema);
    }
    noteParameters(document, collection, { definition, records });
    collections.push({ definition, records });
    yield;
  }
  const [file] = document.files;
  if (file !== undefined) return refuse(problem('invalid-workspace', inSeveralFiles(file)));
  yield* noteOperations(document, paths, found);
  const title = document.root.member('info').member('title').text;
  return accept({ title: title || null, collections, notes: document.notes.list() });
}

function inSeveralFiles(reference: string): string {
  const example = 'npx @redocly/cli bundle openapi.yaml --output bundled.yaml';
  return `The document refers to another file, ${quote(reference)}. Bundle it into one file first, for example with "${example}".`;
}

/** Lets a closed schema accept the key, which may be none of its members. */
function withMember(schema: JsonObject, key: string): JsonObject {
  const properties = member(schema, 'properties');
  const isClosed = ['additionalProperties', 'unevaluatedProperties'].some((word) => member(schema, word) === false);
  if (!isClosed || !isJsonObject(properties)) return schema;
  return Object.hasOwn(properties, key) ? schema : { ...schema, properties: { ...properties, [key]: {} } };
}

/** Records made up from the schema of a collection; none if they do not come to fit it. */
function* madeRecords(
  definition: CollectionDefinition,
  schemas: SchemaChecks,
  count: number,
): Work<readonly JsonObject[]> {
  if (definition.schema === null) return [];
  const keyDice = new Dice(seed, -1);
  const made = yield* makeRecords(
    {
      definition,
      examples: [],
      count,
      seed,
      newKey: new SharedCollection(definition, []).newKeys(() => uuidText(keyDice)),
      reasonAgainst: (id, record) => {
        if (idOf(member(record, definition.key)) === undefined) return `${id} cannot be a key`;
        const [fault] = schemas.check(definition, record);
        return fault && describeFault(fault);
      },
    },
    () => undefined,
  );
  return made.ok ? made.value : [];
}

/** The OpenAPI version of a document; the refusal is a sentence. */
function versionOf(document: Json): Result<OpenApiVersion, string> {
  const supported = 'OpenAPI 3.0 to 3.2 and Swagger 2.0 can be imported';
  if (!isJsonObject(document)) return refuse(`An OpenAPI document is an object; ${supported}.`);
  const [openapi, swagger] = [member(document, 'openapi'), member(document, 'swagger')];
  if (openapi === undefined && swagger !== undefined)
    return refuse(`This is Swagger ${wordOf(swagger)}; ${supported}.`);
  if (openapi === undefined) return refuse(`The document has no version in "openapi"; ${supported}.`);
  const minor = /^3\.([012])(?:\.|$)/.exec(wordOf(openapi))?.[1];
  // 3.2 has the schemas of 3.1.
  if (minor !== undefined) return accept(minor === '0' ? '3.0' : '3.1');
  return refuse(`This is OpenAPI ${wordOf(openapi)}; ${supported}.`);
}

function wordOf(version: Json): string {
  return typeof version === 'object' ? valueName(version) : excerpt(String(version));
}

/** True for a value with more levels. Pauses after each member of the topmost `paused` levels. */
function* isDeeper(value: Json, levels: number, paused = 3): Work<boolean> {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value)) {
    if (yield* isDeeper(inner, levels - 1, paused - 1)) return true;
    if (paused > 0) yield;
  }
  return false;
}

function refusesMember(definition: CollectionDefinition, key: string, schemas: SchemaChecks): boolean {
  return schemas.check(definition, { [key]: '' }).some((fault) => fault.member === key);
}

/** Omits a schema that cannot be compiled or that no record with a key fits; every object then fits. */
function* define(
  document: OpenApiDocument,
  { name, form: { schema, key } }: FoundCollection,
  translation: SchemaImport,
  schemas: SchemaChecks,
): Work<CollectionDefinition> {
  const time = hasMember(document, schema, 'created_at') ? 'created_at' : null;
  const definition = { name, key, sort: null, time, schema: withMember(translation.translate(schema), key) };
  const compiled = yield* schemas.tryCompile(definition);
  if (compiled.ok && !refusesMember(definition, key, schemas)) return definition;
  document.notes.add('schema', name, schema);
  return { ...definition, schema: null };
}
