import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { pieceLength, takeInPieces, type Work, wholeRecordsLength } from '../domain/basics/work.ts';
import { type JsonObject, member } from '../domain/json/json.ts';
import { quote } from '../domain/json/wording.ts';
import {
  type CollectionDefinition,
  collectionNameRule,
  isCollectionName,
} from '../domain/model/collection-definition.ts';
import { keyLike, withKey } from '../domain/records/assign-key.ts';
import { idOf } from '../domain/records/key-index.ts';
import { levelsOf, type RecordLevels, sameLevels } from '../domain/records/record-edit.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import {
  type ImportChoice,
  type ImportMode,
  type ReadCollection,
  type ReadImport,
  type ReadProgress,
  type RefusedLine,
  refusedLine,
} from '../store/formats/read-records.ts';
import type { LiveWorkspace } from '../workspace/live-workspace.ts';
import { FilledMembers } from './filled-members.ts';
import { faultsAgainst, withFaults } from './import-faults.ts';
import { isKeyless, type KeyCandidate, keyCandidatesOf, keylessNotes, noFurtherKey } from './import-keys.ts';

/** A record that an import changes or leaves as it is. */
export interface PlannedRecord {
  readonly id: string;
  /** Place in the file; null for a record that the file does not have. */
  readonly line: number | null;
  /** The record after the import; undefined for a removed one. */
  readonly value: JsonObject | undefined;
  /** What it is planned from, as {@link originOf} says; undefined if there was no such record. */
  readonly from: JsonObject | undefined;
}

/**
 * What an import plans a record from: its fixture, else the live record. Over a fixture, clients write the live record at any
 * moment, and an import replaces what they wrote.
 */
export function originOf({ fixture, live }: RecordLevels): JsonObject | undefined {
  return fixture ?? live;
}

/** The planned changes of a collection. */
export interface PlannedCollection {
  /** The name of the list in the file. */
  readonly source: string;
  readonly definition: CollectionDefinition;
  /** Undefined for a new collection. */
  readonly existing: SharedCollection | undefined;
  /** The members that may be the key of a new collection; empty for an existing one, which has its key. */
  readonly keys: readonly KeyCandidate[];
  /** In file order. `same` records equal both their fixture and their live record. */
  readonly records: Readonly<Record<'new' | 'changed' | 'same' | 'removed', readonly PlannedRecord[]>>;
  readonly refused: readonly RefusedLine[];
  /** Number of fixtures that the file does not have, and that stay. */
  readonly kept: number;
  readonly places: ReadCollection['places'];
  readonly isNamed: boolean;
  readonly mode: ImportMode;
  /** True if the file has no keys. A new one that is taken before the import makes way for the next. */
  readonly isKeyless: boolean;
  /** Sentences about members that the new records get. */
  readonly notes: readonly string[];
}

export interface ImportPlan {
  readonly collections: readonly PlannedCollection[];
  readonly notes: readonly string[];
}

/** The choices of an import, by the names of the lists in the file. */
export type ImportChoices = ReadonlyMap<string, ImportChoice>;

/**
 * Compares the records of a file with the workspace and sorts them into new, changed, equal and invalid ones. An invalid
 * record has no usable key or does not fit the schema. Refused with `invalid-workspace` for an unusable schema, and with
 * `bad-request` for a choice that cannot be followed.
 */
export function* planImport(
  { collections, notes }: ReadImport,
  workspace: LiveWorkspace,
  progress: ReadProgress,
  choices: ImportChoices = new Map(),
): Work<Result<ImportPlan, Problem>> {
  const misdirected = targetFault(collections, choices);
  if (misdirected !== undefined) return refuse(problem('bad-request', misdirected));
  const total = collections.reduce((sum, { values }) => sum + values.length, 0);
  const plans: PlannedCollection[] = [];
  let planned = 0;
  for (const read of collections) {
    const compiled = yield* workspace.schemas.tryCompile(read.definition);
    if (!compiled.ok) return compiled;
    const choice = choices.get(read.source) ?? {};
    const keys = workspace.collections.has(read.definition.name) ? [] : yield* keyCandidatesOf(read);
    const fault = keyFault(choice, read, keys);
    if (fault !== undefined) return refuse(problem('bad-request', fault));
    const before = planned;
    const plan = planCollection(read, choice.mode, workspace, (count) => progress((before + count) / total));
    plans.push({ ...(yield* plan), keys });
    planned += read.values.length;
  }
  return accept({ collections: plans, notes: [...notes, ...plans.flatMap((plan) => plan.notes)] });
}

