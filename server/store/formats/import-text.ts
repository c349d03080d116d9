/** Reads the records of a file for import. Unlike a file that is opened, an imported file may contain unusable records. */

import { accept, type Result, refuse } from '../../domain/basics/result.ts';
import { pieceLength, type Work } from '../../domain/basics/work.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, member } from '../../domain/json/json.ts';
import { valueName } from '../../domain/json/wording.ts';
import type { CollectionDefinition } from '../../domain/model/collection-definition.ts';
import type { SchemaChecks } from '../../domain/openapi/import/import-schema.ts';
import { idOf } from '../../domain/records/key-index.ts';
import { keySample } from '../../domain/records/recognize-key.ts';
import { readCsvRecords } from './csv-records.ts';
import { isHar, isOpenApi, isWorkspaceDocument, listsIn, wrapperIn } from './document-kinds.ts';
import { readHar } from './har-records.ts';
import { contentOf, definitionOf, noRecords, openContent } from './import-records.ts';
import { readNdjson } from './ndjson.ts';
import type { LineValue, LineValues, ReadCollection, ReadImport, ReadProgress, RefusedLine } from './read-records.ts';

export interface ImportOptions {
  readonly schemas: SchemaChecks;
  /** The collection of records whose text does not name one. */
  readonly collection: string;
  /** The definition of a collection of the workspace; its key and schema take precedence. */
  readonly known: (name: string) => CollectionDefinition | undefined;
  readonly progress: ReadProgress;
}

/** The export of an empty collection in a format of lines has no text that could tell the format. */
const emptyLines = /\.(?:ndjson|csv)$/i;

/**
 * Reads the text of a file. Refused with `invalid-workspace` if it has no usable records; a list without records, also as
 * an empty file named as NDJSON or CSV, is accepted.
 */
export function* readImport(
  text: string,
  fileName: string,
  { schemas, collection, known, progress }: ImportOptions,
): Work<Result<ReadImport>> {
  if (text.trim() === '' && emptyLines.test(fileName)) {
    return single(
      { values: [], refused: [], columns: null, definition: known(collection), places: 'line', isNamed: false },
      collection,
    );
  }
  const content = yield* contentOf(text);
  if (!content.ok) return content;
  if (content.value.kind === 'lines') {
    const schema = known(collection)?.schema ?? null;
    const read = content.value.format === 'CSV' ? readCsvRecords(text, schema, progress) : readNdjson(text, progress);
    return single({ ...(yield* read), definition: known(collection), places: 'line', isNamed: false }, collection);
  }
  if (content.value.kind === 'json') {
    const { value } = content.value;
    if (isHar(value)) return yield* readHar(value, known, progress);
    const isOther = isWorkspaceDocument(value) || isOpenApi(value);
    const wrapper = isOther ? undefined : wrapperIn(value);
    const list = wrapper === undefined || !isJsonObject(value) ? value : member(value, wrapper);
    if (isJsonArray(list)) {
      const elements = yield* elementsOf(list);
      return single({ ...elements, definition: known(collection), places: 'record', isNamed: false }, collection);
    }
    const { lists, notes } = listsIn(isOther ? null : value);
    if (lists.length > 0 && isJsonObject(value)) {
      const collections: ReadCollection[] = [];
      for (const name of lists) collections.push(yield* listed(value, name, known));
      return accept({ collections, notes });
    }
  }
  const opened = yield* openContent(content.value, text, fileName, { schemas, collection });
  if (!opened.ok) return opened;
  const { workspace, notes } = opened.value;
  const collections = workspace.collections.map(({ definition, records }) => ({
    definition: known(definition.name) ?? definition,
    values: records.map((value, index) => ({ line: index + 1, value })),
    refused: [],
    columns: null,
    places: 'record' as const,
    isNamed: true,
  }));
  return accept({ collections, notes });
}

/** The records of an array in a json-server file. Elements that are no records are refused one by one. */
function* listed(document: JsonObject, name: string, known: ImportOptions['known']): Work<ReadCollection> {
  const list = member(document, name);
  const read = yield* elementsOf(isJsonArray(list) ? list : []);
  return { ...read, definition: known(name) ?? inferred(name, read), places: 'record', isNamed: true };
}

function inferred(name: string, { values }: LineValues): CollectionDefinition {
  return definitionOf(
    name,
    values.slice(0, keySample).map(({ value }) => value),
  );
}

function single(
  read: Omit<ReadCollection, 'definition'> & { readonly definition: CollectionDefinition | undefined },
  collection: string,
): Result<ReadImport> {
  const definition = read.definition ?? inferred(collection, read);
  const hasKeys = read.values.some(({ value }) => idOf(value[definition.key]) !== undefined);
  const isList = read.columns === null || read.columns.includes(definition.key);
  const isEmptyList = isList && read.values.length === 0 && read.refused.length === 0;
  return hasKeys || isEmptyList ? accept({ collections: [{ ...read, definition }], notes: [] }) : refuse(noRecords());
}

function* elementsOf(list: readonly Json[]): Work<LineValues> {
  const values: LineValue[] = [];
  const refused: RefusedLine[] = [];
  for (const [index, value] of list.entries()) {
    const line = index + 1;
    if (isJsonObject(value)) values.push({ line, value });
    else refused.push({ line, reason: `a record must be an object, but this is ${valueName(value)}` });
    if (line % pieceLength === 0) yield;
  }
  return { values, refused, columns: null };
}
