import type { RunWork } from '../domain/basics/work.ts';
import { Connection } from './engine/connection.ts';
import { instanceLifetime, joinScript, type Keys, leaveScript, loadScript, memberOf } from './engine/scripts.ts';
import { beatScript } from './engine/session-scripts.ts';
import type { ShareAddress } from './engine/share-address.ts';
import { decodeState, type LoadedState, pairs } from './entries/loaded-state.ts';

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

export interface Joined {
  readonly epoch: number;
  /** By name, the uid of each collection of the file that has another name at first. */
  readonly uids: Readonly<Record<string, string>>;
}

/** The answer to an instance that tells that it lives. */
interface Heard {
  readonly epoch: number;
  readonly revision: number;
  readonly instances: readonly Instance[];
}

/** Keeps an instance among those that share a mock, until it leaves. */
export class Membership {
  readonly #keys: Keys;
  readonly #address: ShareAddress;
  /** What the engine is being told about the instance. */
  readonly #telling = new Set<Promise<unknown>>();
  #hasLeft = false;

  constructor(keys: Keys, address: ShareAddress) {
    this.#keys = keys;
    this.#address = address;
  }

  /** Joins the mock or begins it: the epoch, or why not, as a sentence. */
  join(
    connection: Connection,
    mock: Mock,
    position: Position,
    instance: Instance,
  ): Promise<Joined | { readonly refusal: string }> {
    return this.#tell(() => join(connection, this.#keys, mock, position, instance));
  }

  /**
   * Tells the others that the instance lives, and which sessions were used. Gives the epoch, zero for a forgotten mock, the
   * revision and all instances.
   */
  beat(connection: Connection, instance: Instance, usedSessions: readonly string[]): Promise<Heard> {
    return this.#tell(() => beat(connection, this.#keys, instance, usedSessions));
  }

  /** Leaves. Nothing is told to the engine afterwards, since it would take the instance in again. */
  async leave(id: string, open: Connection | undefined): Promise<void> {
    this.#hasLeft = true;
    await Promise.allSettled(this.#telling);
    // A connection may be broken and not know it yet.
    if (open?.isOpen && (await this.#leaveOver(open, id))) return;
    const connection = await Connection.open(this.#address).catch(() => undefined);
    // Without the engine, the others forget the instance after its lifetime.
    if (connection) await this.#leaveOver(connection, id);
  }

  /** Leaves and closes the connection; false if it breaks before. */
  async #leaveOver(connection: Connection, id: string): Promise<boolean> {
    const left = connection.script(leaveScript, [this.#keys.instances], [id]).then(
      () => true,
      () => false,
    );
    return left.finally(() => connection.close());
  }

  async #tell<Value>(begin: () => Promise<Value>): Promise<Value> {
    if (this.#hasLeft) throw new Error('the instance has left');
    const telling = begin();
    this.#telling.add(telling);
    try {
      return await telling;
    } finally {
      this.#telling.delete(telling);
    }
  }
}

async function join(
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

async function beat(
  connection: Connection,
  keys: Keys,
  { id, ...about }: Instance,
  usedSessions: readonly string[],
): Promise<Heard> {
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

/** Milliseconds that reading everything may take. */
export const loadPatience = 60_000;

/** Everything that differs from the fixtures. `run` decodes it. */
export async function load(connection: Connection, keys: Keys, run: RunWork): Promise<LoadedState> {
  const names = [keys.meta, keys.records(null), keys.sessions, keys.fixtures];
  return run(decodeState(await connection.script(loadScript, names, [keys.prefix], loadPatience)));
}