/** Why the records cannot go where the choices send them, as a sentence. */
function targetFault(collections: ReadImport['collections'], choices: ImportChoices): string | undefined {
  const sources = collections.map(({ source }) => source);
  const unknown = [...choices.keys()].find((source) => !sources.includes(source));
  if (unknown !== undefined) return `The file has no collection ${quote(unknown)}; it has ${sources.join(', ')}.`;
  const misnamed = [...choices.values()].find(({ into }) => into !== undefined && !isCollectionName(into));
  if (misnamed) return `${quote(misnamed.into ?? '')} cannot be the name of a collection: ${collectionNameRule}.`;
  const takers = new Map<string, string>();
  for (const { source, definition } of collections) {
    const other = takers.get(definition.name);
    if (other !== undefined) return `${other} and ${source} cannot both go to ${definition.name}.`;
    takers.set(definition.name, source);
  }
  return undefined;
}

/** Why a chosen key cannot be used, as a sentence. */
function keyFault(
  { key }: ImportChoice,
  { definition: { name, key: used } }: ReadCollection,
  keys: readonly KeyCandidate[],
): string | undefined {
  if (key === undefined) return undefined;
  if (key !== used) return `The key of ${name} is ${quote(used)} and cannot be chosen: the collection exists.`;
  const reason = keys.find((one, place) => one.name === key && place > 0)?.reason;
  return reason ? `${quote(key)} cannot be the key: ${reason}.` : undefined;
}

function* planCollection(
  read: ReadCollection,
  mode: ImportMode | undefined,
  workspace: LiveWorkspace,
  progress: (count: number) => void,
): Work<Omit<PlannedCollection, 'keys'>> {
  const { source, definition, values, refused, columns, places, isNamed } = read;
  const existing = workspace.collections.get(definition.name);
  const lines = new Map<string, number>();
  const refusedIds = new Set<string>();
  const isSeen = (id: string) => lines.has(id) || refusedIds.has(id);
  const records = { new: [] as PlannedRecord[], changed: [] as PlannedRecord[], same: [] as PlannedRecord[] };
  const invalid: RefusedLine[] = [];
  const members = new FilledMembers(definition);
  const newKey = existing && (yield* isKeyless(read, existing)) ? existing.newKeys(workspace.newId) : undefined;
  let known = 0;
  const examine = (line: number, asRead: JsonObject, own = columns) => {
    const given = newKey ? withKey(definition, asRead, newKey) : asRead;
    const id = idOf(member(given, definition.key));
    const before = id === undefined ? undefined : existing && levelsOf(existing, id);
    const typed = id === undefined || !existing ? given : completed(existing, given, id, read, mode, own);
    const value = before?.fixture || before?.live ? typed : members.fill(typed);
    if (id !== undefined && before?.fixture && !isSeen(id)) known += 1;
    const isSpent = newKey && id !== undefined && (before?.fixture ?? before?.live ?? lines.get(id)) !== undefined;
    const faults = isSpent
      ? [noFurtherKey(definition)]
      : faultsAgainst(id, value, line, read, existing, lines, workspace);
    return { id, typed, value, before, faults };
  };
  for (const [index, { line, value: given, columns: own }] of values.entries()) {
    if (index % pieceLength === 0) progress(index);
    if (index % wholeRecordsLength === 0) yield;
    const { id, typed, value, before, faults } = examine(line, given, own);
    if (id === undefined || faults.length > 0) {
      if (id !== undefined) refusedIds.add(id);
      invalid.push(refusedLine(line, faults, value));
      continue;
    }
    lines.set(id, line);
    const isSame = before && sameLevels(before, { fixture: value, live: value });
    const from = before && originOf(before);
    records[isSame ? 'same' : before?.fixture ? 'changed' : 'new'].push({ id, line, value, from });
    if (value !== typed) members.count(typed);
  }
  const explain = (unread: RefusedLine) => {
    const { line, value } = unread;
    const examined = value && examine(line, value);
    if (examined?.id !== undefined) refusedIds.add(examined.id);
    // Cells that cannot be told apart say nothing about members.
    const more = unread.member === undefined ? [] : (examined?.faults ?? []);
    invalid.push(more.length > 0 ? withFaults(unread, more) : unread);
  };
  yield* takeInPieces(refused, explain, wholeRecordsLength);
  const removed = existing && mode === 'replace-all' ? yield* absentRecords(existing, isSeen) : [];
  return {
    source,
    definition,
    existing,
    records: { ...records, removed },
    refused: invalid.sort((a, b) => a.line - b.line),
    kept: existing && mode !== 'replace-all' ? existing.fixtures().size - known : 0,
    places,
    isNamed,
    isKeyless: newKey !== undefined,
    notes: [...(newKey ? keylessNotes(definition, records.new) : []), ...members.notes()],
    mode: mode ?? (columns !== null || values.some((value) => value.columns !== undefined) ? 'merge' : 'replace'),
  };
}

