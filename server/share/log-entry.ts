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

/** One committed decision, as all instances apply it. */
export interface LogEntry {
  /** Id of the command or request that made it. */
  readonly command: string;
  /** The session to which it belongs; null for all clients without one. */
  readonly session: string | null;
  readonly records: readonly EntryRecord[];
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

export function encodeEntry({ session, command, records, scenario, scenarios, requirePrecondition }: LogEntry): string {
  return JSON.stringify({
    ...(session !== null && { session }),
    command,
    records: records.map(({ collection, id, version, value }) => [collection, id, version, value]),
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
  const records = entry.records.flatMap((record) => {
    if (!isJsonArray(record)) return [];
    const [collection, id, version, value = null] = record;
    if (value !== null && !isJsonObject(value)) return [];
    return [{ collection: String(collection), id: String(id), version: Number(version), value }];
  });
  return {
    ...{ command, records },
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

/** The scenarios as this program has written them. */
export function decodeScenarios(change: JsonObject): ScenarioChange {
  return change as unknown as ScenarioChange;
}

export function entryRecord({ collection, id, after }: DecidedChange): EntryRecord {
  return { collection: collection.definition.name, id, version: after?.version ?? 0, value: after?.value ?? null };
}

/** The arguments of the commit for each change: see `commitScript`. */
export function commitArguments(changes: readonly DecidedChange[]): readonly string[] {
  return changes.flatMap(({ collection, id, before, after }) => {
    const { name } = collection.definition;
    const removed = collection.fixture(id) ? 'x' : '-';
    const layered = before ? String(before.version) : 'x';
    return [
      recordKey(name, id),
      collection.isLayered(id) ? layered : '-',
      after ? String(after.version) : removed,
      after ? after.text : '',
      name,
    ];
  });
}

export function recordKey(collection: string, id: string): string {
  return JSON.stringify([collection, id]);
}

/** The records of a load, by collection. A version of an earlier epoch becomes the second one of this epoch. */
export function decodeRecords(
  stored: ReadonlyMap<string, string>,
  epoch: number,
): ReadonlyMap<string, readonly ReplicatedRecord[]> {
  const byCollection = new Map<string, ReplicatedRecord[]>();
  for (const [key, text] of stored) {
    const [collection = '', id = ''] = JSON.parse(key) as readonly string[];
    const colon = text.indexOf(':');
    const version = text.slice(0, colon);
    const value: JsonObject | null = version === 'x' ? null : JSON.parse(text.slice(colon + 1));
    const known = byCollection.get(collection) ?? [];
    known.push({ id, version: Number(version) > epoch ? Number(version) : epoch + 2, value });
    byCollection.set(collection, known);
  }
  return byCollection;
}
