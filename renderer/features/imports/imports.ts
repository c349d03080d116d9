import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ImportPreview } from '../../../server/contract/schema/output.ts';
import type { Client } from '../../console/client.ts';
import { offerUndo } from '../../console/undo.ts';
import { plural } from '../../ui/base/format.ts';
import { chooseFile } from '../../ui/form/choose-file.ts';
import type { Toaster } from '../../ui/overlay/toaster.ts';

/** The part of a chosen file that is used here. */
export type ChosenFile = Pick<File, 'name' | 'text'>;

/** The stage of an import. */
export type ImportState =
  | { readonly stage: 'none' }
  | { readonly stage: 'reading'; readonly file: ChosenFile }
  | { readonly stage: 'refused'; readonly file: ChosenFile; readonly reason: string }
  | {
      readonly stage: 'preview' | 'adding';
      readonly file: ChosenFile;
      readonly preview: ImportPreview;
      /** Names of the collections to import. */
      readonly chosen: readonly string[];
    };

const none: ImportState = { stage: 'none' };

/** Imports records from a file after a preview. */
export class Imports {
  readonly store: StoreApi<ImportState> = createStore<ImportState>(() => none);
  readonly #client: Client;
  readonly #toaster: Toaster;
  readonly #onAdded: (collection: string) => void;

  /** `onAdded` receives the first collection that got records. */
  constructor(client: Client, toaster: Toaster, onAdded: (collection: string) => void) {
    this.#client = client;
    this.#toaster = toaster;
    this.#onAdded = onAdded;
  }

  /** Opens the file picker. */
  choose(): void {
    chooseFile('.json,.ndjson,.jsonl,.csv,.tsv,.yaml,.yml,.har', (file) => void this.read(file));
  }

  /** Asks the host for a preview of a file; `into` names the target collection. */
  async read(file: ChosenFile, into?: string): Promise<void> {
    const reading: ImportState = { stage: 'reading', file };
    this.#set(reading);
    const text = await file.text();
    const reply = await this.#client.call('import.preview', {
      text,
      fileName: file.name,
      ...(into !== undefined && { into }),
    });
    // The dialog may have been closed or may show another file by now.
    if (this.store.getState() !== reading) return;
    if (!reply.ok) return this.#set({ stage: 'refused', file, reason: reply.problem.detail });
    const chosen = reply.value.collections.filter((one) => one.fresh + one.changed > 0 || one.state === 'new');
    this.#set({ stage: 'preview', file, preview: reply.value, chosen: chosen.map(({ name }) => name) });
  }

  /** Selects or deselects a collection. */
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
    const added = plural(reply.value.records, 'record');
    offerUndo(this.#client, this.#toaster, `Imported ${added} from ${file.name}.`);
  }

  /** Closes the dialog and cancels the import in progress. */
  close(): void {
    const { stage } = this.store.getState();
    this.#set(none);
    if (stage !== 'none' && stage !== 'refused') void this.#client.call('jobs.cancel', { kind: 'import' });
  }

  #set(state: ImportState): void {
    this.store.setState(state, true);
  }
}
