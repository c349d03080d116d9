/** Reads the records of a file for import. Unlike a file that is opened, an imported file may contain unusable records. */

import { accept, type Result, refuse } from '../../domain/basics/result.ts';
import { takeInPieces, type Work } from '../../domain/basics/work.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, member } from '../../domain/json/json.ts';
import { valueName } from '../../domain/json/wording.ts';
import type { CollectionDefinition } from '../../domain/model/collection-definition.ts';
import type { SchemaChecks } from '../../domain/openapi/import/import-schema.ts';
import { keyNote, keyOfList, keySample, type ListKey, withNewKeys } from '../../domain/records/recognize-key.ts';
import { readCsvRecords } from './csv-records.ts';
import { isHar, isOpenApi, isWorkspaceDocument, listsIn, wrapperIn } from './document-kinds.ts';
import { readHar } from './har-records.ts';
import { contentOf, openContent } from './import-records.ts';
import { dialectNote, jsonServerPaths } from './imported-workspace.ts';
import { readNdjson } from './ndjson.ts';
import { definitionOf, mayBeRecords, noRecords } from './open-lists.ts';
import type {
  ImportChoice,
  ImportTargets,
  LineValue,
  LineValues,
  ReadCollection,
  ReadImport,
  ReadProgress,
  RefusedLine,
} from './read-records.ts';

export interface ImportOptions {
  readonly schemas: SchemaChecks;
  /** The collection of records whose text does not name one. */
  readonly collection: string;
  /** The definition of a collection of the workspace; its key and schema take precedence. */
  readonly known: (name: string) => CollectionDefinition | undefined;
  /** The choices for a list, by its name in the file. */
  readonly choiceOf?: (source: string) => ImportChoice;
  /** The collection that takes a list without a name, by the members of its records, unless a choice names another. */
  readonly takerOf?: (members: readonly string[]) => string | undefined;
  readonly progress: ReadProgress;
}

/** The export of an empty collection in a format of lines has no text that could tell the format. */
const emptyLines = /\.(?:ndjson|csv)$/i;

/**
 * Reads the text of a file. Refused with `invalid-workspace` if it has no usable records; a list without records, also as
 * an empty file named as NDJSON or CSV, is accepted.
 */
export function* readImport(text: string, fileName: string, options: ImportOptions): Work<Result<ReadImport>> {
  const { schemas, collection, progress } = options;
  const targets = targetsOf(options);
  if (text.trim() === '' && emptyLines.test(fileName)) {
    return yield* single({ source: collection, values: [], refused: [], columns: null, places: 'line' }, options);
  }
  const content = yield* contentOf(text);
  if (!content.ok) return content;
  if (content.value.kind === 'lines') {
    const schemaOf = (columns: readonly string[]) =>
      unnamedTargets(options, columns).existing(collection)?.schema ?? null;
    const read = content.value.format === 'CSV' ? readCsvRecords(text, schemaOf, progress) : readNdjson(text, progress);
    return yield* single({ source: collection, ...(yield* read), places: 'line' }, options);
  }
  if (content.value.kind === 'json') {
    const { value } = content.value;
    if (isHar(value)) return yield* readHar(value, targets, progress);
    const isOther = isWorkspaceDocument(value) || isOpenApi(value);
    const wrapper = isOther ? undefined : wrapperIn(value);
    const list = wrapper === undefined || !isJsonObject(value) ? value : member(value, wrapper);
    if (isJsonArray(list))
      return yield* single({ source: collection, ...(yield* elementsOf(list)), places: 'record' }, options);
    const { lists, notes } = listsIn(isOther ? null : value);
    if (lists.length > 0 && isJsonObject(value)) {
      const read: KeyedRecords[] = [];
      for (const name of lists) read.push(yield* listed(value, name, targets));
      const ids = read.flatMap(({ values }) => values.slice(0, keySample).map(({ value: { id } }) => id));
      const allNotes = [...notes, ...read.flatMap((one) => one.notes), dialectNote(ids)];
      const collections = read.map(({ found: _, notes: __, ...one }) => ({
        ...one,
        places: 'record' as const,
        isNamed: true,
      }));
      return accept({ collections, notes: allNotes });
    }
  }
  const opened = yield* openContent(content.value, text, fileName, { schemas, collection });
  if (!opened.ok) return opened;
  const { workspace, notes } = opened.value;
  const collections = workspace.collections.map(({ definition, records }) => ({
    ...targets.define(definition.name, (name) => ({ ...definition, name })),
    values: records.map((value, index) => ({ line: index + 1, value })),
    refused: [],
    columns: null,
    places: 'record' as const,
    isNamed: true,
  }));
  return accept({ collections, notes });
}

