/** Reads the records of a file for import. Unlike a file that is opened, an imported file may contain unusable records. */

import { accept, type Result, refuse } from '../../domain/basics/result.ts';
import { takeInPieces, type Work } from '../../domain/basics/work.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, member } from '../../domain/json/json.ts';
import { quote, valueName } from '../../domain/json/wording.ts';
import type { CollectionDefinition } from '../../domain/model/collection-definition.ts';
import type { SchemaChecks } from '../../domain/openapi/import/import-schema.ts';
import { idOf } from '../../domain/records/key-index.ts';
import { distinctKey, keySample, recognizeKey } from '../../domain/records/recognize-key.ts';
import { readCsvRecords } from './csv-records.ts';
import { isHar, isOpenApi, isWorkspaceDocument, listsIn, wrapperIn } from './document-kinds.ts';
import { readHar } from './har-records.ts';
import { contentOf, definitionOf, noRecords, openContent } from './import-records.ts';
import { dialectNote, jsonServerPaths } from './imported-workspace.ts';
import { readNdjson } from './ndjson.ts';
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
  /** True if the first member that is different in every record may be the key where no member looks like one. */
  readonly guessKeys?: boolean;
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
  const unnamed = { source: collection, isNamed: false } as const;
  if (text.trim() === '' && emptyLines.test(fileName)) {
    return yield* single({ ...unnamed, values: [], refused: [], columns: null, places: 'line' }, options);
  }
  const content = yield* contentOf(text);
  if (!content.ok) return content;
  if (content.value.kind === 'lines') {
    const schemaOf = (columns: readonly string[]) =>
      unnamedTargets(options, columns).existing(collection)?.schema ?? null;
    const read = content.value.format === 'CSV' ? readCsvRecords(text, schemaOf, progress) : readNdjson(text, progress);
    return yield* single({ ...unnamed, ...(yield* read), places: 'line' }, options);
  }
  if (content.value.kind === 'json') {
    const { value } = content.value;
    if (isHar(value)) return yield* readHar(value, targets, progress);
    const isOther = isWorkspaceDocument(value) || isOpenApi(value);
    const wrapper = isOther ? undefined : wrapperIn(value);
    const list = wrapper === undefined || !isJsonObject(value) ? value : member(value, wrapper);
    if (isJsonArray(list))
      return yield* single({ ...unnamed, ...(yield* elementsOf(list)), places: 'record' }, options);
    const { lists, notes } = listsIn(isOther ? null : value);
    if (lists.length > 0 && isJsonObject(value)) {
      const collections: ReadCollection[] = [];
      for (const name of lists) collections.push(yield* listed(value, name, targets));
      const ids = collections.flatMap((one) => sampleOf(one).map(({ id }) => id));
      return accept({ collections, notes: [...notes, ...collections.flatMap(keyNotes), dialectNote(ids)] });
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

function targetsOf({ known, choiceOf = () => ({}), guessKeys = false }: ImportOptions): ImportTargets {
  const existing = (source: string) => known(choiceOf(source).into ?? source);
  return {
    existing,
    guessKey: (records) => (guessKeys ? distinctKey(records) : undefined),
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
function* listed(document: JsonObject, name: string, targets: ImportTargets): Work<ReadCollection> {
  const list = member(document, name);
  const read = yield* elementsOf(isJsonArray(list) ? list : []);
  const { definition, ...others } = defined(name, read, targets);
  const isNew = targets.existing(name) === undefined;
  const withPaths = isNew
    ? { ...definition, paths: jsonServerPaths(name, sampleOf(read), Object.keys(document)) }
    : definition;
  return { ...read, ...others, definition: withPaths, places: 'record', isNamed: true };
}

function defined(source: string, read: LineValues, targets: ImportTargets) {
  return targets.define(source, (name) => {
    return definitionOf(name, sampleOf(read), targets.guessKey);
  });
}

function sampleOf({ values }: LineValues): readonly JsonObject[] {
  return values.slice(0, keySample).map(({ value }) => value);
}

/** Pauses between the looks at the names of all members: records from CSV may have thousands. */
function* single(
  read: Omit<ReadCollection, 'definition' | 'suggestedKey'>,
  options: ImportOptions,
): Work<Result<ReadImport>> {
  const { source, values, refused, columns } = read;
  const members = columns ?? [...new Set(sampleOf(read).flatMap(Object.keys))];
  const targets = unnamedTargets(options, members);
  const collection = { ...read, ...defined(source, read, targets) };
  const { definition } = collection;
  yield;
  const notes = keyNotes(collection);
  yield;
  const hasKeys = values.some(({ value }) => idOf(value[definition.key]) !== undefined);
  const isList = columns === null || columns.includes(definition.key);
  // A table may have a fault in every row; refused lines of other formats are no sign of records.
  const isEmptyList = isList && values.length === 0 && (refused.length === 0 || columns !== null);
  // Any text without commas reads as CSV of one column.
  const isText = columns?.length === 1 && notes.length > 0;
  const isChosen = values.length > 0 && definition.key !== collection.suggestedKey;
  const mayHaveKeys = hasKeys || isChosen || isEmptyList || targets.guessKey(sampleOf(read)) !== undefined;
  if (isText || !mayHaveKeys) return refuse(noRecords());
  return accept({ collections: [collection], notes });
}

/** A note on the key of a list if no name of a member told it. */
function keyNotes(read: ReadCollection): readonly string[] {
  const { key, name } = read.definition;
  const records = sampleOf(read);
  if (recognizeKey(name, records) !== undefined || distinctKey(records) !== key) return [];
  return [
    `The key of ${name} is ${quote(key)}: no member looks like a key, and this one is different in every record.`,
  ];
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
