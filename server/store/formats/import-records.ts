/**
 * Opens workspaces and the other files that testers have: a JSON array of users, a json-server file, NDJSON, CSV, an OpenAPI
 * document in JSON or YAML. The text decides about its format; the file name only names the workspace.
 */
import type { LongText } from '../../domain/basics/long-text.ts';
import { type Problem, problem } from '../../domain/basics/problem.ts';
import { accept, assertNever, type Result, refuse } from '../../domain/basics/result.ts';
import { finish, type Work } from '../../domain/basics/work.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, member } from '../../domain/json/json.ts';
import { quote } from '../../domain/json/wording.ts';
import type { CollectionDefinition, CollectionFixtures } from '../../domain/model/collection-definition.ts';
import { importOpenApi } from '../../domain/openapi/import/import.ts';
import type { SchemaChecks } from '../../domain/openapi/import/import-schema.ts';
import { idOf, KeyIndex } from '../../domain/records/key-index.ts';
import { keySample, recognizeKey } from '../../domain/records/recognize-key.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import { CheckedCursor, type Fault } from './checked-cursor.ts';
import { decodeRecords } from './collection-format.ts';
import { readCsvRecords } from './csv-records.ts';
import {
  isHar,
  isOpenApi,
  isOpenApiJson,
  isOpenApiYaml,
  isWorkspaceDocument,
  listsIn,
  wrapperIn,
} from './document-kinds.ts';
import { jsonServerPaths, workspaceOf } from './imported-workspace.ts';
import { atOnce, faultSentence, parseFile, parseFileInPieces, refuseFile } from './json-file.ts';
import { readNdjson } from './ndjson.ts';
import type { LineValue, LineValues, RefusedLine } from './read-records.ts';
import { indexWorkspace, readWorkspace } from './workspace-format.ts';
import { parseYaml } from './yaml/yaml-text.ts';

/** Records that are made up for a collection of an OpenAPI document without examples. */
const madeRecords = 5;

export interface OpenedText {
  readonly workspace: Workspace;
  readonly format: 'workspace' | 'JSON array' | 'json-server' | 'NDJSON' | 'CSV' | 'OpenAPI';
  /** Sentences about the parts of the text that were not used. */
  readonly notes: readonly string[];
}

export interface TextOptions {
  /** Checks the schemas and examples of an OpenAPI document; without it all are accepted. */
  readonly schemas?: SchemaChecks | undefined;
  /** The collection of records whose text does not name one. */
  readonly collection?: string;
  /** Parses JSON; a known text can be parsed without checks. */
  readonly parse?: typeof parseFileInPieces;
}

/** The detected kind of a text. */
export type TextContent =
  | { readonly kind: 'lines'; readonly format: 'CSV' | 'NDJSON' }
  | { readonly kind: 'json'; readonly value: Json }
  /** YAML, or JSON that only a YAML parser accepts; `jsonProblem` is the problem of the JSON parser. */
  | { readonly kind: 'openapi'; readonly jsonProblem: Problem | null };

/** The text of a file; a long one comes in pieces and is joined only for formats other than JSON, and for refusals. */
type FileText = string | LongText;

/** The first character that is no white space. */
function firstOf(text: FileText): string | undefined {
  for (const piece of typeof text === 'string' ? [text] : text.pieces) {
    const first = /\S/.exec(piece)?.[0];
    if (first !== undefined) return first;
  }
  return undefined;
}

/** Detects the kind of a text. Refused with `invalid-workspace` and the position of the fault. `parse` parses JSON. */
export function* contentOf(text: FileText, parse = parseFileInPieces): Work<Result<TextContent>> {
  const begin = firstOf(text);
  if (begin === undefined) return refuse(problem('invalid-workspace', 'The file is empty.'));
  if (begin !== '{' && begin !== '[') {
    return accept(
      isOpenApiYaml(text.toString()) ? { kind: 'openapi', jsonProblem: null } : { kind: 'lines', format: 'CSV' },
    );
  }
  const parsed = yield* parse(text);
  if (!parsed.ok) {
    if (yield* beginsWithRecord(text.toString())) return accept({ kind: 'lines', format: 'NDJSON' });
    // The JSON parser refuses a bound such as 9223372036854775807; as YAML it is rounded with a note.
    return isOpenApiJson(text.toString()) ? accept({ kind: 'openapi', jsonProblem: parsed.problem }) : parsed;
  }
  const { value } = parsed;
  // NDJSON with a single record is also JSON.
  const isLine = !isOpenApi(value) && !isWorkspaceDocument(value) && isRecord(value);
  return accept(
    isLine && !/[\r\n]/.test(text.toString().trim()) ? { kind: 'lines', format: 'NDJSON' } : { kind: 'json', value },
  );
}

