import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DriftRun, ShownExchange } from '../../../server/contract/schema/drift.ts';
import type { DriftCheck } from '../../../server/domain/drift/drift.ts';
import type { ReportFormat } from '../../../server/domain/report/report.ts';
import type { Client } from '../../console/client.ts';
import { Latest } from '../../console/latest.ts';
import { download } from '../../ui/base/download.ts';
import type { Toaster } from '../../ui/overlay/toaster.ts';

export interface DriftsState {
  /** True while the audit view shows the comparison instead of the clients. */
  readonly isShown: boolean;
  /** The service as a person typed it; null for the upstream. */
  readonly url: string | null;
  /** Header lines for the service. Nothing keeps them. */
  readonly headers: string;
  readonly writes: boolean;
  readonly isRunning: boolean;
  /** The latest comparison; null before the first one. */
  readonly run: DriftRun | null;
  /** The changes that were made since, as JSON. */
  readonly applied: ReadonlySet<string>;
  /** The check whose responses are shown, and its exchanges once they are read. */
  readonly opened: string | null;
  readonly exchanges: readonly ShownExchange[] | null;
}

/** The comparison of the mock with the real service. It outlives the view. */
export class Drifts {
  readonly store: StoreApi<DriftsState>;
  readonly #client: Client;
  readonly #toaster: Toaster;
  readonly #runs = new Latest();

  constructor(client: Client, toaster: Toaster) {
    this.#client = client;
    this.#toaster = toaster;
    this.store = createStore<DriftsState>(() => ({
      isShown: false,
      url: null,
      headers: '',
      writes: false,
      isRunning: false,
      run: null,
      applied: new Set(),
      opened: null,
      exchanges: null,
    }));
  }

  show(isShown: boolean): void {
    this.store.setState({ isShown });
  }

  edit(change: Partial<Pick<DriftsState, 'url' | 'headers' | 'writes'>>): void {
    this.store.setState(change);
  }

  async run(): Promise<void> {
    const isLatest = this.#runs.begin();
    const { url, headers, writes } = this.store.getState();
    this.store.setState({ isRunning: true });
    const reply = await this.#client.call('drift.run', {
      ...(url !== null && url.trim() !== '' && { url: url.trim() }),
      headers: headerLines(headers),
      writes,
    });
    // Another comparison may have taken its place.
    if (!isLatest()) return;
    this.store.setState({ isRunning: false });
    if (reply.ok) this.store.setState({ run: reply.value, applied: new Set(), opened: null, exchanges: null });
    else if (reply.problem.status !== 409) this.#toaster.fail(reply.problem.detail);
  }

  cancel(): void {
    void this.#client.call('jobs.cancel', { kind: 'drift' });
  }

  /** Shows or hides the responses of both sides to the requests of a check. */
  async open({ id, exchanges }: DriftCheck): Promise<void> {
    const { run, opened } = this.store.getState();
    if (opened === id) return this.store.setState({ opened: null, exchanges: null });
    this.store.setState({ opened: id, exchanges: null });
    const reply = await this.#client.call('drift.exchanges', { numbers: exchanges.slice(0, 6), ...meant(run) });
    const isShown = this.store.getState().run === run && this.store.getState().opened === id;
    if (isShown) this.store.setState(reply.ok ? { exchanges: reply.value.exchanges } : { opened: null });
    if (!reply.ok) this.#toaster.fail(reply.problem.detail);
  }

  /** Makes the change of a check; those that propose the same are then applied too. */
  async apply({ id, change }: DriftCheck): Promise<void> {
    const { run } = this.store.getState();
    const reply = await this.#client.call('drift.apply', { check: id, ...meant(run) });
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    // The next comparison has found for itself what is different.
    if (this.store.getState().run !== run) return;
    const made = JSON.stringify(change);
    this.store.setState(({ applied }) => ({ applied: new Set([...applied, made]) }));
  }

  async export(format: ReportFormat): Promise<void> {
    const reply = await this.#client.call('drift.report', { format, ...meant(this.store.getState().run) });
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    download(reply.value.file, reply.value.text);
  }
}

/** Names the comparison that the person sees: another window may have made the latest one. */
function meant(run: DriftRun | null): { readonly run?: string } {
  return run ? { run: run.id } : {};
}

function headerLines(text: string): [string, string][] {
  return text.split('\n').flatMap((line): [string, string][] => {
    const [name = '', value = ''] = line.split(/:(.*)/s);
    return name.trim() === '' || value.trim() === '' ? [] : [[name.trim(), value.trim()]];
  });
}
