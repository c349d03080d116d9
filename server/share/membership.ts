import type { ReplicatedRecord } from '../domain/replication/replicated.ts';
import type { SessionBegin } from '../domain/replication/replicated-sessions.ts';
import type { ScenarioChange } from '../domain/scenario/scenario-change.ts';
import type { PartValues } from '../workspace/workspace-parts.ts';
import type { Connection } from './engine/connection.ts';
import {
  instanceLifetime,
  joinScript,
  type Keys,
  leaveScript,
  loadScript,
  memberOf,
  nameOf,
} from './engine/scripts.ts';
import { beatScript } from './engine/session-scripts.ts';
import { decodeRecords, decodeScenarios } from './entries/log-entry.ts';

/** An instance of the mock, as the others see it. */
export interface Instance {
  readonly id: string;
  readonly name: string;
  /** The revision that it has reached. */
  readonly revision: number;
  /** True if it saves the fixtures to its workspace file. */
  readonly saves: boolean;
}

/** The position of an instance that joins. */
export interface Position {
  readonly epoch: number;
  readonly revision: number;
  readonly highestVersion: number;
}

export interface Mock {
  /** The name of the workspace. */
  readonly workspace: string;
  readonly digest: string;
  /** The scenario with which a new mock begins. */
  readonly scenario: string;
}

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

export interface Joined {
  readonly epoch: number;
  /** By name, the uid of each collection of the file that has another name at first. */
  readonly uids: Readonly<Record<string, string>>;
}

/** Joins the mock or begins it: the epoch, or why not, as a sentence. */
export async function join(
  connection: Connection,
  keys: Keys,
  { digest, scenario, workspace }: Mock,
  { epoch, revision, highestVersion }: Position,
  { id, ...about }: Instance,
): Promise<Joined | { readonly refusal: string }> {
  const run = await connection.run();
  const known = [highestVersion, epoch, revision].map(String);
  const args = [digest, run, ...known, scenario, id, JSON.stringify(about), keys.prefix];
  const names = [keys.meta, keys.records(null), keys.log, keys.instances, keys.counted, keys.sessions];
  names.push(keys.fixtures, keys.digests, keys.uids);
  const [kind, value, uids] = await connection.script(joinScript, names, args);
  if (kind === 'joined') return { epoch: Number(value), uids: JSON.parse(String(uids)) };
  return { refusal: notJoined(workspace, Number(value), kind === 'version') };
}

/** Why an instance cannot join when there are this many others. */
function notJoined(workspace: string, others: number, isVersion: boolean): string {
  const [which, them] = others === 1 ? ['One instance shares', 'it'] : [`${others} instances share`, 'them'];
  const [what, advice] = isVersion
    ? ['with another version of this program', 'Use the same version everywhere']
    : ['with other fixtures, settings or scenarios', 'Serve the same file'];
  return `${which} a workspace "${workspace}" ${what}. ${advice}, or end ${them} and wait ${instanceLifetime / 1000} s.`;
}

/**
 * Tells the others that an instance lives, and which sessions were used. Gives the epoch, zero for a forgotten mock, the
 * revision and all instances.
 */
export async function beat(
  connection: Connection,
  keys: Keys,
  { id, ...about }: Instance,
  usedSessions: readonly string[],
): Promise<{ readonly epoch: number; readonly revision: number; readonly instances: readonly Instance[] }> {
  const names = [keys.meta, keys.log, keys.sessions, keys.counted, keys.instances];
  const args = [keys.prefix, id, JSON.stringify(about), ...usedSessions.map(memberOf)];
  const reply = await connection.script(beatScript, names, args);
  const [epoch = 0, revision = 0] = reply.map(Number);
  const instances = [...pairs(reply[3])].map(([other, text]) => {
    const { name, revision: reached, saves } = JSON.parse(text.slice(text.indexOf(':') + 1));
    return { id: other, name: String(name), revision: Number(reached), saves: saves === true };
  });
  return { epoch, revision, instances };
}

export async function leave(connection: Connection, keys: Keys, id: string): Promise<void> {
  await connection.script(leaveScript, [keys.instances], [id]);
}

/** Milliseconds that reading everything may take. */
export const loadPatience = 60_000;

export async function load(connection: Connection, keys: Keys): Promise<LoadedState> {
  const names = [keys.meta, keys.records(null), keys.sessions, keys.fixtures];
  const loaded = await connection.script(loadScript, names, [keys.prefix], loadPatience);
  const [metaList, recordList, fixtureList, sessionList] = loaded;
  const meta = pairs(metaList);
  const number = (name: string) => Number(meta.get(name) ?? 0);
  const epoch = number('epoch');
  const scenarios = meta.get('scenarios');
  const sessions = Array.isArray(sessionList) ? (sessionList as readonly (readonly unknown[])[]) : [];
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
    records: decodeRecords(merged(recordList), epoch),
    fixtures: decodeRecords(merged(fixtureList), epoch, epoch + 1),
    savedDigest: number('savedAt') > number('editedAt') ? meta.get('digest') : undefined,
    highest: number('highest'),
    sessions: sessions.map(([member, about, records]) =>
      sessionOf(String(member), pairs(about), merged(records), epoch),
    ),
  };
}

function sessionOf(
  member: string,
  about: ReadonlyMap<string, string>,
  records: ReadonlyMap<string, string>,
  epoch: number,
): LoadedSession {
  const setting = about.get('precondition');
  return {
    name: nameOf(member),
    begun: about.get('begun') ?? '',
    lastVersion: Math.max(Number(about.get('last') ?? 0), epoch),
    scenario: about.get('scenario') ?? '',
    created: Number(about.get('created') ?? 0),
    requirePrecondition: setting === 'true' ? true : setting === 'false' ? false : null,
    floors: numbersOf(about, 'floor:'),
    records: decodeRecords(records, epoch),
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

/** The stored records with the newer ones of a large change, of which `-` removes one. */
function merged(lists: unknown): ReadonlyMap<string, string> {
  const [stored, newer] = Array.isArray(lists) ? lists : [];
  const all = new Map(pairs(stored));
  for (const [key, text] of pairs(newer)) {
    if (text === '-') all.delete(key);
    else all.set(key, text);
  }
  return all;
}

function pairs(list: unknown): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  if (!Array.isArray(list)) return pairs;
  for (let index = 0; index < list.length; index += 2) pairs.set(String(list[index]), String(list[index + 1]));
  return pairs;
}
