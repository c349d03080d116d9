import type { StoreApi } from 'zustand/vanilla';
import type { CommandInput } from '../../../../server/contract/command.ts';
import type { Problem } from '../../../../server/domain/basics/problem.ts';
import type { Result } from '../../../../server/domain/basics/result.ts';
import { type Conflicts, isConflict } from '../../../conflict/conflicts.ts';
import type { Client } from '../../../console/client.ts';
import type { RequestLog } from '../../../console/requests.ts';
import { Turns } from '../../../console/turns.ts';
import { untilMirrored } from '../../../console/until-mirrored.ts';
import type { Toaster } from '../../../ui/overlay/toaster.ts';
import { keyOf, requestAt } from './log-view.ts';
import type { EditedNote, RequestsState } from './requests-state.ts';

/** Pins and notes of requests. Each is set on what the one before has left. */
export class Annotations {
  readonly #store: StoreApi<RequestsState>;
  readonly #log: RequestLog;
  readonly #client: Client;
  readonly #toaster: Toaster;
  readonly #conflicts: Conflicts;
  readonly #turns = new Turns();

  constructor(store: StoreApi<RequestsState>, log: RequestLog, client: Client, toaster: Toaster, conflicts: Conflicts) {
    this.#store = store;
    this.#log = log;
    this.#client = client;
    this.#toaster = toaster;
    this.#conflicts = conflicts;
  }

  /** Pins or unpins the chosen request. */
  async togglePin(): Promise<void> {
    const chosen = requestAt(this.#log, this.#store.getState().chosen);
    if (!chosen) return;
    await this.#turns.take(async () => {
      const request = requestAt(this.#log, keyOf(chosen.id));
      if (request) await this.#mark(chosen, { pinned: !request.pinned });
    });
  }

  /** Opens the note of the chosen request for editing; resolves once its field is there, or will not come. */
  async beginNote(): Promise<void> {
    const { chosen } = this.#store.getState();
    // Its note may still be being saved.
    await this.#turns.ended();
    const state = this.#store.getState();
    const request = requestAt(this.#log, chosen);
    if (!request || state.chosen !== chosen || state.editedNote?.id === request.id) return;
    const coming: EditedNote = { id: request.id, time: request.time, begun: request.note, stage: 'coming' };
    // A comparison has the place of the detail.
    this.#store.setState({ editedNote: coming, compared: null });
    await this.#untilChanged(coming);
  }

  #untilChanged(coming: EditedNote): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#store.subscribe(({ editedNote }) => {
        if (editedNote === coming) return;
        stop();
        resolve();
      });
    });
  }

  /** The field of the edited note is there. */
  noteOpened(): void {
    const { editedNote } = this.#store.getState();
    if (editedNote?.stage === 'coming') this.#store.setState({ editedNote: { ...editedNote, stage: 'open' } });
  }

  endNote(): void {
    this.#store.setState({ editedNote: null });
  }

  /** Closes the field and saves the note, unless it is as it was. */
  writeNote(text: string): Promise<WrittenNote> {
    const { editedNote } = this.#store.getState();
    this.endNote();
    const note = text.trim();
    if (editedNote === null) return Promise.resolve('refused');
    if (note === editedNote.begun) return Promise.resolve('saved');
    return this.#turns.take(() => this.#saveNote(editedNote, note));
  }

  /** Saves a note, merged with what others have written meanwhile. */
  async #saveNote(edited: EditedNote, note: string): Promise<WrittenNote> {
    const saved = await this.#conflicts.save({
      name: `request #${edited.id}`,
      base: { note: edited.begun },
      mine: { note },
      send: (value, base) => this.#mark(edited, value as Note, base as Note | null),
    });
    if (saved !== null) return saved.ok ? 'saved' : 'refused';
    const { chosen, editedNote } = this.#store.getState();
    if (chosen !== keyOf(edited.id) || editedNote !== null) return 'refused';
    this.#store.setState({ editedNote: { ...edited, stage: 'coming' } });
    return 'reopened';
  }

  /** Marks a request, unless another one has its id by now. */
  async #mark({ id, time }: Marked, mark: Mark, base: Note | null = null): Promise<Result<null, Problem>> {
    const reply = await this.#client.call('requests.mark', { id, ...mark, base: { time, ...base } });
    if (!reply.ok) {
      if (!isConflict(reply.problem)) this.#toaster.fail(reply.problem.detail);
      return reply;
    }
    const { pinned, note } = mark;
    await untilMirrored(this.#log, () => {
      const now = requestAt(this.#log, keyOf(id));
      return now?.time !== time || (now.pinned === (pinned ?? now.pinned) && now.note === (note ?? now.note));
    });
    return reply;
  }
}

/** What has become of a note: saved, refused by the host, or open again as the person went back to it from a conflict. */
type WrittenNote = 'saved' | 'refused' | 'reopened';

type Note = { readonly note: string };
type Mark = Pick<CommandInput<'requests.mark'>, 'pinned' | 'note'>;
type Marked = Pick<EditedNote, 'id' | 'time'>;
