import { readFile } from 'node:fs/promises';
import type { ConsoleState } from '../../server/contract/schema/state.ts';
import type { Json, JsonObject } from '../../server/domain/json/json.ts';
import type { Host } from '../../server/host.ts';
import { type RunningMock, startMock } from '../support/running-mock.ts';
import type { CorpusCase } from './corpus-file.ts';
import { OpenApiCheck } from './openapi-check.ts';

/** The workspace of a case. */
async function workspaceFor({ workspace, settings }: CorpusCase): Promise<Json> {
  const folder = new URL('workspaces/', import.meta.url);
  const file: JsonObject = JSON.parse(await readFile(new URL(`${workspace}.json`, folder), 'utf8'));
  return { ...file, settings: settings as JsonObject };
}

/** Mocks for cases in sequence: reuses the mock of the previous case if that case changed nothing. */
export class Stages {
  #mock: RunningMock | undefined;
  /** The workspace and settings of the mock; empty if a command may have changed more than records. */
  #opened = '';
  /** The document of the mock at a revision. Checks are cached by document, because most documents are equal. */
  #described: { readonly revision: number; readonly document: string } | undefined;
  readonly #checks = new Map<string, OpenApiCheck>();

  async for(one: CorpusCase): Promise<RunningMock> {
    const key = JSON.stringify([one.workspace, one.settings]);
    if (!this.#mock || this.#opened !== key || (await revisionOf(this.#mock.host)) > 0) {
      await this.close();
      this.#mock = await startMock(await workspaceFor(one));
    }
    this.#opened = one.steps.some(({ kind }) => kind === 'command') ? '' : key;
    return this.#mock;
  }

  /** The check against the current document of the mock. */
  async check(mock: RunningMock): Promise<OpenApiCheck> {
    const revision = await revisionOf(mock.host);
    if (this.#described?.revision !== revision) {
      const response = await mock.send({ target: '/openapi.json', headers: [['X-Mock-Scenario', 'Default']] });
      this.#described = { revision, document: response.body };
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
