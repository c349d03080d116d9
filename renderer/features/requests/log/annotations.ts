import type { StoreApi } from 'zustand/vanilla';
import type { CommandInput } from '../../../../server/contract/command.ts';
import { refuse } from '../../../../server/domain/basics/result.ts';
import type { Client } from '../../../console/client.ts';
import type { RequestLog } from '../../../console/requests.ts';
import { Turns } from '../../../console/turns.ts';
import { untilMirrored } from '../../../console/until-mirrored.ts';
import type { Toaster } from '../../../ui/overlay/toaster.ts';
import { otherRequest } from './held-requests.ts';
import { keyOf, requestAt } from './log-view.ts';
import type { EditedNote, RequestsState } from './requests-state.ts';

/** Pins and notes of requests. Each is set on what the one before has left. */
export class Annotations {
  readonly #store: StoreApi<RequestsState>;
  readonly #log: RequestLog;
  readonly #client: Client;
  readonly #toaster: Toaster;
  readonly #turns = new Turns();

  constructor(store: StoreApi<RequestsState>, log: RequestLog, client: Client, toaster: Toaster) {
    this.#store = store;
    this.#log = log;
    this.#client = client;
    this.#toaster = toaster;
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

  /** Closes the field and saves the note, unless it is as it was; gives false if it has no request, or the host refuses it. */
  writeNote(text: string): Promise<boolean> {
    const { editedNote } = this.#store.getState();
    this.endNote();
    const note = text.trim();
    if (editedNote === null) return Promise.resolve(false);
    if (note === editedNote.begun) return Promise.resolve(true);
    return this.#turns.take(() => this.#mark(editedNote, { note }));
  }

  /** Marks a request, unless another one has its id by now. */
  async #mark({ id, time }: Marked, mark: Omit<CommandInput<'requests.mark'>, 'id'>): Promise<boolean> {
    const marked = requestAt(this.#log, keyOf(id));
    const reply =
      marked && marked.time !== time ? refuse(otherRequest) : await this.#client.call('requests.mark', { id, ...mark });
    if (!reply.ok) {
      this.#toaster.fail(reply.problem.detail);
      return false;
    }
    const { pinned, note } = mark;
    await untilMirrored(this.#log, () => {
      const now = requestAt(this.#log, keyOf(id));
      return now?.time !== time || (now.pinned === (pinned ?? now.pinned) && now.note === (note ?? now.note));
    });
    return true;
  }
}

type Marked = Pick<EditedNote, 'id' | 'time'>;
