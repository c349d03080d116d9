import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ExpectationResult } from '../../../../server/domain/verification/result.ts';
import type { Client } from '../../../console/client.ts';
import type { Mirror } from '../../../console/mirror.ts';
import { download } from '../../../ui/base/download.ts';
import { plural } from '../../../ui/base/format.ts';
import type { Toaster } from '../../../ui/overlay/toaster.ts';
import { draftLike, type ExpectationDraft, emptyDraft, type readDraft } from './expectation-draft.ts';

export interface ExpectationsState {
  /** True where they stand in the place of the log. */
  readonly shown: boolean;
  /** As last read; null before the first time. */
  readonly results: readonly ExpectationResult[] | null;
  /** Key of the chosen one. */
  readonly chosen: string | null;
  /** What the form begins with while it is open. */
  readonly draft: ExpectationDraft | null;
}

/** What identifies an expectation. */
export function keyOf({ expectation: { name, session } }: ExpectationResult): string {
  return JSON.stringify([session ?? null, name]);
}

/** What clients are expected to send, as the host holds it, and what can be done about it. It outlives the view. */
export class Expectations {
  readonly store: StoreApi<ExpectationsState>;
  readonly #client: Client;
  readonly #mirror: Mirror;
  readonly #toaster: Toaster;
  #reading = false;
  /** Revision of the results that were read last. */
  #revision: number | undefined;

  constructor(client: Client, mirror: Mirror, toaster: Toaster) {
    this.#client = client;
    this.#mirror = mirror;
    this.#toaster = toaster;
    this.store = createStore<ExpectationsState>(() => ({ shown: false, results: null, chosen: null, draft: null }));
  }

  /** Reads the results, and again whenever they change, until the returned function is called. */
  follow(): () => void {
    void this.#read();
    return this.#mirror.store.subscribe(() => void this.#read());
  }

  async #read(): Promise<void> {
    const revision = () => this.#mirror.store.getState().state?.expectations.revision;
    if (this.#reading || revision() === this.#revision) return;
    this.#reading = true;
    const asked = revision();
    const reply = await this.#client.call('expectations.list', {});
    this.#reading = false;
    if (!reply.ok) return;
    this.#revision = asked;
    this.store.setState({ results: reply.value.results });
    if (revision() !== asked) void this.#read();
  }

  show(shown: boolean): void {
    this.store.setState({ shown });
  }

  choose(result: ExpectationResult | undefined): void {
    this.store.setState({ chosen: result ? keyOf(result) : null });
  }

  /** Opens the form: for requests like one of the log, or for any. */
  async begin(request?: number): Promise<void> {
    void this.#read();
    if (request === undefined) return this.store.setState({ draft: emptyDraft });
    const reply = await this.#client.call('requests.get', { id: request });
    if (reply.ok) this.store.setState({ draft: draftLike(reply.value) });
    else this.#toaster.fail(reply.problem.detail);
  }

  closeForm(): void {
    this.store.setState({ draft: null });
  }

  /** Declares what the form says and closes it; a refusal is the sentence that belongs to the form. */
  async declare(declared: Exclude<ReturnType<typeof readDraft>, { readonly field: string }>): Promise<string | null> {
    const reply = await this.#client.call('expectations.add', declared);
    if (!reply.ok) return reply.problem.detail;
    this.store.setState({ draft: null, shown: true, chosen: JSON.stringify([null, reply.value.name]) });
    return null;
  }

  async remove({ expectation }: ExpectationResult): Promise<void> {
    const { name, session } = expectation;
    const before = this.store.getState().results ?? [];
    const reply = await this.#client.call('expectations.remove', { name, ...(session !== undefined && { session }) });
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    this.store.setState({ chosen: null });
    this.#offerAgain(`“${name}” is no longer expected.`, before);
  }

  async clear(): Promise<void> {
    const before = this.store.getState().results ?? [];
    const reply = await this.#client.call('expectations.clear', {});
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    this.store.setState({ chosen: null });
    this.#offerAgain(`${plural(before.length, 'expectation')} cleared.`, before);
  }

  /** What was taken away can be declared anew; what came meanwhile is counted from then on. */
  #offerAgain(text: string, before: readonly ExpectationResult[]): void {
    const expectations = before.map(({ expectation }) => ({ ...expectation }));
    this.#toaster.offer(text, {
      title: 'Expect again',
      run: () => void this.#client.call('expectations.set', { expectations }),
    });
  }

  /** Saves how they stand as a file of the person's choice. */
  async export(format: 'junit' | 'json'): Promise<void> {
    const reply = await this.#client.call('verification.report', { format });
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    download(reply.value.file, reply.value.text);
  }
}
