import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AuditedClient, SceneSummary } from '../../../server/contract/schema/output.ts';
import type { AuditRunState } from '../../../server/contract/schema/state.ts';
import type { RuleResult } from '../../../server/domain/audit/result.ts';
import type { ReportFormat } from '../../../server/domain/report/report.ts';
import type { Client } from '../../console/client.ts';
import { Latest } from '../../console/latest.ts';
import type { Mirror } from '../../console/mirror.ts';
import { download } from '../../ui/base/download.ts';
import type { Toaster } from '../../ui/overlay/toaster.ts';

export interface AuditsState {
  /** The clients in the log; null before the first read. */
  readonly clients: readonly AuditedClient[] | null;
  /** Key of the chosen client; empty for all clients. */
  readonly chosen: string;
  readonly limits: AuditLimits;
  /** The latest run of scenes whose requests are judged instead of those of a client; null for none. */
  readonly played: Pick<AuditRunState, 'session' | 'from'> | null;
  /** The latest audit; null before the first one. */
  readonly run: {
    /** Judged requests. */
    readonly requests: number;
    readonly results: readonly RuleResult[];
    /** Requests that the log had counted when the audit began. */
    readonly logged: number;
  } | null;
  /** The scenes that can be played; null before the first read. */
  readonly scenes: readonly SceneSummary[] | null;
  /** Names of the scenes to play; null for every built-in one. */
  readonly picked: readonly string[] | null;
}

/** A connection and a span of the log, as a person types them; empty for no limit. */
export interface AuditLimits {
  readonly connection: string;
  readonly from: string;
  readonly to: string;
}

/** Seconds that a scene plays after its first request. */
export const sceneSeconds = 10;

/** A unique key: one program may use several sessions. */
export function keyOf({ client, session }: AuditedClient): string {
  return JSON.stringify([session, client]);
}

/** The clients in the log, the latest audit, and the scenes to play. It outlives the view. */
export class Audits {
  readonly store: StoreApi<AuditsState>;
  readonly #client: Client;
  readonly #mirror: Mirror;
  readonly #toaster: Toaster;
  readonly #open: (request: number) => boolean;
  readonly #runs = new Latest();
  #shown = '';

  /** `open` shows a request in the log, or returns false if the log no longer holds it. */
  constructor(client: Client, mirror: Mirror, toaster: Toaster, open: (request: number) => boolean) {
    this.#client = client;
    this.#mirror = mirror;
    this.#toaster = toaster;
    this.#open = open;
    this.store = createStore<AuditsState>(() => ({
      clients: null,
      chosen: '',
      limits: { connection: '', from: '', to: '' },
      played: null,
      run: null,
      scenes: null,
      picked: null,
    }));
  }

  /** Reads the clients of the log and the scenes, and audits the chosen client. */
  async run(): Promise<void> {
    const isLatest = this.#runs.begin();
    const [listed, scenes] = await Promise.all([
      this.#client.call('audit.clients', {}),
      this.#client.call('audit.scenes', {}),
    ]);
    if (!isLatest()) return;
    if (listed.ok) this.store.setState({ clients: listed.value.clients });
    if (scenes.ok) this.store.setState({ scenes: scenes.value.scenes });
    const logged = this.#mirror.store.getState().state?.log.total ?? 0;
    const audited = await this.#client.call('audit.run', this.#selection());
    if (!isLatest()) return;
    if (audited.ok) this.store.setState({ run: { ...audited.value, logged } });
    else this.#toaster.fail(audited.problem.detail);
  }

  /** True if a result names its client: several clients were judged together. */
  get judgesSeveral(): boolean {
    const { clients, chosen, played } = this.store.getState();
    return chosen === '' && played === null && (clients?.length ?? 0) > 1;
  }

  async choose(chosen: string): Promise<void> {
    this.store.setState({ chosen, played: null });
    await this.run();
  }

  async limit(change: Partial<AuditLimits>): Promise<void> {
    this.store.setState(({ limits }) => ({ limits: { ...limits, ...change }, played: null }));
    await this.run();
  }

  /** The names of the scenes to play, in their order. */
  get picked(): readonly string[] {
    const { scenes, picked } = this.store.getState();
    const isPicked = ({ name, exercises }: SceneSummary) => picked?.includes(name) ?? exercises.length > 0;
    return (scenes ?? []).filter(isPicked).map(({ name }) => name);
  }

  pick(name: string, isPicked: boolean): void {
    const others = this.picked.filter((one) => one !== name);
    this.store.setState({ picked: isPicked ? [...others, name] : others });
  }

  /** Plays the picked scenes against the chosen client. */
  async play(): Promise<void> {
    if (this.picked.length === 0) return this.#toaster.fail('Choose a scene to play.');
    const { client, session, connection } = this.#target();
    const begun = await this.#client.call('audit.begin', {
      ...(client !== undefined && { client }),
      ...(session !== undefined && { session }),
      ...(connection !== undefined && { connection }),
      scenes: [...this.picked],
      seconds: sceneSeconds,
    });
    if (!begun.ok) this.#toaster.fail(begun.problem.detail);
  }

  async nextScene(): Promise<void> {
    const stepped = await this.#client.call('audit.step', {});
    if (!stepped.ok) this.#toaster.fail(stepped.problem.detail);
  }

  async end(): Promise<void> {
    const ended = await this.#client.call('audit.end', {});
    if (!ended.ok) this.#toaster.fail(ended.problem.detail);
  }

  async cancel(): Promise<void> {
    await this.#client.call('audit.cancel', {});
  }

  /** Shows what a run of scenes has found, once for each number of scenes that were judged. */
  async show({ session, from }: Pick<AuditRunState, 'session' | 'from'>, judged: number): Promise<void> {
    const shown = `${session} ${from} ${judged}`;
    if (judged === 0 || shown === this.#shown) return;
    this.#shown = shown;
    this.store.setState({ played: { session, from } });
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

  #selection() {
    return this.store.getState().played ?? this.#target();
  }

  #target() {
    const { clients, chosen, limits } = this.store.getState();
    const found = clients?.find((client) => keyOf(client) === chosen);
    const numbers = Object.entries(limits).filter(([, text]) => Number(text) >= 1);
    const { connection, from, to }: Partial<Record<keyof AuditLimits, number>> = Object.fromEntries(
      numbers.map(([name, text]) => [name, Math.floor(Number(text))]),
    );
    return {
      ...(found && { client: found.client, session: found.session }),
      ...(connection !== undefined && { connection }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    };
  }
}
