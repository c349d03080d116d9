import { readFile } from 'node:fs/promises';
import type { ConsoleState } from '../../server/contract/schema/state.ts';
import type { Json, JsonObject } from '../../server/domain/json/json.ts';
import type { Host } from '../../server/host.ts';
import { type RunningMock, startMock } from '../support/running-mock.ts';
import type { CorpusCase } from './corpus-file.ts';
import { OpenApiCheck } from './openapi-check.ts';

/** The workspace that a case plays in. */
async function workspaceFor({ workspace, settings }: CorpusCase): Promise<Json> {
  const folder = new URL('workspaces/', import.meta.url);
  const file: JsonObject = JSON.parse(await readFile(new URL(`${workspace}.json`, folder), 'utf8'));
  return { ...file, settings: settings as JsonObject };
}

/** Mocks for one case after the other: a case gets a fresh one, or that of the case before where nothing was changed. */
export class Stages {
  #mock: RunningMock | undefined;
  /** What the mock was opened for; empty when a command may have changed more than records. */
  #opened = '';
  /** The document of the mock at that revision, and checks by their documents, most of which are the same. */
  #described: { readonly revision: number; readonly document: string } | undefined;
  readonly #checks = new Map<string, OpenApiCheck>();

  async for(one: CorpusCase): Promise<RunningMock> {
    const wanted = JSON.stringify([one.workspace, one.settings]);
    if (!this.#mock || this.#opened !== wanted || (await revisionOf(this.#mock.host)) > 0) {
      await this.close();
      this.#mock = await startMock(await workspaceFor(one));
    }
    this.#opened = one.steps.some(({ kind }) => kind === 'command') ? '' : wanted;
    return this.#mock;
  }

  /** The check of answers against the document that the mock gives now. */
  async check(mock: RunningMock): Promise<OpenApiCheck> {
    const revision = await revisionOf(mock.host);
    if (this.#described?.revision !== revision) {
      const answer = await mock.send({ target: '/openapi.json', headers: [['X-Mock-Scenario', 'Default']] });
      this.#described = { revision, document: answer.body };
    }
    const { document } = this.#described;
    const check = this.#checks.get(document) ?? new OpenApiCheck(JSON.parse(document));
    this.#checks.set(document, check);
    return check;
  }

  async close(): Promise<void> {
    await this.#mock?.[Symbol.asyncDispose]();
    this.#mock = undefined;
    this.#described = undefined;
  }
}

/** Grows with every change of a record. */
export async function revisionOf(host: Host): Promise<number> {
  const state = await host.call('workspace.get', {});
  if (!state.ok) throw new Error(state.problem.detail);
  return (state.value as ConsoleState).collections.reduce((sum, { revision }) => sum + revision, 0);
}
