import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ImportedScenarios } from '../../../../server/contract/schema/import.ts';
import type { Client } from '../../../console/client.ts';
import { type ChosenFile, fileText } from '../../../console/file-text.ts';
import { offerUndo } from '../../../console/undo.ts';
import { plural } from '../../../ui/base/format.ts';
import { chooseFile } from '../../../ui/form/choose-file.ts';
import type { Toaster } from '../../../ui/overlay/toaster.ts';

/** The stage of an import; `file` is the name of the file. */
export type ScenarioImportState =
  | { readonly stage: 'none' }
  | { readonly stage: 'refused'; readonly file: string; readonly reason: string }
  | { readonly stage: 'preview'; readonly file: string; readonly text: string; readonly found: ImportedScenarios };

const none: ScenarioImportState = { stage: 'none' };

/** Imports scenarios from a file after a preview. */
export class ScenarioImports {
  readonly store: StoreApi<ScenarioImportState> = createStore<ScenarioImportState>(() => none);
  readonly #client: Client;
  readonly #toaster: Toaster;
  readonly #onAdded: (scenario: string) => void;

  /** `onAdded` receives the name of the first imported scenario. */
  constructor(client: Client, toaster: Toaster, onAdded: (scenario: string) => void) {
    this.#client = client;
    this.#toaster = toaster;
    this.#onAdded = onAdded;
  }

  /** Opens the file picker. */
  choose(): void {
    chooseFile('.json', (file) => void this.read(file));
  }

  /** Asks the host for a preview of a file. */
  async read(file: ChosenFile): Promise<void> {
    const read = await fileText(file);
    if (!read.ok) return this.#set({ stage: 'refused', file: file.name, reason: read.problem.detail });
    const { text } = read.value;
    const reply = await this.#client.call('scenarios.import', { text, fileName: file.name, as: 'preview' });
    if (reply.ok) this.#set({ stage: 'preview', file: file.name, text, found: reply.value });
    else this.#set({ stage: 'refused', file: file.name, reason: reply.problem.detail });
  }

  /** Adds the scenarios that are new or different. */
  async add(): Promise<void> {
    const state = this.store.getState();
    if (state.stage !== 'preview') return;
    this.close();
    const { file, text } = state;
    const reply = await this.#client.call('scenarios.import', { text, fileName: file, as: 'add' });
    if (!reply.ok) return this.#set({ stage: 'refused', file, reason: reply.problem.detail });
    const [first, ...others] = differentOnes(reply.value);
    if (!first) return;
    this.#onAdded(first.name);
    const what = others.length === 0 ? first.name : plural(others.length + 1, 'scenario');
    offerUndo(this.#client, this.#toaster, `Added ${what} from ${file}.`);
  }

  close(): void {
    this.#set(none);
  }

  #set(state: ScenarioImportState): void {
    this.store.setState(state, true);
  }
}

/** The scenarios that are new or different. */
export function differentOnes({ scenarios }: ImportedScenarios): ImportedScenarios['scenarios'] {
  return scenarios.filter(({ state }) => state !== 'same');
}
