import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RequestSummary } from '../../../server/contract/schema/state.ts';
import type { JsonObject } from '../../../server/domain/json/json.ts';
import { defaultScenario } from '../../../server/domain/scenario/scenario.ts';
import type { Client } from '../../console/client.ts';
import type { Mirror } from '../../console/mirror.ts';
import type { Requests } from '../../features/requests/log/requests.ts';
import { keep } from '../../ui/base/remember.ts';
import type { Toaster } from '../../ui/overlay/toaster.ts';
import { go } from '../base/views.ts';

export interface TourUser {
  readonly id: string;
  readonly name: string;
}

/** The present step. Each waits for an event in the host, no matter which client causes it. */
export type TourState =
  | { readonly step: 'off' }
  /** Waits until the user is inactive. */
  | { readonly step: 'status'; readonly user: TourUser }
  /** Waits for a request for the user with an id greater than `after`. */
  | { readonly step: 'request'; readonly user: TourUser; readonly after: number }
  /** Waits until that request is chosen in the log. */
  | { readonly step: 'explanation'; readonly user: TourUser; readonly request: RequestSummary }
  /** Waits until another scenario than `before` is active. */
  | { readonly step: 'scenario'; readonly user: TourUser; readonly offered: string; readonly before: string }
  | { readonly step: 'end'; readonly user: TourUser; readonly scenario: string; readonly before: string };

/** The numbered steps. */
export const tourSteps = ['status', 'request', 'explanation', 'scenario'] as const;

/** Preferred user and scenario, from the sample workspace; the tour falls back to others. */
const preferred = { user: '42', scenario: 'Service unavailable' };
/** Lines at the end of the log that are searched for the request. */
const searchedLines = 200;

const off: TourState = { step: 'off' };

/** A guided tour made of the program's own actions. */
export class Tour {
  readonly store: StoreApi<TourState> = createStore<TourState>(() => off);
  readonly #client: Client;
  readonly #mirror: Mirror;
  readonly #requests: Requests;
  readonly #toaster: Toaster;
  readonly #showLog: () => void;

