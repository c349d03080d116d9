import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ImportedScenarios } from '../../../../server/contract/schema/import.ts';
import type { Problem } from '../../../../server/domain/basics/problem.ts';
import { isConflict } from '../../../conflict/conflicts.ts';
import type { Client } from '../../../console/client.ts';
import { type ChosenFile, fileText, textFile } from '../../../console/file-text.ts';
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
  /** The file that was chosen last; null once its dialog is closed. */
  #latest: ChosenFile | null = null;
  readonly #remember: () => (scenario: string) => unknown;

  /** `remember` is called as an import begins; what it returns receives the name of the first imported scenario. */
  constructor(client: Client, toaster: Toaster, remember: () => (scenario: string) => unknown) {
    this.#client = client;
    this.#toaster = toaster;
    this.#remember = remember;
  }

  /** Opens the file picker. */
  choose(): void {
    chooseFile('.json', (file) => void this.read(file));
  }

  /** Asks the host for a preview of a file, and shows it unless another file is read by then. */
  async read(file: ChosenFile): Promise<void> {
    this.#latest = file;
    const state = await this.#previewOf(file);
    if (this.#latest === file) this.#set(state);
  }

  async #previewOf(file: ChosenFile): Promise<ScenarioImportState> {
    const read = await fileText(file);
    if (!read.ok) return { stage: 'refused', file: file.name, reason: read.problem.detail };
    const { text } = read.value;
    const reply = await this.#client.call('scenarios.import', { text, fileName: file.name, as: 'preview' });
    if (reply.ok) return { stage: 'preview', file: file.name, text, found: reply.value };
    return { stage: 'refused', file: file.name, reason: reply.problem.detail };
  }

  /** Adds the scenarios that are new or different. */
  async add(): Promise<void> {
    const state = this.store.getState();
    if (state.stage !== 'preview') return;
    this.close();
    const { file, text, found } = state;
    const show = this.#remember();
    const bases = Object.fromEntries(found.scenarios.map(({ name, base }) => [name, base]));
    const reply = await this.#client.call('scenarios.import', { text, fileName: file, as: 'add', bases });
    // The dialog is closed, and may show another file by now.
    if (!reply.ok) return this.#refused(reply.problem, file, text);
    const [first, ...others] = differentOnes(reply.value);
    if (!first) return;
    void show(first.name);
    const what = others.length === 0 ? first.name : plural(others.length + 1, 'scenario');
    offerUndo(this.#client, this.#toaster, `Added ${what} from ${file}.`);
  }

  /** Says why nothing was added; if the workspace differs from the preview, offers to show it anew. */
  #refused(problem: Problem, file: string, text: string): void {
    if (!isConflict(problem)) {
      this.#toaster.fail(problem.detail);
      return;
    }
    this.#toaster.offer(problem.detail, {
      title: 'Preview again',
      run: () => void this.read(textFile(file, text)),
    });
  }

  close(): void {
    this.#latest = null;
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