function targetsOf({ known, choiceOf = () => ({}) }: ImportOptions): ImportTargets {
  const existing = (source: string) => known(choiceOf(source).into ?? source);
  return {
    existing,
    nameOf: (source) => choiceOf(source).into ?? source,
    define: (source, infer) => {
      const { into = source, key } = choiceOf(source);
      const suggested = existing(source) ?? infer(into);
      const definition = key === undefined || existing(source) ? suggested : { ...suggested, key };
      return { source, definition, suggestedKey: suggested.key };
    },
  };
}

/** The targets of a list without a name. */
function unnamedTargets(options: ImportOptions, members: readonly string[]): ImportTargets {
  const { collection, choiceOf = () => ({}), takerOf } = options;
  const choice: ImportChoice = choiceOf(collection);
  const into = choice.into ?? takerOf?.(members);
  return targetsOf({ ...options, choiceOf: () => ({ ...choice, into }) });
}

/** The records of an array in a json-server file. Elements that are no records are refused one by one. */
function* listed(document: JsonObject, name: string, targets: ImportTargets): Work<KeyedRecords> {
  const list = member(document, name);
  const read = yield* elementsOf(isJsonArray(list) ? list : []);
  const keyed = yield* withKeys(name, read, targets);
  const { definition, values } = keyed;
  const isNew = targets.existing(name) === undefined;
  const records = values.slice(0, keySample).map(({ value }) => value);
  const paths = isNew && jsonServerPaths(name, records, Object.keys(document));
  return { ...keyed, definition: { ...definition, ...(paths && { paths }) } };
}

/** The records of a list with the key of their collection; `found` is undefined for an existing one. */
interface KeyedRecords extends LineValues, ReturnType<ImportTargets['define']> {
  readonly newKey?: string;
  readonly found: ListKey | undefined;
  readonly notes: readonly string[];
}

/** Finds the key of a new collection, and gives the records one if no member could be it and none is chosen. */
function* withKeys(source: string, read: LineValues, targets: ImportTargets): Work<KeyedRecords> {
  const name = targets.nameOf(source);
  const records = read.values.map(({ value }) => value);
  const found = targets.existing(source) ? undefined : yield* keyOfList(name, records);
  yield;
  const defined = targets.define(source, () => definitionOf(name, records, found?.key));
  if (!found || found.key !== defined.definition.key) {
    return { ...read, ...defined, ...(found?.toldBy === 'nothing' && { newKey: found.key }), found, notes: [] };
  }
  const note = keyNote(name, found, records.length);
  const notes = note === undefined ? [] : [note];
  if (found.toldBy !== 'nothing') return { ...read, ...defined, found, notes };
  const keyed = yield* withNewKeys(records, found.key);
  const values = read.values.map((one, place) => ({ ...one, value: keyed[place] ?? one.value }));
  return { ...read, values, ...defined, newKey: found.key, found, notes };
}

/** The records of a list that the file does not name. */
function* single(
  { source, places, ...read }: LineValues & Pick<ReadCollection, 'source' | 'places'>,
  options: ImportOptions,
): Work<Result<ReadImport>> {
  const { values, refused, columns } = read;
  const sample = values.slice(0, keySample).map(({ value }) => value);
  // Pauses between the looks at the names of all members: records from CSV may have thousands.
  const members = columns ?? [...new Set(sample.flatMap(Object.keys))];
  yield;
  const { found, notes, ...keyed } = yield* withKeys(source, read, unnamedTargets(options, members));
  const { key } = keyed.definition;
  const isList = columns === null || columns.includes(key);
  // A table may have a fault in every row; refused lines of other formats are no sign of records.
  const isEmptyList = isList && values.length === 0 && (refused.length === 0 || columns !== null);
  const isChosen = found !== undefined && values.length > 0 && key !== found.key;
  const hasKey = found ? found.toldBy === 'name' : isList;
  if (!isEmptyList && !isChosen && !mayBeRecords(read, hasKey)) return refuse(noRecords());
  return accept({ collections: [{ ...keyed, source, places, isNamed: false }], notes });
}

function* elementsOf(list: readonly Json[]): Work<LineValues> {
  const values: LineValue[] = [];
  const refused: RefusedLine[] = [];
  yield* takeInPieces(list, (value, index) => {
    const line = index + 1;
    if (isJsonObject(value)) values.push({ line, value });
    else refused.push({ line, reason: `a record must be an object, but this is ${valueName(value)}` });
  });
  return { values, refused, columns: null };
}
