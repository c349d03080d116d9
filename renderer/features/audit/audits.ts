import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AuditedClient } from '../../../server/contract/schema/output.ts';
import type { RuleResult } from '../../../server/domain/audit/result.ts';
import type { ReportFormat } from '../../../server/domain/report/report.ts';
import type { Client } from '../../console/client.ts';
import { download } from '../../ui/base/download.ts';
import type { Toaster } from '../../ui/overlay/toaster.ts';

export interface AuditsState {
  /** The clients in the log; null before the first read. */
  readonly clients: readonly AuditedClient[] | null;
  /** Key of the chosen client; empty for all clients. */
  readonly chosen: string;
  /** The latest audit; null before the first one. */
  readonly run: { readonly requests: number; readonly results: readonly RuleResult[] } | null;
}

/** A unique key: one program may use several sessions. */
export function keyOf({ client, session }: AuditedClient): string {
  return JSON.stringify([session, client]);
}

/** The clients in the log and the latest audit. It outlives the view. */
export class Audits {
  readonly store: StoreApi<AuditsState>;
  readonly #client: Client;
  readonly #toaster: Toaster;
  readonly #open: (request: number) => boolean;

  /** `open` shows a request in the log, or returns false if the log no longer holds it. */
  constructor(client: Client, toaster: Toaster, open: (request: number) => boolean) {
    this.#client = client;
    this.#toaster = toaster;
    this.#open = open;
    this.store = createStore<AuditsState>(() => ({ clients: null, chosen: '', run: null }));
  }

  /** Reads the clients of the log and audits the chosen one. */
  async run(): Promise<void> {
    const listed = await this.#client.call('audit.clients', {});
    if (listed.ok) this.store.setState({ clients: listed.value.clients });
    const audited = await this.#client.call('audit.run', this.#selection());
    if (audited.ok) this.store.setState({ run: audited.value });
    else this.#toaster.fail(audited.problem.detail);
  }

  async choose(chosen: string): Promise<void> {
    this.store.setState({ chosen });
    await this.run();
  }

  openRequest(id: number): void {
    if (!this.#open(id)) this.#toaster.say(`The log no longer holds request ${id}.`);
  }

  /** Downloads a report on the chosen client. */
  async export(format: ReportFormat): Promise<void> {
    const reply = await this.#client.call('audit.report', { format, ...this.#selection() });
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    download(reply.value.file, reply.value.text);
  }

  #selection(): { readonly client?: string; readonly session?: string | null } {
    const { clients, chosen } = this.store.getState();
    const found = clients?.find((client) => keyOf(client) === chosen);
    return found ? { client: found.client, session: found.session } : {};
  }
}
