import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../domain/json/json.ts';
import type { DecidedChange, ReplicatedRecord } from '../domain/replication/replicated.ts';
import type { SessionBegin } from '../domain/replication/replicated-sessions.ts';
import type { ScenarioChange } from '../domain/scenario/scenario-change.ts';
import { nameOf } from './scripts.ts';

/** A record as an entry of the log has it; without a value it was removed. */
export interface EntryRecord {
  readonly collection: string;
  readonly id: string;
  readonly version: number;
  readonly value: JsonObject | null;
}

/** The fixture of one of the records of an entry; of the same version, it is that very record. */
export type EntryFixture = EntryRecord;

/** One committed decision, as all instances apply it. */
export interface LogEntry {
  /** Id of the command or request that made it. */
  readonly command: string;
  /** The session to which it belongs; null for all clients without one. */
  readonly session: string | null;
  readonly records: readonly EntryRecord[];
  readonly fixtures: readonly EntryFixture[];
  /** The scenario that it activates, or null. */
  readonly scenario: string | null;
  /** The setting that it gives the session; undefined where it stays. */
  readonly requirePrecondition?: boolean | null | undefined;
  /** The change of the scenarios themselves. */
  readonly scenarios?: ScenarioChange | undefined;
  readonly began: SessionBegin | null;
  /** The session that ends. */
  readonly dropped: string | null;
}

export function encodeEntry({
  session,
  command,
  records,
  fixtures,
  scenario,
  scenarios,
  requirePrecondition,
}: LogEntry): string {
  return JSON.stringify({
    ...(session !== null && { session }),
    command,
    records: records.map(encodeRecord),
    ...(fixtures.length > 0 && { fixtures: fixtures.map(encodeRecord) }),
    scenario,
    scenarios,
    requirePrecondition,
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
    session: typeof session === 'string' ? session : null,
    scenario: typeof scenario === 'string' && began === undefined ? scenario : null,
    requirePrecondition: required === null || typeof required === 'boolean' ? required : undefined,
    scenarios: isJsonObject(entry.scenarios) ? decodeScenarios(entry.scenarios) : undefined,
    began:
      typeof began === 'string'
        ? {
            ...{ name: nameOf(began), begun: String(entry.begun), scenario: String(scenario) },
            ...{ lastVersion: Number(entry.last), created: Number(entry.created) },
          }
        : null,
    dropped: typeof dropped === 'string' ? nameOf(dropped) : null,
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
  return { collection: collection.definition.name, id, version: after?.version ?? 0, value: after?.value ?? null };
}

export function entryFixtures(changes: readonly DecidedChange[]): readonly EntryFixture[] {
  return changes.flatMap((change) => (change.fixture ? entryRecord({ ...change, after: change.fixture.after }) : []));
}

/** The arguments of the commit for the changes: see `commitScript`. */
export function commitArguments(changes: readonly DecidedChange[]): readonly string[] {
  const fixtures = changes.flatMap(({ collection, id, fixture }) => {
    if (!fixture) return [];
    const seen = collection.isEdited(id) ? String(fixture.before?.version ?? 'x') : '-';
    const { after } = fixture;
    return [recordKey(collection.definition.name, id), seen, String(after?.version ?? 'x'), after?.text ?? ''];
  });
  const records = changes.flatMap(({ collection, id, before, after, fixture }) => {
    const { name } = collection.definition;
    const present = fixture ? fixture.after : collection.fixture(id);
    const next = after ? String(after.version) : present ? 'x' : '-';
    const isLayered = collection.isLayered(id);
    const layered = before ? String(before.version) : 'x';
    const args = [recordKey(name, id), isLayered ? layered : '-'];
    return fixture && fixture.after === after
      ? [...args, '-', '', name]
      : [...args, next, after ? after.text : '', name];
  });
  return [String(fixtures.length / 4), ...fixtures, ...records];
}

export function recordKey(collection: string, id: string): string {
  return JSON.stringify([collection, id]);
}

/** The records of a load, by collection. A version of an earlier epoch becomes `renewed`, the second one of this epoch. */
export function decodeRecords(
  stored: ReadonlyMap<string, string>,
  epoch: number,
  renewed = epoch + 2,
): ReadonlyMap<string, readonly ReplicatedRecord[]> {
  const byCollection = new Map<string, ReplicatedRecord[]>();
  for (const [key, text] of stored) {
    const [collection = '', id = ''] = JSON.parse(key) as readonly string[];
    const colon = text.indexOf(':');
    const version = text.slice(0, colon);
    const value: JsonObject | null = version === 'x' ? null : JSON.parse(text.slice(colon + 1));
    const known = byCollection.get(collection) ?? [];
    known.push({ id, version: Number(version) > epoch ? Number(version) : renewed, value });
    byCollection.set(collection, known);
  }
  return byCollection;
}
