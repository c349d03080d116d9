import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandInput } from '../../../server/contract/command.ts';
import type { ImportPreview } from '../../../server/contract/schema/import.ts';
import type { AddedRecords, RecordName } from '../../../server/contract/schema/output.ts';
import type { Client } from '../../console/client.ts';
import { type ChosenFile, fileText } from '../../console/file-text.ts';
import { offerUndo } from '../../console/undo.ts';
import { formatCounts, plural } from '../../ui/base/format.ts';
import { chooseFile } from '../../ui/form/choose-file.ts';
import type { Toaster } from '../../ui/overlay/toaster.ts';

/** The recording of the upstream: of a session, or of all clients without one. */
interface ChosenRecording {
  readonly name: 'the recording';
  readonly session: string | null;
}

/** Where records come from. */
export type ImportOrigin = ChosenFile | ChosenRecording;

/** The collections that records without one may go to. */
export interface ImportTarget {
  /** The collection that takes them. */
  readonly into?: string | undefined;
  /** The collection on show, which takes those that resemble its own. */
  readonly open?: string | undefined;
}

export type FoundCollection = ImportPreview['collections'][number];

/** The choices for a collection of a file, which its name in the file identifies. */
export type ImportChoice = NonNullable<CommandInput<'import.preview'>['choices']>[number];

/** A preview on show. */
export interface ShownPreview {
  readonly file: ImportOrigin;
  readonly target: ImportTarget;
  readonly preview: ImportPreview;
  readonly choices: readonly ImportChoice[];
  /** The choices that the preview follows; those made since are being tried. */
  readonly accepted: readonly ImportChoice[];
  /** Whether to import a collection, by its name in the file, where the person has selected or deselected it. */
  readonly picks: Readonly<Record<string, boolean>>;
  /** Whether to change the settings as the preview suggests. */
  readonly takesSettings: boolean;
  /** Name, in the file, of the collection whose choices and records are shown. */
  readonly shown: string;
  /** The last choice, if it was refused, or null. */
  readonly refusal: RefusedChoice | null;
  /** Why the file was not imported and is previewed again, or null. */
  readonly notice: string | null;
}

/** Why a choice was refused, and the name in the file of its collection. */
interface RefusedChoice {
  readonly collection: string;
  readonly reason: string;
}

/** The stage of an import. */
export type ImportState =
  | { readonly stage: 'none' }
  | { readonly stage: 'reading'; readonly file: ImportOrigin }
  | { readonly stage: 'refused'; readonly file: ImportOrigin; readonly target: ImportTarget; readonly reason: string }
  | ({ readonly stage: 'preview' | 'choosing' | 'adding' } & ShownPreview);

/** Shows the result of an import. */
export interface ImportedView {
  /** Shows new records; returns a sentence about what had to change for that, or an empty text. */
  readonly added: (added: AddedRecords) => string;
  readonly changed: (record: RecordName) => void;
  readonly empty: (collection: string) => void;
}

const noChoices = { choices: [], accepted: [], picks: {}, refusal: null, notice: null } as const;

const none: ImportState = { stage: 'none' };

/** Imports records from a file after a preview. */
export class Imports {
  readonly store: StoreApi<ImportState> = createStore<ImportState>(() => none);
  readonly #client: Client;
  readonly #toaster: Toaster;
  readonly #show: ImportedView;

  /** `show` shows the result. */
  constructor(client: Client, toaster: Toaster, show: ImportedView) {
    this.#client = client;
    this.#toaster = toaster;
    this.#show = show;
  }

  /** Opens the file picker. */
  choose(target?: ImportTarget): void {
    chooseFile('.json,.ndjson,.jsonl,.csv,.tsv,.yaml,.yml,.har', (file) => void this.read(file, target));
  }

  /** Asks the host for a preview of a file. */
  read(file: ChosenFile, target?: ImportTarget): Promise<void> {
    return this.#begin(file, target);
  }

  /** Asks the host for a preview of the recording of a session, or of all clients without one. */
  review(session: string | null): Promise<void> {
    return this.#begin({ name: 'the recording', session });
  }

