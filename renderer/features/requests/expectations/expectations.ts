import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Problem } from '../../../../server/domain/basics/problem.ts';
import { accept, type Result, refuse } from '../../../../server/domain/basics/result.ts';
import type { Expectation } from '../../../../server/domain/verification/expectation.ts';
import type { ExpectationResult } from '../../../../server/domain/verification/result.ts';
import { type Conflicts, notSaved } from '../../../conflict/conflicts.ts';
import type { Client } from '../../../console/client.ts';
import type { Mirror } from '../../../console/mirror.ts';
import type { Submission } from '../../../console/submission.ts';
import { download } from '../../../ui/base/download.ts';
import { plural } from '../../../ui/base/format.ts';
import type { Toaster } from '../../../ui/overlay/toaster.ts';
import { type Declared, draftLike, draftOf, type ExpectationDraft, emptyDraft } from './expectation-draft.ts';
import { asMerged, ofMerged } from './expectation-merge.ts';

export interface ExpectationsState {
  /** True while the expectations are shown instead of the log. */
  readonly shown: boolean;
  /** The results as last read; null before the first read. */
  readonly results: readonly ExpectationResult[] | null;
  /** Key of the chosen result. */
  readonly chosen: string | null;
  /** The initial values of the form while it is open. */
  readonly draft: ExpectationDraft | null;
  /** The expectation that the form edits, as it was when the form opened; null for a new one. */
  readonly edited: Expectation | null;
  /** Key of the one that has just been declared and gets the focus once it is listed. */
  readonly arriving: string | null;
}

/** A unique key of a result. */
export function keyOf({ expectation }: Pick<ExpectationResult, 'expectation'>): string {
  return keyNamed(expectation);
}

/** A name may repeat in another session. */
export function keyNamed({ name, session }: Pick<Expectation, 'name' | 'session'>): string {
  return JSON.stringify([session ?? null, name]);
}

/** The expectations of the host and their actions. It outlives the view. */
export class Expectations {
  readonly store: StoreApi<ExpectationsState>;
  readonly #client: Client;
  readonly #mirror: Mirror;
  readonly #toaster: Toaster;
  readonly #conflicts: Conflicts;
  #reading = false;
  /** Snapshots of the host so far: one that started again counts its revisions from 0. */
  #snapshots = 0;
  /** The {@link #version} that was read last. */
  #readVersion: string | undefined;

  constructor(client: Client, mirror: Mirror, toaster: Toaster, conflicts: Conflicts) {
    this.#client = client;
    this.#mirror = mirror;
    this.#toaster = toaster;
    this.#conflicts = conflicts;
    this.store = createStore<ExpectationsState>(() => ({
      ...{ shown: false, results: null, chosen: null, draft: null, edited: null, arriving: null },
    }));
    mirror.onRecords((collection) => {
      if (collection === null) this.#snapshots += 1;
    });
  }