/** A record of the file with the key's type and the members of the fixture that the file does not cover. */
function completed(
  existing: SharedCollection,
  given: JsonObject,
  id: string,
  { columns }: ReadCollection,
  mode: ImportMode | undefined,
  own: readonly string[] | null,
): JsonObject {
  const keyed = columns === null ? given : withKeyType(existing, given, id);
  return withOtherMembers(existing, keyed, id, coveredMembers(mode, given, own));
}

/** The records of a collection, live ones as well, that a file does not have. */
function* absentRecords(collection: SharedCollection, isSeen: (id: string) => boolean): Work<PlannedRecord[]> {
  const absent = new Set<string>();
  yield* takeInPieces(collection.fixtures(), ({ id }) => {
    if (!isSeen(id)) absent.add(id);
  });
  for (const id of collection.changedIds()) if (!isSeen(id) && collection.get(id)) absent.add(id);
  const planned: PlannedRecord[] = [];
  yield* takeInPieces(absent, (id) => {
    planned.push({ id, line: null, value: undefined, from: originOf(levelsOf(collection, id)) });
  });
  return planned;
}

/** The members that a record of the file sets or removes; null for all. */
function coveredMembers(
  mode: ImportMode | undefined,
  given: JsonObject,
  columns: readonly string[] | null,
): readonly string[] | null {
  if (mode === undefined) return columns;
  return mode === 'merge' ? (columns ?? Object.keys(given)) : null;
}

/** Gives the key of a CSV record the JSON type of the collection's keys, which CSV cannot express. */
function withKeyType(collection: SharedCollection, read: JsonObject, id: string): JsonObject {
  const { key } = collection.definition;
  const [first] = collection.fixtures().values();
  const sample = member(collection.fixture(id)?.value ?? collection.get(id)?.value ?? first ?? read, key);
  return typeof sample === typeof read[key] ? read : { ...read, [key]: keyLike(sample, id) };
}

/** Adds the members of the fixture that are not columns of the file; without columns, the record is whole. */
function withOtherMembers(
  collection: SharedCollection,
  read: JsonObject,
  id: string,
  columns: readonly string[] | null,
): JsonObject {
  const fixture = collection.fixture(id)?.value;
  if (!fixture || columns === null) return read;
  const kept = Object.entries(fixture).filter(([name]) => !columns.includes(name) || member(read, name) !== undefined);
  return { ...Object.fromEntries(kept), ...read };
}