/** Reads a workspace, or builds one from records. Refused with `invalid-workspace` and the position of the fault. */
export function openWorkspaceText(text: string, fileName: string, options: TextOptions = {}): Result<OpenedText> {
  return finish(openTextInPieces(text, fileName, { parse: atOnce(parseFile), ...options }));
}

/** {@link openWorkspaceText} with pauses. */
export function* openTextInPieces(
  text: FileText,
  fileName: string,
  { schemas, collection = 'users', parse = parseFileInPieces }: TextOptions,
): Work<Result<OpenedText>> {
  const content = yield* contentOf(text, parse);
  return content.ok ? yield* openContent(content.value, text, fileName, { schemas, collection }) : content;
}

/** {@link openWorkspaceText} for a text of a known kind. */
export function* openContent(
  content: TextContent,
  text: FileText,
  fileName: string,
  { schemas, collection = 'users' }: TextOptions,
): Work<Result<OpenedText>> {
  switch (content.kind) {
    case 'lines': {
      const lines =
        content.format === 'CSV' ? readCsvRecords(text.toString(), () => null) : readNdjson(text.toString());
      return openLines(yield* lines, content.format, fileName, collection);
    }
    case 'openapi': {
      const opened = yield* openYaml(text.toString(), fileName, schemas);
      return opened.ok || content.jsonProblem === null ? opened : refuse(content.jsonProblem);
    }
    case 'json': {
      if (isHar(content.value)) {
        const detail = 'This is an HTTP archive (HAR); open a workspace and import the archive there.';
        return refuse(problem('invalid-workspace', detail));
      }
      if (isOpenApi(content.value)) return yield* openOpenApi(content.value, fileName, schemas);
      yield* indexRecords(content.value, collection);
      return openDocument(content.value, text, fileName, collection);
    }
    default:
      return assertNever(content);
  }
}

/** Indexes the lists of records in a document by the keys that {@link openDocument} will ask for. */
function* indexRecords(value: Json, collection: string): Work<void> {
  if (isJsonArray(value)) yield* indexList(collection, value);
  if (!isJsonObject(value)) return;
  for (const [name, list] of Object.entries(value)) {
    if (isJsonArray(list)) yield* indexList(name === wrapperIn(value) ? collection : name, list);
  }
  yield* indexWorkspace(value);
}

function* indexList(name: string, list: readonly Json[]): Work<void> {
  yield* KeyIndex.inPieces(list, keyedDefinition(name, list).key);
}

/** The definition of a collection by the first elements of its list. */
function keyedDefinition(name: string, list: readonly Json[]): CollectionDefinition {
  return definitionOf(name, list.slice(0, keySample).filter(isJsonObject));
}

function openDocument(document: Json, text: FileText, fileName: string, collection: string): Result<OpenedText> {
  const faults: Fault[] = [];
  const at = CheckedCursor.over(document, faults);
  const opened = (workspace: Workspace, format: OpenedText['format']): Result<OpenedText> =>
    faults.length === 0 ? accept({ workspace, format, notes: [] }) : refuse(refuseFile(text.toString(), faults));
  const list = isJsonArray(document) ? at : wrappedList(document, at);
  if (list) return opened(workspaceOf([collectionAt(list, collection)], fileName), 'JSON array');
  return isWorkspaceDocument(document)
    ? opened(readWorkspace(at), 'workspace')
    : openJsonServer(document, text, fileName);
}

/** Opens a json-server file. An array with a fault is left out with a note, unless none remains. */
function openJsonServer(document: Json, text: FileText, fileName: string): Result<OpenedText> {
  const collections: CollectionFixtures[] = [];
  const notes: string[] = [];
  const allFaults: Fault[] = [];
  const { lists, notes: unused } = listsIn(document);
  for (const name of lists) {
    const faults: Fault[] = [];
    const collection = collectionAt(CheckedCursor.over(document, faults).member(name), name);
    const [fault] = faults;
    if (fault) notes.push(`${quote(name)} was not used. ${faultSentence(text.toString(), fault)}.`);
    else {
      const paths = jsonServerPaths(name, collection.records.slice(0, keySample), lists);
      collections.push({ ...collection, definition: { ...collection.definition, paths } });
    }
    allFaults.push(...faults);
  }
  if (collections.length > 0) {
    return accept({
      workspace: workspaceOf(collections, fileName),
      format: 'json-server',
      notes: [...notes, ...unused],
    });
  }
  if (allFaults.length === 0) CheckedCursor.over(document, allFaults).refuse(noList);
  return refuse(refuseFile(text.toString(), allFaults));
}

