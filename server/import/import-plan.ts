import { accept, type Result } from '../domain/basics/result.ts';
import { pieceLength, type Work } from '../domain/basics/work.ts';
import { type JsonObject, member } from '../domain/json/json.ts';
import { quote } from '../domain/json/wording.ts';
import type { CollectionDefinition } from '../domain/model/collection-definition.ts';
import { keyLike } from '../domain/records/assign-key.ts';
import { idOf } from '../domain/records/key-index.ts';
import { levelsOf, sameLevels } from '../domain/records/record-edit.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import { describeFault, findFaults } from '../domain/records/validate-record.ts';
import type { ReadCollection, ReadImport, ReadProgress, RefusedLine } from '../store/formats/read-records.ts';
import type { LiveWorkspace } from '../workspace/live-workspace.ts';

/** The planned changes of a collection. */
export interface PlannedCollection {
  readonly definition: CollectionDefinition;
  /** Undefined for a new collection. */
  readonly existing: SharedCollection | undefined;
  /** New records and records that differ from their fixture or live record, in file order. */
  readonly records: readonly { readonly id: string; readonly value: JsonObject }[];
  readonly fresh: number;
  readonly changed: number;
  /** Number of records that equal both their fixture and their live record. */
  readonly same: number;
  readonly refused: readonly RefusedLine[];
  readonly places: ReadCollection['places'];
  readonly isNamed: boolean;
  /** `merge` if a record of the file may lack members that the workspace keeps. */
  readonly mode: 'replace' | 'merge';
}

export interface ImportPlan {
  readonly collections: readonly PlannedCollection[];
  readonly notes: readonly string[];
}

/**
 * Compares the records of a file with the workspace and sorts them into new, changed, equal and invalid ones. An invalid
 * record has no usable key or does not fit the schema. Refused with `invalid-workspace` for an unusable schema.
 */
export function* planImport(
  { collections, notes }: ReadImport,
  workspace: LiveWorkspace,
  progress: ReadProgress,
): Work<Result<ImportPlan>> {
  const total = collections.reduce((sum, { values }) => sum + values.length, 0);
  const plans: PlannedCollection[] = [];
  let planned = 0;
  for (const read of collections) {
    const compiled = workspace.schemas.tryCompile(read.definition);
    if (!compiled.ok) return compiled;
    const before = planned;
    plans.push(yield* planCollection(read, workspace, (count) => progress((before + count) / total)));
    planned += read.values.length;
  }
  return accept({ collections: plans, notes });
}

function* planCollection(
  read: ReadCollection,
  workspace: LiveWorkspace,
  progress: (count: number) => void,
): Work<PlannedCollection> {
  const { definition, values, refused, columns, places, isNamed } = read;
  const existing = workspace.collections.get(definition.name);
  const lines = new Map<string, number>();
  const records: { id: string; value: JsonObject }[] = [];
  const invalid: RefusedLine[] = [];
  let fresh = 0;
  let same = 0;
  for (const [index, { line, value: given, columns: own }] of values.entries()) {
    if (index % pieceLength === 0) {
      progress(index);
      yield;
    }
    const id = idOf(member(given, definition.key));
    if (id === undefined) {
      invalid.push({ line, reason: `there is no usable key ${quote(definition.key)}` });
      continue;
    }
    const keyed = existing && columns !== null ? withKeyType(existing, given, id) : given;
    const value = existing ? withOtherMembers(existing, keyed, id, own ?? columns) : given;
    const reason = reasonAgainst(id, value, read, existing, lines, workspace);
    if (reason !== undefined) {
      invalid.push({ line, reason });
      continue;
    }
    lines.set(id, line);
    const before = existing && levelsOf(existing, id);
    if (before && sameLevels(before, { fixture: value, live: value })) {
      same += 1;
      continue;
    }
    if (before?.fixture === undefined) fresh += 1;
    records.push({ id, value });
  }
  return {
    definition,
    existing,
    records,
    fresh,
    changed: records.length - fresh,
    same,
    refused: [...refused, ...invalid].sort((a, b) => a.line - b.line),
    places,
    isNamed,
    mode: columns !== null || values.some((value) => value.columns !== undefined) ? 'merge' : 'replace',
  };
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

/** Why a record cannot be imported, as a clause; undefined for a valid one. */
function reasonAgainst(
  id: string,
  value: JsonObject,
  { definition, places }: ReadCollection,
  existing: SharedCollection | undefined,
  lines: ReadonlyMap<string, number>,
  workspace: LiveWorkspace,
): string | undefined {
  const taken = lines.get(id);
  if (taken !== undefined) return `the key ${quote(id)} is taken already; see ${places} ${taken}`;
  const stored = existing?.fixture(id) ?? existing?.get(id);
  const [here, there] = [member(value, definition.key), stored && member(stored.value, definition.key)];
  if (there !== undefined && here !== there) {
    return `the key is ${JSON.stringify(here)} here and ${JSON.stringify(there)} in the workspace`;
  }
  const [fault] = findFaults(definition, value, { id, value: stored?.value }, workspace.checkSchema);
  return fault && describeFault(fault);
}
