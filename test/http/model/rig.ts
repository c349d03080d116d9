import { cpSync, mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Client, createClient } from '../../../renderer/console/client.ts';
import { httpTransport } from '../../../renderer/console/http.ts';
import { createMirror, type Mirror } from '../../../renderer/console/mirror.ts';
import type { Transport } from '../../../renderer/console/transport.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../server/contract/command.ts';
import type { Reply } from '../../../server/contract/decode.ts';
import type { Json } from '../../../server/domain/json/json.ts';
import { createHost, type Host } from '../../../server/host.ts';
import { fixedToken } from '../../support/fixed-token.ts';
import { clientOf, type Send } from '../../support/http-client.ts';
import { type ServedConsole, serveConsole } from '../../support/served-console.ts';

/** A host, a client of its mock API, and a console with its mirror. */
interface Running {
  readonly host: Host;
  readonly send: Send;
  readonly agent: Agent;
  readonly client: Client;
  readonly mirror: Mirror;
  readonly served: ServedConsole | null;
  /** The collections whose records may have changed since they were read; null for all. */
  readonly stale: Set<string | null>;
}

/** The real program under the model, over one file that it leaves and opens again. */
export class Rig {
  readonly #overHttp: boolean;
  readonly #folders: string[] = [];
  readonly faults: unknown[] = [];
  #now: Running | null = null;
  #file = '';

  /** `overHttp` lets the console speak through a socket, as in a browser; else without one, as in the desktop window. */
  constructor(overHttp: boolean) {
    this.#overHttp = overHttp;
  }

  static async open(workspace: Json, overHttp: boolean): Promise<Rig> {
    const rig = new Rig(overHttp);
    rig.#file = join(rig.#folder(), 'workspace.json');
    await writeFile(rig.#file, JSON.stringify(workspace));
    await rig.#start();
    return rig;
  }

  get now(): Running {
    if (!this.#now) throw new Error('The program does not run.');
    return this.#now;
  }

  /** Ends the program in order and starts it again over its file. */
  async restart(): Promise<void> {
    await this.#stop();
    await this.#start();
  }

  /** Lets the program read its file again. The console leaves its mirror for a new one. */
  async reload(): Promise<void> {
    const { host, mirror, served } = this.now;
    const reloaded = await host.call('workspace.reload', {});
    if (!reloaded.ok) throw new Error(reloaded.problem.detail);
    mirror.close();
    this.#now = { ...this.now, ...consoleOf(host, served) };
  }

  /** Starts the program over its files as they are at this moment, as after a kill. What the old one still writes is lost. */
  async crash(): Promise<void> {
    const folder = this.#copy();
    await this.#stop();
    this.#file = join(folder, basename(this.#file));
    await this.#start();
  }

  async close(): Promise<void> {
    if (this.#now) await this.#stop();
    await Promise.all(this.#folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }

  /** A copy of the files beside the workspace, without the lock. A file that is renamed just then makes it start over. */
  #copy(): string {
    const isLock = (path: string) => path.endsWith('.lock');
    for (let attempt = 0; ; attempt++) {
      const folder = this.#folder();
      try {
        const options = { recursive: true, filter: (path: string) => !isLock(path), preserveTimestamps: true };
        cpSync(join(this.#file, '..'), folder, options);
        return folder;
      } catch (error) {
        if (attempt > 20) throw error;
      }
    }
  }

  #folder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'mock-api-console-model-'));
    this.#folders.push(folder);
    return folder;
  }

  async #start(): Promise<void> {
    const override = { port: 0, consolePort: 0 };
    const onFault = (fault: unknown) => void this.faults.push(fault);
    const created = await createHost({ workspace: this.#file, override, onFault });
    if (!created.ok) throw new Error(created.problem.detail);
    const host = created.value;
    if (host.notes.length > 0) throw new Error(host.notes.join(' '));
    await host.call('server.start', {});
    const server = host.server();
    if (server.state !== 'listening') throw new Error('The mock API does not listen.');
    const agent = new Agent({ keepAlive: true });
    const served = this.#overHttp ? await serveConsole(host) : null;
    this.#now = { host, send: clientOf(server.port, agent), agent, served, ...consoleOf(host, served) };
  }

  async #stop(): Promise<void> {
    const { host, agent, mirror, served } = this.now;
    this.#now = null;
    mirror.close();
    await served?.close();
    agent.destroy();
    const closed = await host.close();
    if (!closed.ok) throw new Error(closed.problem.detail);
  }
}

function consoleOf(host: Host, served: ServedConsole | null): Pick<Running, 'client' | 'mirror' | 'stale'> {
  const transport = served ? httpTransport(served.console, fixedToken(served.token)) : directTransport(host);
  const client = createClient(transport);
  const mirror = createMirror(client, transport);
  const stale = new Set<string | null>([null]);
  mirror.onRecords((collection) => stale.add(collection));
  return { client, mirror, stale };
}

/** A console in the process of its host. Values are copied, as between two processes. */
function directTransport(host: Host): Transport {
  return {
    call: async (name, input) => structuredClone(await host.call(name, structuredClone(input))),
    events: (onEvents, onLink) => {
      const stop = host.subscribe((events) => onEvents(structuredClone(events)));
      onLink('live');
      return stop;
    },
  };
}

/** Calls a command of the console. */
export function call<Name extends CommandName>(
  rig: Rig,
  name: Name,
  input: CommandInput<Name>,
): Promise<Reply<CommandOutput<Name>>> {
  return rig.now.client.call(name, input);
}
