import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ImportPreview } from '../../../server/contract/schema/output.ts';
import type { Client } from '../../console/client.ts';
import { plural } from '../../ui/base/format.ts';
import { chooseFile } from '../../ui/form/choose-file.ts';
import type { Toaster } from '../../ui/overlay/toaster.ts';

/** A file that was chosen: what of it is used here. */
export type ChosenFile = Pick<File, 'name' | 'text'>;

/** How far an import has come. */
export type ImportState =
  | { readonly stage: 'none' }
  | { readonly stage: 'reading'; readonly file: ChosenFile }
  | { readonly stage: 'refused'; readonly file: ChosenFile; readonly reason: string }
  | {
      readonly stage: 'preview' | 'adding';
      readonly file: ChosenFile;
      readonly preview: ImportPreview;
      /** Names of the collections that are to be imported. */
      readonly chosen: readonly string[];
    };

const none: ImportState = { stage: 'none' };

/** Brings records from a file into the workspace: shows first what that would do. */
export class Imports {
  readonly store: StoreApi<ImportState> = createStore<ImportState>(() => none);
  readonly #client: Client;
  readonly #toaster: Toaster;
  readonly #onAdded: (collection: string) => void;

  /** `onAdded` is told the first collection that records have come into. */
  constructor(client: Client, toaster: Toaster, onAdded: (collection: string) => void) {
    this.#client = client;
    this.#toaster = toaster;
    this.#onAdded = onAdded;
  }

  /** Lets the person choose a file. */
  choose(): void {
    chooseFile('.json,.ndjson,.jsonl,.csv,.tsv,.yaml,.yml,.har', (file) => void this.read(file));
  }

  /** Asks the host what a file would do; its records are for the collection `into`, where one is given. */
  async read(file: ChosenFile, into?: string): Promise<void> {
    const reading: ImportState = { stage: 'reading', file };
    this.#set(reading);
    const text = await file.text();
    const reply = await this.#client.call('import.preview', {
      text,
      fileName: file.name,
      ...(into !== undefined && { into }),
    });
    // The dialog may have been closed meanwhile, or another file chosen.
    if (this.store.getState() !== reading) return;
    if (!reply.ok) return this.#set({ stage: 'refused', file, reason: reply.problem.detail });
    const chosen = reply.value.collections.filter((one) => one.fresh + one.changed > 0 || one.state === 'new');
    this.#set({ stage: 'preview', file, preview: reply.value, chosen: chosen.map(({ name }) => name) });
  }

  /** Takes a collection in, or leaves it out. */
  toggle(name: string): void {
    const state = this.store.getState();
    if (state.stage !== 'preview') return;
    const chosen = state.chosen.includes(name) ? state.chosen.filter((one) => one !== name) : [...state.chosen, name];
    this.#set({ ...state, chosen });
  }

  /** Imports the chosen collections. */
  async add(): Promise<void> {
    const state = this.store.getState();
    if (state.stage !== 'preview') return;
    const { file, preview, chosen } = state;
    const adding: ImportState = { ...state, stage: 'adding' };
    this.#set(adding);
    const reply = await this.#client.call('import.apply', { id: preview.id, collections: [...chosen] });
    if (this.store.getState() !== adding) return;
    if (!reply.ok) return this.#set({ stage: 'refused', file, reason: reply.problem.detail });
    this.#set(none);
    const [first] = chosen;
    if (first !== undefined) this.#onAdded(first);
    this.#toaster.offer(`Imported ${plural(reply.value.records, 'record')} from ${file.name}.`, {
      title: 'Undo',
      run: () => void this.#undo(),
    });
  }

  /** Closes the dialog; what is under way is taken back. */
  close(): void {
    const { stage } = this.store.getState();
    this.#set(none);
    if (stage !== 'none' && stage !== 'refused') void this.#client.call('jobs.cancel', { kind: 'import' });
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