  /** `showLog` shows the log where the expectations may stand. */
  constructor(client: Client, mirror: Mirror, requests: Requests, toaster: Toaster, showLog: () => void) {
    this.#showLog = showLog;
    this.#client = client;
    this.#mirror = mirror;
    this.#requests = requests;
    this.#toaster = toaster;
    mirror.onRecords((collection) => void (collection === 'users' && this.#checkStatus()));
    mirror.log.subscribe(() => this.#findRequest());
    requests.store.subscribe(({ chosen }) => {
      const state = this.store.getState();
      if (state.step === 'explanation' && chosen === `request-${state.request.id}`) this.#offerScenario(state.user);
    });
    mirror.store.subscribe(() => this.#checkScenario());
  }

  /** Begins with an active user; reports if there is none. */
  async begin(): Promise<void> {
    if (!(await this.#begin())) this.#toaster.fail('The tour needs an active user, and this workspace has none.');
  }

  /** Begins by itself, if there is an active user: nobody has asked for it. */
  async offer(): Promise<void> {
    await this.#begin();
  }

  leave(): void {
    this.#set(off);
  }

  async switchInactive({ id }: TourUser): Promise<void> {
    const reply = await this.#client.call('users.setStatus', { userId: id, status: 'inactive' });
    if (!reply.ok) return this.#toaster.fail(reply.problem.detail);
    await this.#checkStatus();
  }

  /** Sends the request for the user in place of the person's app. */
  async send({ id }: TourUser): Promise<void> {
    const target = `/users/${encodeURIComponent(id)}`;
    const reply = await this.#client.call('requests.send', { method: 'GET', target, headers: [], body: null });
    if (!reply.ok) this.#toaster.fail(reply.problem.detail);
  }

  explain({ id }: RequestSummary): void {
    keep('requests.tab', 'explanation');
    this.#showLog();
    go('requests');
    const state = this.store.getState();
    this.#requests.open(id);
    // A request that was chosen before is not chosen again.
    if (state.step === 'explanation' && this.store.getState() === state) this.#offerScenario(state.user);
  }

  async activate(scenario: string): Promise<void> {
    const reply = await this.#client.call('scenario.activate', { name: scenario });
    if (!reply.ok) this.#toaster.fail(reply.problem.detail);
  }

  /** Ends the tour and reverts its changes. */
  async putBack(user: TourUser, scenario: string): Promise<void> {
    this.leave();
    await this.activate(scenario);
    const reply = await this.#client.call('users.setStatus', { userId: user.id, status: 'active' });
    if (!reply.ok) this.#toaster.fail(reply.problem.detail);
  }

  /** Begins with an active user; resolves to whether there is one. */
  async #begin(): Promise<boolean> {
    const user = await this.#findUser();
    if (user) this.#set({ step: 'status', user });
    return user !== null;
  }

  async #findUser(): Promise<TourUser | null> {
    const known = await this.#client.call('records.get', { collection: 'users', id: preferred.user });
    if (known.ok && isActive(known.value.live)) return userOf(preferred.user, known.value.live);
    const page = await this.#client.call('records.page', {
      collection: 'users',
      query: 'status=active',
      offset: 0,
      limit: 1,
    });
    const [row] = page.ok ? page.value.rows : [];
    return row?.live ? userOf(row.id, row.live) : null;
  }

  async #checkStatus(): Promise<void> {
    const state = this.store.getState();
    if (state.step !== 'status') return;
    const reply = await this.#client.call('records.get', { collection: 'users', id: state.user.id });
    if (this.store.getState() !== state || !reply.ok || isActive(reply.value.live)) return;
    this.#set({ step: 'request', user: state.user, after: this.#latest()?.id ?? 0 });
  }

  #latest(): RequestSummary | undefined {
    const { log } = this.#mirror;
    for (let index = log.length - 1; index >= Math.max(0, log.length - searchedLines); index -= 1) {
      const line = log.at(index);
      if (line?.kind === 'request') return line.request;
    }
    return undefined;
  }

  #findRequest(): void {
    const state = this.store.getState();
    if (state.step !== 'request') return;
    const { log } = this.#mirror;
    const path = `/users/${encodeURIComponent(state.user.id)}`;
    for (let index = log.length - 1; index >= Math.max(0, log.length - searchedLines); index -= 1) {
      const line = log.at(index);
      if (line?.kind !== 'request') continue;
      const { request } = line;
      if (request.id <= state.after) return;
      if (request.path.split('?', 1)[0] !== path || request.status === null) continue;
      this.#set({ step: 'explanation', user: state.user, request });
      return;
    }
  }

  #offerScenario(user: TourUser): void {
    const { scenarios = [], scenario: before = defaultScenario.name } = this.#mirror.store.getState().state ?? {};
    const others = scenarios.map(({ name }) => name).filter((name) => name !== before);
    const offered = others.find((name) => name === preferred.scenario) ?? others[0];
    if (offered === undefined) this.#set({ step: 'end', user, scenario: before, before });
    else this.#set({ step: 'scenario', user, offered, before });
  }

  #checkScenario(): void {
    const state = this.store.getState();
    const scenario = this.#mirror.store.getState().state?.scenario;
    if (state.step !== 'scenario' || scenario === undefined || scenario === state.before) return;
    this.#set({ step: 'end', user: state.user, scenario, before: state.before });
  }

  #set(state: TourState): void {
    this.store.setState(state, true);
  }
}

function isActive(user: JsonObject | null): boolean {
  return user?.status === 'active';
}

function userOf(id: string, user: JsonObject | null): TourUser {
  return { id, name: typeof user?.name === 'string' ? user.name : `user ${id}` };
}