  /** Reads the results now and after every change, until the returned function is called. */
  follow(): () => void {
    void this.#refresh();
    const stops = [
      this.#mirror.store.subscribe(() => void this.#refresh()),
      this.#mirror.onRecords((collection) => {
        if (collection === null) void this.#refresh();
      }),
    ];
    return () => {
      // An expectation that is listed after the person has left takes no focus on their return.
      this.arrived();
      for (const stop of stops) stop();
    };
  }

  /** Differs after each change of the results; undefined before the first snapshot. */
  get #version(): string | undefined {
    const { state } = this.#mirror.store.getState();
    return state ? `${this.#snapshots} ${state.expectations.revision}` : undefined;
  }

  async #refresh(): Promise<void> {
    const asked = this.#version;
    if (this.#reading || asked === this.#readVersion) return;
    this.#reading = true;
    const reply = await this.#client.call('expectations.list', {});
    this.#reading = false;
    if (reply.ok) {
      this.#readVersion = asked;
      this.store.setState({ results: reply.value.results });
    }
    if (this.#version !== asked) void this.#refresh();
  }

  show(shown: boolean): void {
    this.store.setState({ shown });
  }

  /** The declared expectation has the focus. */
  arrived(): void {
    this.store.setState({ arriving: null });
  }

  choose(result: ExpectationResult | undefined): void {
    this.store.setState({ chosen: result ? keyOf(result) : null, arriving: null });
  }

  /** Opens the form, empty or filled from a logged request, if the person `isStillHere` once that is read. */
  async begin(request?: number, isStillHere = () => true): Promise<void> {
    void this.#refresh();
    if (request === undefined) return this.store.setState({ draft: { ...emptyDraft }, edited: null });
    const reply = await this.#client.call('requests.get', { id: request });
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    if (isStillHere()) this.store.setState({ draft: draftLike(reply.value), edited: null });
  }

  /** Opens the form for changes to an expectation. */
  edit({ expectation }: ExpectationResult): void {
    this.store.setState({ draft: draftOf(expectation), edited: expectation });
  }

  closeForm(): void {
    this.store.setState({ draft: null, edited: null });
  }

  /**
   * Adds the expectation, or replaces the edited one, and chooses it; gives it as it was saved, or the reason if it was not. A
   * person who has left the form by then stays where they are, and a message tells the reason.
   */
  async declare(
    declared: Declared,
    edited: Expectation | null,
    form?: Submission,
  ): Promise<Result<Expectation, string>> {
    const { draft } = this.store.getState();
    const reply = edited ? await this.#change(edited, declared, form) : await this.#add(declared, form);
    const isLeft = this.store.getState().draft !== draft;
    if (!reply?.ok) {
      const { detail } = reply?.problem ?? notSaved;
      if (isLeft) this.#toaster.fail(detail);
      return refuse(detail);
    }
    const key = keyNamed(reply.value);
    if (!isLeft) this.store.setState({ shown: true, chosen: key, arriving: key });
    return reply;
  }

  async #add(declared: Declared, form: Submission | undefined): Promise<Result<Expectation, Problem>> {
    const reply = await this.#client.call('expectations.add', declared, form);
    return reply.ok ? accept({ ...declared.expectation, name: reply.value.name }) : reply;
  }

  /** Replaces an expectation, merged with what others have changed in it; null if the person goes back to the form. */
  #change(edited: Expectation, { expectation, ...rest }: Declared, form: Submission | undefined) {
    const { name, session } = edited;
    const replaces = { name, ...(session !== undefined && { session }) };
    return this.#conflicts.save({
      name: `“${name}”`,
      base: asMerged(edited),
      mine: asMerged({ ...expectation, name: expectation.name ?? name }),
      part: (theirs) => asMerged(theirs as unknown as Expectation),
      send: (value, base) =>
        this.#add({ ...rest, expectation: ofMerged(value), ...(base && { replaces, base: ofMerged(base) }) }, form),
    });
  }

  async remove({ expectation: { name, session } }: ExpectationResult): Promise<void> {
    const reply = await this.#client.call('expectations.remove', { name, ...(session !== undefined && { session }) });
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    this.#removed(reply.value.removed, `Deleted the expectation “${name}”.`);
  }

  async clear(): Promise<void> {
    const reply = await this.#client.call('expectations.clear', {});
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    const { removed } = reply.value;
    if (removed.length === 0) return this.#toaster.say('There were no expectations.');
    this.#removed(removed, `Deleted ${plural(removed.length, 'expectation')}.`);
  }

  /** Deselects what the host has removed, unless the person has chosen another one meanwhile, and offers to restore it. */
  #removed(removed: readonly Expectation[], text: string): void {
    const { chosen } = this.store.getState();
    if (removed.some((one) => keyNamed(one) === chosen)) this.store.setState({ chosen: null });
    this.#toaster.offer(text, { title: 'Restore', run: () => void this.#restore(removed) });
  }

  /** Declares expectations again beside those declared since; requests are counted from then on. */
  async #restore(removed: readonly Expectation[]): Promise<void> {
    for (const expectation of removed) {
      const reply = await this.#client.call('expectations.add', { expectation });
      // The others come back all the same: nothing else holds them any more.
      if (!reply.ok) this.#toaster.fail(reply.problem.detail);
    }
  }

  /** Downloads a report of the results. */
  async export(format: 'junit' | 'json'): Promise<void> {
    const reply = await this.#client.call('verification.report', { format });
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    download(reply.value.file, reply.value.text);
  }
}
