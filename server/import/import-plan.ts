import { accept, type Result } from '../domain/basics/result.ts';
import { pieceLength, type Work } from '../domain/basics/work.ts';
import { type JsonObject, jsonEqual, member } from '../domain/json/json.ts';
import { quote } from '../domain/json/wording.ts';
import type { CollectionDefinition } from '../domain/model/collection-definition.ts';
import { idOf } from '../domain/records/key-index.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import type { ReadCollection, ReadImport, ReadProgress, RefusedLine } from '../store/formats/read-records.ts';
import type { LiveWorkspace } from '../workspace/live-workspace.ts';

/** What an import would do to a collection. */
export interface PlannedCollection {
  readonly definition: CollectionDefinition;
  /** Undefined where the workspace does not have it yet. */
  readonly existing: SharedCollection | undefined;
  /** New records and those that differ from their fixtures, in the order of the file. */
  readonly records: readonly { readonly id: string; readonly value: JsonObject }[];
  readonly fresh: number;
  readonly changed: number;
  /** Records that are as their fixtures are. */
  readonly same: number;
  readonly refused: readonly RefusedLine[];
  readonly places: ReadCollection['places'];
  readonly isNamed: boolean;
}

export interface ImportPlan {
  readonly collections: readonly PlannedCollection[];
  readonly notes: readonly string[];
}

/**
 * Holds what a file has against the workspace: what is new, what differs, and what cannot be stored, because it has no key
 * of its own or does not fit the collection's schema. Refused with `invalid-workspace` for a schema that cannot be used.
 */
export function* planImport(
  { collections, notes }: ReadImport,
  workspace: LiveWorkspace,
  progress: ReadProgress,
): Work<Result<ImportPlan>> {
  const total = collections.reduce((sum, { values }) => sum + values.length, 0);
  const planned: PlannedCollection[] = [];
  let gone = 0;
  for (const read of collections) {
    const compiled = workspace.schemas.tryCompile(read.definition);
    if (!compiled.ok) return compiled;
    const before = gone;
    planned.push(yield* planCollection(read, workspace, (count) => progress((before + count) / total)));
    gone += read.values.length;
  }
  return accept({ collections: planned, notes });
}

function* planCollection(
  { definition, values, refused, columns, places, isNamed }: ReadCollection,
  workspace: LiveWorkspace,
  progress: (count: number) => void,
): Work<PlannedCollection> {
  const existing = workspace.collections.get(definition.name);
  const lines = new Map<string, number>();
  const records: { id: string; value: JsonObject }[] = [];
  const misfits: RefusedLine[] = [];
  let fresh = 0;
  let same = 0;
  for (const [index, { line, value: read, columns: own }] of values.entries()) {
    if (index % pieceLength === 0) {
      progress(index);
      yield;
    }
    const id = idOf(member(read, definition.key));
    const value = existing ? asInCollection(existing, read, id, own ?? columns) : read;
    const reason = misfit(id, value, definition, lines, places, workspace);
    if (id === undefined || reason !== undefined) {
      misfits.push({ line, reason: reason ?? `there is no usable key ${quote(definition.key)}` });
      continue;
    }
    lines.set(id, line);
    const fixture = existing?.fixture(id);
    if (fixture && jsonEqual(fixture.value, value)) {
      same += 1;
      continue;
    }
    if (!fixture) fresh += 1;
    records.push({ id, value });
  }
  return {
    definition,
    existing,
    records,
    fresh,
    changed: records.length - fresh,
    same,
    refused: [...refused, ...misfits].sort((a, b) => a.line - b.line),
    places,
    isNamed,
  };
}

/**
 * What a record of the file means for a collection that is there: members of its fixture that are no columns of the file
 * stay, and the key is a text or a number as keys of the collection are, which a CSV cannot say.
 */
function asInCollection(
  collection: SharedCollection,
  read: JsonObject,
  id: string | undefined,
  columns: readonly string[] | null,
): JsonObject {
  if (id === undefined) return read;
  const { key } = collection.definition;
  const fixture = collection.fixture(id)?.value;
  const [first] = collection.fixtures().values();
  const sample = member(fixture ?? first ?? read, key);
  const isNumber = typeof sample === 'number' && String(Number(id)) === id;
  const keyed = typeof sample === typeof read[key] ? read : { ...read, [key]: isNumber ? Number(id) : id };
  if (!fixture || columns === null) return keyed;
  const kept = Object.entries(fixture).filter(([name]) => !columns.includes(name) || member(keyed, name) !== undefined);
  return { ...Object.fromEntries(kept), ...keyed };
}

/** Why a record cannot be stored, as a clause; undefined where it can be, or has no key at all. */
function misfit(
  id: string | undefined,
  value: JsonObject,
  definition: CollectionDefinition,
  lines: ReadonlyMap<string, number>,
  places: ReadCollection['places'],
  workspace: LiveWorkspace,
): string | undefined {
  if (id === undefined) return undefined;
  const taken = lines.get(id);
  if (taken !== undefined) return `the key ${quote(id)} is taken already; see ${places} ${taken}`;
  const [fault] = workspace.checkSchema(definition, value);
  return fault && `${fault.pointer.slice(1) || 'the record'} ${fault.detail}`;
}
