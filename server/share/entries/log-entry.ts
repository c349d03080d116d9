import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../domain/json/json.ts';
import type { Step } from '../../domain/records/edit-step.ts';
import type { DecidedChange } from '../../domain/replication/replicated.ts';
import type { SessionBegin } from '../../domain/replication/replicated-sessions.ts';
import type { ScenarioChange } from '../../domain/scenario/scenario-change.ts';
import type { PartValues } from '../../workspace/workspace-parts.ts';
import { nameOf } from '../engine/scripts.ts';

/** A record as an entry of the log has it; without a value it was removed. */
export interface EntryRecord {
  /** The uid of the collection. */
  readonly collection: string;
  readonly id: string;
  readonly version: number;
  readonly value: JsonObject | null;
}

/** The fixture of one of the records of an entry; of the same version, it is that very record. */
export type EntryFixture = EntryRecord;

/** Where instances find the records of a large change. */
export interface StagedRecords {
  readonly id: string;
  /** The number of pieces to read. */
  readonly pieces: number;
  /** True if fixtures are among them. */
  readonly isEdit: boolean;
}

/** An edit that the history remembers, or the undo or redo of one, whose id is the revision that made it. */
export type HistoryStep =
  | { readonly label: string; readonly by?: string | undefined }
  | { readonly step: Step; readonly id: number };

/** One committed decision, as all instances apply it. */
export interface LogEntry {
  /** Id of the command or request that made it. */
  readonly command: string;
  /** The session to which it belongs; null for all clients without one. */
  readonly session: string | null;
  readonly records: readonly EntryRecord[];
  readonly fixtures: readonly EntryFixture[];
  /** Its records, if they are too many for an entry. */
  readonly staged?: StagedRecords | undefined;
  /** The scenario that it activates, or null. */
  readonly scenario: string | null;
  /** The setting that it gives the session; undefined where it stays. */
  readonly requirePrecondition?: boolean | null | undefined;
  /** The change of the scenarios themselves. */
  readonly scenarios?: ScenarioChange | undefined;
  /** The parts of the workspace that it replaces. */
  readonly parts?: Partial<PartValues> | undefined;
  /** Its effect on the history of edits. */
  readonly history?: HistoryStep | undefined;
  readonly began: SessionBegin | null;
  /** The session that ends. */
  readonly dropped: string | null;
  /** The digest of the fixtures as they are now, if they were saved. */
  readonly saved?: string | undefined;
}

export function encodeEntry({
  session,
  command,
  records,
  fixtures,
  staged,
  scenario,
  scenarios,
  requirePrecondition,
  history,
  parts,
}: LogEntry): string {
  return JSON.stringify({
    ...(session !== null && { session }),
    command,
    records: records.map(encodeRecord),
    ...(fixtures.length > 0 && { fixtures: fixtures.map(encodeRecord) }),
    scenario,
    ...{ staged, scenarios, requirePrecondition, history, parts },
  });
}

/** Undefined for a text that this version of the program did not write. */
export function decodeEntry(text: string): LogEntry | undefined {
  const entry: Json = JSON.parse(text);
  if (!isJsonObject(entry) || !isJsonArray(entry.records) || typeof entry.command !== 'string') return undefined;
  const { command, session, scenario, requirePrecondition: required, began, dropped } = entry;
  const records = entry.records.flatMap(decodeRecord);
  const fixtures = isJsonArray(entry.fixtures) ? entry.fixtures.flatMap(decodeRecord) : [];
  return {
    ...{ command, records, fixtures },
    staged: isJsonObject(entry.staged) ? (entry.staged as unknown as StagedRecords) : undefined,
    session: typeof session === 'string' ? session : null,
    scenario: typeof scenario === 'string' && began === undefined ? scenario : null,
    requirePrecondition: required === null || typeof required === 'boolean' ? required : undefined,
    scenarios: isJsonObject(entry.scenarios) ? decodeScenarios(entry.scenarios) : undefined,
    parts: isJsonObject(entry.parts) ? (entry.parts as unknown as Partial<PartValues>) : undefined,
    history: isJsonObject(entry.history) ? (entry.history as unknown as HistoryStep) : undefined,
    began:
      typeof began === 'string'
        ? {
            ...{ name: nameOf(began), begun: String(entry.begun), scenario: String(scenario) },
            ...{ lastVersion: Number(entry.last), created: Number(entry.created) },
          }
        : null,
    dropped: typeof dropped === 'string' ? nameOf(dropped) : null,
    saved: typeof entry.saved === 'string' ? entry.saved : undefined,
  };
}

function encodeRecord({ collection, id, version, value }: EntryRecord): Json {
  return [collection, id, version, value];
}

function decodeRecord(record: Json): readonly EntryRecord[] {
  if (!isJsonArray(record)) return [];
  const [collection, id, version, value = null] = record;
  if (value !== null && !isJsonObject(value)) return [];
  return [{ collection: String(collection), id: String(id), version: Number(version), value }];
}

/** The scenarios as this program has written them. */
export function decodeScenarios(change: JsonObject): ScenarioChange {
  return change as unknown as ScenarioChange;
}

export function entryRecord({ collection, id, after }: DecidedChange): EntryRecord {
  return { collection: collection.uid, id, version: after?.version ?? 0, value: after?.value ?? null };
}

export function entryFixtures(changes: readonly DecidedChange[]): readonly EntryFixture[] {
  return changes.flatMap((change) => (change.fixture ? entryRecord({ ...change, after: change.fixture.after }) : []));
}

/** The arguments of the commit for the changes: see `commitScript`. */
export function commitArguments(changes: readonly DecidedChange[]): readonly string[] {
  const fixtures = changes.flatMap(({ collection, id, fixture, seen }) => {
    if (!fixture) return [];
    const { after } = fixture;
    return [
      ...[recordKey(collection.uid, id), fixtureSeen(seen)],
      ...[String(after?.version ?? 'x'), after?.text ?? ''],
    ];
  });
  const records = changes.flatMap(({ collection, id, before, after, fixture, seen }) => {
    const name = collection.uid;
    const below = fixture ? fixture.after : seen.fixture;
    const version = `${before ? '' : '+'}${after?.version}`;
    const next = after ? version : below ? 'x' : '-';
    const args = [recordKey(name, id), seen.isLayered ? String(before?.version ?? 'x') : `-${fixtureSeen(seen)}`];
    return after && below === after ? [...args, '=', '', name] : [...args, next, after ? after.text : '', name];
  });
  return [String(fixtures.length / 4), ...fixtures, ...records];
}

/** The version of the fixture that a decision saw: `x` for a deleted one, nothing for one that is as in the file. */
function fixtureSeen({ isEdited, fixture }: DecidedChange['seen']): string {
  return isEdited ? String(fixture?.version ?? 'x') : '';
}

export function recordKey(collection: string, id: string): string {
  return JSON.stringify([collection, id]);
}
