import type { ReplicatedRecord } from '../domain/records/replicated-collection.ts';
import type { Connection } from './connection.ts';
import { decodeRecords } from './log-entry.ts';
import { beatScript, instanceLifetime, joinScript, type Keys, leaveScript, loadScript } from './scripts.ts';

/** An instance of the mock, as the others see it. */
export interface Instance {
  readonly id: string;
  readonly name: string;
  /** The revision that it has reached. */
  readonly revision: number;
}

/** What an instance knows when it joins. */
export interface Position {
  readonly epoch: number;
  readonly revision: number;
  readonly highestVersion: number;
}

export interface Mock {
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
  /** Versions above which records to come start, by collection. */
  readonly floors: ReadonlyMap<string, number>;
  readonly records: ReadonlyMap<string, readonly ReplicatedRecord[]>;
}

/** Joins the mock or begins it: the epoch, or the number of live instances with other fixtures. */
export async function join(
  connection: Connection,
  keys: Keys,
  { digest, scenario }: Mock,
  { epoch, revision, highestVersion }: Position,
  { id, ...about }: Instance,
): Promise<{ readonly epoch: number } | { readonly others: number }> {
  const run = await connection.run();
  const known = [highestVersion, epoch, revision].map(String);
  const args = [digest, run, ...known, scenario, id, JSON.stringify(about)];
  const [kind, value] = await connection.script(
    joinScript,
    [keys.meta, keys.records, keys.log, keys.instances, keys.counted],
    args,
  );
  return kind === 'other' ? { others: Number(value) } : { epoch: Number(value) };
}

/** Why an instance cannot join so many others. */
export function otherFixtures(workspace: string, others: number): string {
  const [which, them] = others === 1 ? ['One instance shares', 'it'] : [`${others} instances share`, 'them'];
  return `${which} a workspace "${workspace}" with other fixtures, settings or scenarios. Serve the same file, or end ${them} and wait ${instanceLifetime / 1000} s.`;
}

/** Tells the others that an instance lives. Gives the epoch, zero for a forgotten mock, the revision and all instances. */
export async function beat(
  connection: Connection,
  keys: Keys,
  { id, ...about }: Instance,
): Promise<{ readonly epoch: number; readonly revision: number; readonly instances: readonly Instance[] }> {
  const reply = await connection.script(beatScript, [keys.meta, keys.instances], [id, JSON.stringify(about)]);
  const [epoch = 0, revision = 0, now = 0] = reply.map(Number);
  const instances = [...pairs(reply[3])].flatMap(([other, text]) => {
    const colon = text.indexOf(':');
    if (Number(text.slice(0, colon)) < now - instanceLifetime) return [];
    const { name, revision: reached } = JSON.parse(text.slice(colon + 1));
    return [{ id: other, name: String(name), revision: Number(reached) }];
  });
  return { epoch, revision, instances };
}

export async function leave(connection: Connection, keys: Keys, id: string): Promise<void> {
  await connection.script(leaveScript, [keys.instances], [id]);
}

export async function load(connection: Connection, keys: Keys): Promise<LoadedState> {
  const [metaList, recordList] = await connection.script(loadScript, [keys.meta, keys.records], []);
  const meta = pairs(metaList);
  const number = (name: string) => Number(meta.get(name) ?? 0);
  const prefix = 'floor:';
  const floors = [...meta.keys()].filter((name) => name.startsWith(prefix));
  const epoch = number('epoch');
  return {
    epoch,
    revision: number('revision'),
    began: number('began'),
    scenario: meta.get('scenario') ?? '',
    floors: new Map(floors.map((name) => [name.slice(prefix.length), number(name)])),
    records: decodeRecords(pairs(recordList), epoch),
  };
}

function pairs(list: unknown): ReadonlyMap<string, string> {
  const texts = Array.isArray(list) ? list.map(String) : [];
  return new Map(texts.flatMap((name, index) => (index % 2 === 0 ? [[name, texts[index + 1] ?? ''] as const] : [])));
}