const noList = 'no member is an array of records, and a workspace has the member "format"';

function wrappedList(document: Json, at: CheckedCursor): CheckedCursor | undefined {
  const name = isWorkspaceDocument(document) ? undefined : wrapperIn(document);
  return name === undefined ? undefined : at.member(name);
}

function* openYaml(text: string, fileName: string, schemas?: SchemaChecks): Work<Result<OpenedText>> {
  const parsed = yield* parseYaml(text);
  return parsed.ok ? yield* openOpenApi(parsed.value.value, fileName, schemas, parsed.value.notes) : parsed;
}

function* openOpenApi(
  document: Json,
  fileName: string,
  schemas?: SchemaChecks,
  textNotes: readonly string[] = [],
): Work<Result<OpenedText>> {
  const imported = yield* importOpenApi(document, schemas, madeRecords);
  if (!imported.ok) return imported;
  const { title, collections, notes } = imported.value;
  const workspace = workspaceOf(collections, fileName);
  return accept({
    workspace: { ...workspace, name: title ?? workspace.name },
    format: 'OpenAPI',
    notes: [...textNotes, ...notes.map(({ pointer, sentence }) => `${sentence} See #${pointer}.`)],
  });
}

function collectionAt(at: CheckedCursor, name: string): CollectionFixtures {
  const definition = keyedDefinition(name, at.list());
  return { definition, records: decodeRecords(at, definition.key) };
}

/** Infers a definition from records. Without a recognizable or guessed key, it is `userId` for users and `id` for others. */
export function definitionOf(
  name: string,
  records: readonly JsonObject[],
  guessKey: (records: readonly JsonObject[]) => string | undefined = () => undefined,
): CollectionDefinition {
  const [first = {}] = records;
  return {
    name,
    key: recognizeKey(name, records) ?? guessKey(records) ?? (name === 'users' ? 'userId' : 'id'),
    sort: null,
    time: member(first, 'created_at') === undefined ? null : 'created_at',
    schema: null,
  };
}

/** Builds a workspace from a file that is read line by line. */
function openLines(
  { values, refused }: LineValues,
  format: OpenedText['format'],
  fileName: string,
  collection: string,
): Result<OpenedText> {
  const definition = definitionOf(
    collection,
    values.slice(0, keySample).map(({ value }) => value),
  );
  if (!values.some(({ value }) => idOf(member(value, definition.key)) !== undefined)) return refuse(noRecords());
  const [fault] = [...refused, ...keyFaults(values, definition.key)].sort((a, b) => a.line - b.line);
  if (fault) return refuse(problem('invalid-workspace', `Line ${fault.line}: ${fault.reason}.`));
  const fixtures = { definition, records: values.map(({ value }) => value) };
  return accept({ workspace: workspaceOf([fixtures], fileName), format, notes: [] });
}

/** The problem of a text in no known format. */
export function noRecords(): Problem {
  return problem('invalid-workspace', 'The file is no workspace and has no records with a key such as id.');
}

function keyFaults(values: readonly LineValue[], key: string): readonly RefusedLine[] {
  const lines = new Map<string, number>();
  return values.flatMap(({ line, value }) => {
    const id = idOf(member(value, key));
    if (id === undefined) return [{ line, reason: `there is no usable key ${quote(key)}` }];
    const taken = lines.get(id);
    if (taken !== undefined) return [{ line, reason: `the key ${quote(id)} is taken already; see line ${taken}` }];
    lines.set(id, line);
    return [];
  });
}

/** True for NDJSON: its first line is a whole record, unlike the first line of a damaged workspace. */
function* beginsWithRecord(text: string): Work<boolean> {
  const line = /[^\r\n]*/.exec(text.trimStart())?.[0] ?? '';
  const [first] = (yield* readNdjson(line)).values;
  return first !== undefined && recognizeKey('', [first.value]) !== undefined;
}

/** True for an object with one of the two most usual keys; a member such as `code` may be one of an envelope. */
function isRecord(value: Json): boolean {
  return isJsonObject(value) && ['userId', 'id'].some((name) => idOf(member(value, name)) !== undefined);
}
