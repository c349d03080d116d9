import { readFile } from 'node:fs/promises';
import type { ConsoleState } from '../../server/contract/state.ts';
import type { JsonObject } from '../../server/domain/json/json.ts';
import type { Host } from '../../server/host.ts';
import { clientOf, type Send } from '../http/client.ts';
import { temporaryHost } from '../server/temporary-host.ts';
import type { CorpusCase } from './corpus-file.ts';
import type { Stage } from './run-case.ts';

/** A stage over a host of its own. */
export interface HostStage extends Stage {
  readonly faults: readonly unknown[];
  readonly close: () => Promise<void>;
}

/** Opens the workspace of a case; its mock listens at that port, any free one if none is given. */
async function openStage({ workspace, settings }: CorpusCase, port = 0): Promise<HostStage> {
  const folder = new URL('workspaces/', import.meta.url);
  const file: JsonObject = JSON.parse(await readFile(new URL(`${workspace}.json`, folder), 'utf8'));
  const merged = { ...file, settings: { ...(file.settings as JsonObject), ...(settings as JsonObject) } };
  let current = await temporaryHost(merged, { override: { port } });
  let send = await start(current.host);
  return {
    send: (request) => send(request),
    host: () => current.host,
    restart: async () => {
      current = await current.reopen();
      send = await start(current.host);
    },
    get faults() {
      return current.faults;
    },
    close: () => current[Symbol.asyncDispose](),
  };
}

async function start(host: Host): Promise<Send> {
  const started = await host.call('server.start', {});
  const server = host.server();
  if (!started.ok || server.state !== 'listening')
    throw new Error(`The mock does not listen: ${JSON.stringify(started)}`);
  return clientOf(server.port);
}

/** Hosts for one case after the other: a case gets a fresh one, or that of the case before where nothing was changed. */
export class Stages {
  #stage: HostStage | undefined;
  #opened = '';

  async for(one: CorpusCase): Promise<HostStage> {
    const wanted = JSON.stringify([one.workspace, one.settings]);
    if (!this.#stage || this.#opened !== wanted || !(await isUntouched(this.#stage.host()))) {
      await this.close();
      this.#stage = await openStage(one);
    }
    this.#opened = one.steps.some(({ kind }) => kind === 'command') ? '' : wanted;
    return this.#stage;
  }

  async close(): Promise<void> {
    await this.#stage?.close();
    this.#stage = undefined;
  }
}

/** True while no record was ever written. */
async function isUntouched(host: Host): Promise<boolean> {
  const state = await host.call('workspace.get', {});
  if (!state.ok) throw new Error(state.problem.detail);
  return (state.value as ConsoleState).collections.every(({ revision }) => revision === 0);
}
