import { changesLength, takeInPieces, type Work } from '../../domain/basics/work.ts';
import type { JsonObject } from '../../domain/json/json.ts';
import type { ReplicatedRecord } from '../../domain/replication/replicated.ts';
import type { SessionBegin } from '../../domain/replication/replicated-sessions.ts';
import type { ScenarioChange } from '../../domain/scenario/scenario-change.ts';
import type { PartValues } from '../../workspace/workspace-parts.ts';
import { nameOf } from '../engine/scripts.ts';
import { decodeScenarios } from './log-entry.ts';

/** Everything that differs from the fixtures, at one revision. */
export interface LoadedState {
  /** Zero if the engine does not know the mock. */
  readonly epoch: number;
  readonly revision: number;
  /** The revision with which the epoch began. */
  readonly began: number;
  readonly scenario: string;
  /** The latest change of the scenarios themselves, and its revision; undefined without one. */
  readonly scenarios: ScenarioChange | undefined;
  readonly scenariosAt: number;
  /** The replaced parts of the workspace, and for each the revision of its latest change. */
  readonly parts: Partial<PartValues>;
  readonly partsAt: ReadonlyMap<string, number>;
  /** The revision of the latest step of the history of edits. */
  readonly historyAt: number;
  /** Versions above which records to come start, by collection. */
  readonly floors: ReadonlyMap<string, number>;
  readonly records: ReadonlyMap<string, readonly ReplicatedRecord[]>;
  /** The fixtures that differ from the file, by collection. */
  readonly fixtures: ReadonlyMap<string, readonly ReplicatedRecord[]>;
  /** The digest of the fixtures that were saved, if nothing was edited since; undefined else. */
  readonly savedDigest: string | undefined;
  /** The highest version that a session has given out. */
  readonly highest: number;
  readonly sessions: readonly LoadedSession[];
}

/** An open session, with its changes. */
export interface LoadedSession extends SessionBegin, Pick<LoadedState, 'floors' | 'records'> {
  readonly requirePrecondition: boolean | null;
}

/** Decodes the reply of `loadScript`. */
export function* decodeState(reply: readonly unknown[]): Work<LoadedState> {
  const [metaList, recordList, fixtureList, sessionList] = reply;
  const meta = pairs(metaList);
  const number = (name: string) => Number(meta.get(name) ?? 0);
  const epoch = number('epoch');
  const scenarios = meta.get('scenarios');
  const sessions: LoadedSession[] = [];
  for (const [member, about, records] of (sessionList ?? []) as readonly (readonly unknown[])[]) {
    sessions.push(yield* sessionOf(String(member), pairs(about), records, epoch));
    yield;
  }
  return {
    epoch,
    revision: number('revision'),
    began: number('began'),
    scenario: meta.get('scenario') ?? '',
    scenarios: scenarios === undefined ? undefined : decodeScenarios(JSON.parse(scenarios)),
    scenariosAt: number('scenariosAt'),
    parts: partsOf(meta),
    partsAt: numbersOf(meta, 'partAt:'),
    historyAt: number('historyAt'),
    floors: numbersOf(meta, 'floor:'),
    records: yield* decodeRecords(recordList, epoch),
    fixtures: yield* decodeRecords(fixtureList, epoch, epoch + 1),
    savedDigest: number('savedAt') > number('editedAt') ? meta.get('digest') : undefined,
    highest: number('highest'),
    sessions,
  };
}

function* sessionOf(
  member: string,
  about: ReadonlyMap<string, string>,
  records: unknown,
  epoch: number,
): Work<LoadedSession> {
  const setting = about.get('precondition');
  return {
    name: nameOf(member),
    begun: about.get('begun') ?? '',
    lastVersion: Math.max(Number(about.get('last') ?? 0), epoch),
    scenario: about.get('scenario') ?? '',
    created: Number(about.get('created') ?? 0),
    requirePrecondition: setting === 'true' ? true : setting === 'false' ? false : null,
    floors: numbersOf(about, 'floor:'),
    records: yield* decodeRecords(records, epoch),
  };
}

/** The replaced parts of the workspace, the latest change last. */
function partsOf(meta: ReadonlyMap<string, string>): Partial<PartValues> {
  const byTime = [...numbersOf(meta, 'partAt:')].toSorted(([, one], [, other]) => one - other);
  const parts = byTime.map(([name]) => [name, meta.get(`part:${name}`)] as const);
  return Object.fromEntries(parts.flatMap(([name, text]) => (text === undefined ? [] : [[name, JSON.parse(text)]])));
}

/** The numbers under names with a prefix. */
function numbersOf(scope: ReadonlyMap<string, string>, prefix: string): ReadonlyMap<string, number> {
  const numbers = [...scope].filter(([name]) => name.startsWith(prefix));
  return new Map(numbers.map(([name, number]) => [name.slice(prefix.length), Number(number)]));
}

/**
 * The records of a load, by collection. `lists` are the stored ones and the newer ones of a large change, of which `-` removes
 * one. A version of an earlier epoch becomes `renewed`, the second one of this epoch.
 */
function* decodeRecords(
  lists: unknown,
  epoch: number,
  renewed = epoch + 2,
): Work<ReadonlyMap<string, readonly ReplicatedRecord[]>> {
  const [stored, newer] = Array.isArray(lists) ? lists : [];
  const byCollection = new Map<string, ReplicatedRecord[]>();
  const add = (key: string, text: string) => {
    const [collection = '', id = ''] = JSON.parse(key) as readonly string[];
    const colon = text.indexOf(':');
    const version = text.slice(0, colon);
    const value: JsonObject | null = version === 'x' ? null : JSON.parse(text.slice(colon + 1));
    const known = byCollection.get(collection) ?? [];
    known.push({ id, version: Number(version) > epoch ? Number(version) : renewed, value });
    byCollection.set(collection, known);
  };
  const others = new Map<string, string>();
  const note = ([key, text]: Pair) => {
    others.set(key, text);
    if (text !== '-') add(key, text);
  };
  const addOther = ([key, text]: Pair) => {
    if (!others.has(key)) add(key, text);
  };
  yield* takeInPieces(pairsIn(newer), note, changesLength);
  yield* takeInPieces(pairsIn(stored), addOther, changesLength);
  return byCollection;
}

type Pair = readonly [name: string, text: string];

/** A list of names, each with its text behind it, as a map. */
export function pairs(list: unknown): ReadonlyMap<string, string> {
  return new Map(pairsIn(list));
}

function* pairsIn(list: unknown): Generator<Pair> {
  if (!Array.isArray(list)) return;
  for (let index = 0; index < list.length; index += 2) yield [String(list[index]), String(list[index + 1])];
}
