import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Imported } from '../../../server/contract/output.ts';
import type { Client } from '../../console/client.ts';
import { chooseFile } from '../../ui/choose-file.ts';
import { plural } from '../../ui/format.ts';
import type { Toaster } from '../../ui/toaster.ts';

/** A file that was chosen: what of it is used here. */
export type ChosenFile = Pick<File, 'name' | 'text'>;

/** How far an import has come; `file` is the file's name. */
export type ImportState =
  | { readonly stage: 'none' }
  | { readonly stage: 'reading'; readonly file: string }
  | { readonly stage: 'refused'; readonly file: string; readonly reason: string }
  | {
      readonly stage: 'preview';
      readonly file: string;
      readonly text: string;
      readonly imported: Imported;
      readonly isAdding: boolean;
    };

const none: ImportState = { stage: 'none' };

/** Brings collections from a file into the workspace: shows first what the host found in it. */
export class Imports {
  readonly store: StoreApi<ImportState> = createStore<ImportState>(() => none);
  readonly #client: Client;
  readonly #toaster: Toaster;
  readonly #onAdded: (collection: string) => void;

  /** `onAdded` is told the first collection that has come in. */
  constructor(client: Client, toaster: Toaster, onAdded: (collection: string) => void) {
    this.#client = client;
    this.#toaster = toaster;
    this.#onAdded = onAdded;
  }

  /** Lets the person choose a file. */
  choose(): void {
    chooseFile('.json,.ndjson,.jsonl,.csv,.yaml,.yml', (file) => void this.read(file));
  }

  /** Asks the host what a file would add. */
  async read(file: ChosenFile): Promise<void> {
    const reading: ImportState = { stage: 'reading', file: file.name };
    this.#set(reading);
    const text = await file.text();
    const reply = await this.#client.call('workspace.import', { text, fileName: file.name, as: 'preview' });
    // The dialog may have been closed meanwhile, or another file chosen.
    if (this.store.getState() !== reading) return;
    if (reply.ok) this.#set({ stage: 'preview', file: file.name, text, imported: reply.value, isAdding: false });
    else this.#set({ stage: 'refused', file: file.name, reason: reply.problem.detail });
  }

  /** Adds what the preview shows as new. */
  async add(): Promise<void> {
    const state = this.store.getState();
    if (state.stage !== 'preview' || state.isAdding) return;
    const { file, text } = state;
    const adding: ImportState = { ...state, isAdding: true };
    this.#set(adding);
    const reply = await this.#client.call('workspace.import', { text, fileName: file, as: 'add' });
    const isOpen = this.store.getState() === adding;
    if (!reply.ok) {
      if (isOpen) this.#set({ stage: 'refused', file, reason: reply.problem.detail });
      else this.#toaster.fail(reply.problem.detail);
      return;
    }
    if (isOpen) this.close();
    const [first, ...others] = newOnes(reply.value);
    if (!first) return;
    this.#onAdded(first.name);
    const what = others.length === 0 ? first.name : plural(others.length + 1, 'collection');
    this.#toaster.offer(`Added ${what} from ${file}.`, { title: 'Undo', run: () => void this.#undo() });
  }

  close(): void {
    this.#set(none);
  }

  async #undo(): Promise<void> {
    this.#toaster.withdraw();
    const reply = await this.#client.call('history.undo', {});
    if (!reply.ok) this.#toaster.fail(reply.problem.detail);
  }

  #set(state: ImportState): void {
    this.store.setState(state, true);
  }
}

/** The collections that the workspace does not have yet. */
export function newOnes({ collections }: Imported): Imported['collections'] {
  return collections.filter(({ state }) => state === 'new');
}