  async #begin(file: ImportOrigin, target: ImportTarget = {}): Promise<void> {
    const reading: ImportState = { stage: 'reading', file };
    this.#set(reading);
    const reply = await this.#preview(file, target, []);
    // The dialog may have been closed or may show another file by now.
    if (this.store.getState() !== reading) return;
    if (!reply.ok) return this.#set({ stage: 'refused', file, target, reason: reply.problem.detail });
    const shown = reply.value.collections[0]?.source ?? '';
    this.#set({ stage: 'preview', file, target, preview: reply.value, ...noChoices, takesSettings: true, shown });
  }

  /** Previews the file again with another choice for a collection. A refused choice changes nothing. */
  async decide(choice: ImportChoice): Promise<void> {
    const state = this.store.getState();
    if (state.stage !== 'preview' && state.stage !== 'choosing') return;
    const choices = withChoice(state.choices, choice);
    await this.#previewAgain({ ...state, choices, refusal: null, notice: null }, (reason, now) => ({
      ...now,
      choices: now.accepted,
      refusal: { collection: choice.collection, reason },
    }));
  }

  /** Previews a file that is on show with its choices. `refused` gives what is shown if that is refused. */
  async #previewAgain(
    shown: ShownPreview,
    refused: (reason: string, now: ShownPreview) => ShownPreview,
  ): Promise<void> {
    const { file, target, choices } = shown;
    this.#set({ ...shown, stage: 'choosing' });
    const reply = await this.#preview(file, target, choices);
    const now = this.store.getState();
    // The dialog may have been closed, or another choice made.
    if (now.stage !== 'choosing' || now.choices !== choices) return;
    const next = reply.ok ? { ...now, preview: reply.value, accepted: choices } : refused(reply.problem.detail, now);
    this.#set({ ...next, stage: 'preview' });
  }

  /** Shows the choices and records of a collection. */
  show(source: string): void {
    const state = this.store.getState();
    if ('shown' in state) this.#set({ ...state, shown: source });
  }

  /** Selects or deselects a collection, which its name in the file identifies. */
  toggle(source: string): void {
    const state = this.store.getState();
    if (state.stage !== 'preview' && state.stage !== 'choosing') return;
    const isChosen = chosenIn(state).some((one) => one.source === source);
    this.#set({ ...state, picks: { ...state.picks, [source]: !isChosen } });
  }

  /** Chooses whether to change the suggested settings. */
  takeSettings(takesSettings: boolean): void {
    const state = this.store.getState();
    if (state.stage === 'preview' || state.stage === 'choosing') this.#set({ ...state, takesSettings });
  }

  /** Imports the chosen collections. If that is refused, previews the file again, as it would be imported now. */
  async add(): Promise<void> {
    const state = this.store.getState();
    if (state.stage !== 'preview') return;
    const { file, preview, takesSettings } = state;
    const chosen = chosenIn(state);
    const settings = takesSettings && Boolean(preview.settings);
    const adding: ImportState = { ...state, stage: 'adding' };
    this.#set(adding);
    const reply = await this.#client.call('import.apply', {
      id: preview.id,
      collections: chosen.map(({ name }) => name),
      ...(settings && { settings }),
    });
    if (this.store.getState() !== adding) return;
    if (!reply.ok) return this.#reconsider(adding, reply.problem.detail);
    this.#set(none);
    const { records, first, added } = reply.value;
    const [collection] = chosen;
    let note = '';
    if (added) note = this.#show.added(added);
    else if (first) this.#show.changed(first);
    else if (collection !== undefined) this.#show.empty(collection.name);
    const counts = countsOf(chosen);
    const text = `Imported ${plural(records, 'record')} from ${file.name}${counts}. ${note}`.trimEnd();
    offerUndo(this.#client, this.#toaster, text);
  }

  /** Previews the file again if the host does not give the records of that preview any more, for a reason. */
  async renew(id: number, reason: string): Promise<void> {
    const state = this.store.getState();
    if (state.stage === 'preview' && state.preview.id === id) await this.#reconsider(state, reason);
  }

  /** Shows what a refused import would do now, with what the person has chosen, and says that it is another preview. */
  #reconsider(shown: ShownPreview, reason: string): Promise<void> {
    const notice = `${reason} Look at the new preview before you import.`;
    // A copy tells this attempt from other ones.
    const choices = [...shown.choices];
    return this.#previewAgain({ ...shown, choices, refusal: null, notice }, (detail, now) => ({
      ...now,
      notice: detail,
    }));
  }

  /** Closes the dialog and cancels the import in progress. */
  close(): void {
    const { stage } = this.store.getState();
    this.#set(none);
    if (stage !== 'none' && stage !== 'refused') void this.#client.call('jobs.cancel', { kind: 'import' });
  }

  async #preview(file: ImportOrigin, { into, open }: ImportTarget, choices: readonly ImportChoice[]) {
    if ('session' in file) {
      const { session } = file;
      return this.#client.call('upstream.preview', {
        ...(session !== null && { session }),
        ...(choices.length > 0 && { choices: [...choices] }),
      });
    }
    const read = await fileText(file);
    if (!read.ok) return read;
    const { text, encoding } = read.value;
    return this.#client.call('import.preview', {
      text,
      fileName: file.name,
      ...(encoding === 'windows-1252' && { encoding }),
      ...(into !== undefined && { into }),
      ...(open !== undefined && { open }),
      ...(choices.length > 0 && { choices: [...choices] }),
    });
  }

  #set(state: ImportState): void {
    this.store.setState(state, true);
  }
}

/** How the records of the chosen collections change, as in `: 1 new, 1 changed`. */
function countsOf(chosen: readonly FoundCollection[]): string {
  const sum = (count: 'fresh' | 'changed' | 'removed') => chosen.reduce((total, one) => total + one[count], 0);
  const counts = formatCounts({ new: sum('fresh'), changed: sum('changed'), removed: sum('removed') });
  return counts === '' ? '' : `: ${counts}`;
}

/** The collections to import: those that an import would change, unless the person has decided otherwise. */
export function chosenIn({ preview, picks }: Pick<ShownPreview, 'preview' | 'picks'>): readonly FoundCollection[] {
  return preview.collections.filter(({ source, fresh, changed, removed, state }) => {
    return picks[source] ?? (fresh + changed + removed > 0 || state === 'new');
  });
}

/** Another collection has a key of its own, so that a key does not stay when the target changes. */
function withChoice(
  choices: readonly ImportChoice[],
  { collection, ...choice }: ImportChoice,
): readonly ImportChoice[] {
  const before = choices.find((one) => one.collection === collection);
  const { key: _, ...rest } = before ?? { collection };
  const kept = 'into' in choice ? rest : (before ?? { collection });
  return [...choices.filter((one) => one !== before), { ...kept, ...choice, collection }];
}
