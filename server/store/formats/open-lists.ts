/** Opens the lists of records in a file: their collections, and a key for records that have none. */
import { parse } from 'node:path';
import type { LongText } from '../../domain/basics/long-text.ts';
import { type Problem, problem } from '../../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../../domain/basics/result.ts';
import type { Work } from '../../domain/basics/work.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, member } from '../../domain/json/json.ts';
import { quote } from '../../domain/json/wording.ts';
import {
  type CollectionDefinition,
  type CollectionFixtures,
  collectionNameFor,
} from '../../domain/model/collection-definition.ts';
import { idOf, KeyIndex } from '../../domain/records/key-index.ts';
import {
  keyNote,
  keyOfList,
  keySample,
  recognizeKey,
  usualKey,
  withNewKeys,
} from '../../domain/records/recognize-key.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import { CheckedCursor, type Fault } from './checked-cursor.ts';
import { decodeRecords } from './collection-format.ts';
import { listsIn, wrapperIn } from './document-kinds.ts';
import { jsonServerPaths, workspaceOf } from './imported-workspace.ts';
import { faultSentence, refuseFile } from './json-file.ts';
import type { LineValue, LineValues, RefusedLine } from './read-records.ts';

/** The text of a file; a long one comes in pieces and is joined only for formats other than JSON, and for refusals. */
export type FileText = string | LongText;

export interface OpenedText {
  readonly workspace: Workspace;
  readonly format: 'workspace' | 'JSON array' | 'json-server' | 'NDJSON' | 'CSV' | 'OpenAPI';
  /** Sentences about the parts of the text that were not used. */
  readonly notes: readonly string[];
}

/** The collection of records that no member names: users if `userId` identifies them, else it is named after the file. */
function unnamedCollection(fileName: string, records: readonly JsonObject[]): string {
  const named = collectionNameFor(parse(fileName).name);
  return recognizeKey(named, records) === 'userId' ? 'users' : named;
}

/** Opens a list of records, alone or in an envelope, or a json-server file. */
export function* openLists(
  document: Json,
  text: FileText,
  fileName: string,
  collection?: string,
): Work<Result<OpenedText>> {
  const faults: Fault[] = [];
  const at = CheckedCursor.over(document, faults);
  const wrapper = wrapperIn(document);
  const list = wrapper === undefined ? at : at.member(wrapper);
  if (!isJsonArray(list.value)) return yield* openJsonServer(document, text, fileName);
  const name = collection ?? unnamedCollection(fileName, recordsIn(list.value.slice(0, keySample)));
  const { fixtures, note } = yield* collectionAt(list, name);
  if (faults.length > 0) return refuse(refuseFile(text.toString(), faults));
  const notes = note === undefined ? [] : [note];
  return accept({ workspace: workspaceOf([fixtures], fileName), format: 'JSON array', notes });
}

/** Opens a json-server file. An array with a fault is left out with a note, unless none remains. */
function* openJsonServer(document: Json, text: FileText, fileName: string): Work<Result<OpenedText>> {
  const collections: CollectionFixtures[] = [];
  const notes: string[] = [];
  const allFaults: Fault[] = [];
  const { lists, notes: unused } = listsIn(document);
  for (const name of lists) {
    const faults: Fault[] = [];
    const { fixtures, note } = yield* collectionAt(CheckedCursor.over(document, faults).member(name), name);
    const [fault] = faults;
    if (fault) notes.push(`${quote(name)} was not used. ${faultSentence(text.toString(), fault)}.`);
    else {
      const { definition, records } = fixtures;
      const paths = jsonServerPaths(name, records.slice(0, keySample), lists);
      collections.push({ definition: { ...definition, paths }, records });
      if (note !== undefined) notes.push(note);
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

/** Decodes a list. Its records get a key if none of their members could be one; `note` says so. */
function* collectionAt(at: CheckedCursor, name: string) {
  const list = at.list();
  const records = recordsIn(list);
  // An element that is no record is a fault, whatever the key.
  const found = yield* keyOfList(name, records.length < list.length ? records.slice(0, keySample) : records);
  const isNew = found.toldBy === 'nothing';
  if (isNew && records.length < list.length) refuseOthers(at);
  const keyed = isNew ? yield* withNewKeys(records, found.key) : records;
  yield* KeyIndex.inPieces(isNew ? keyed : list, found.key);
  const fixtures: CollectionFixtures = {
    definition: definitionOf(name, records, found.key),
    records: isNew ? keyed : decodeRecords(at, found.key),
  };
  return { fixtures, note: keyNote(name, found, records.length) };
}

/** Refuses the elements that are no records, of a list whose records get new keys. */
function refuseOthers(at: CheckedCursor): void {
  for (const element of at.elements()) if (!isJsonObject(element.value ?? null)) element.names();
}

function recordsIn(list: readonly Json[]): readonly JsonObject[] {
  return list.every(isJsonObject) ? (list as readonly JsonObject[]) : list.filter(isJsonObject);
}

/** Infers a definition from records. */
export function definitionOf(
  name: string,
  records: readonly JsonObject[],
  key = recognizeKey(name, records) ?? usualKey(name),
): CollectionDefinition {
  const [first = {}] = records;
  const time = member(first, 'created_at') === undefined ? null : 'created_at';
  return { name, key, sort: null, time, schema: null };
}

/** Builds a workspace from a file that is read line by line. */
export function* openLines(
  lines: LineValues,
  format: OpenedText['format'],
  fileName: string,
  collection?: string,
): Work<Result<OpenedText>> {
  const records = lines.values.map(({ value }) => value);
  const name = collection ?? unnamedCollection(fileName, records.slice(0, keySample));
  const found = yield* keyOfList(name, records);
  if (!mayBeRecords(lines, found.toldBy === 'name')) return refuse(noRecords());
  const { key } = found;
  const isNew = found.toldBy === 'nothing';
  const faults = isNew ? lines.refused : [...lines.refused, ...keyFaults(lines.values, key)];
  const [fault] = [...faults].sort((a, b) => a.line - b.line);
  if (fault) return refuse(problem('invalid-workspace', `Line ${fault.line}: ${fault.reason}.`));
  const fixtures = {
    definition: definitionOf(name, records, key),
    records: isNew ? yield* withNewKeys(records, key) : records,
  };
  const note = keyNote(name, found, records.length);
  return accept({ workspace: workspaceOf([fixtures], fileName), format, notes: note === undefined ? [] : [note] });
}

/**
 * Whether a file has records: prose reads as CSV of one column, or of rows most of which have a wrong number of cells.
 * `hasKey` says that a member is the key by its name.
 */
export function mayBeRecords({ values, refused, columns }: LineValues, hasKey: boolean): boolean {
  if (values.length === 0) return false;
  return hasKey || columns === null || (columns.length > 1 && refused.length < values.length);
}

/** The problem of a text in no known format. */
export function noRecords(): Problem {
  return problem(
    'invalid-workspace',
    'The file has no records: it is no workspace, JSON, NDJSON, CSV or OpenAPI document with a list of them.',
  );
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
