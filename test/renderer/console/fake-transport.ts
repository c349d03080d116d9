import type { Link, Transport } from '../../../renderer/console/transport.ts';
import type { Caller } from '../../../server/contract/caller.ts';
import type { ConsoleEvent, ConsoleEventBody } from '../../../server/contract/event.ts';
import type { RequestDetail } from '../../../server/contract/schema/output.ts';
import type { ConsoleState, RequestSummary, ScenarioSwitch } from '../../../server/contract/schema/state.ts';
import type { Problem } from '../../../server/domain/basics/problem.ts';
import { defaultSettings } from '../../../server/domain/model/settings.ts';

/** A call of the console that the test has not replied to yet. */
export interface OpenCall {
  readonly name: string;
  readonly input: unknown;
  readonly caller: Caller;
  readonly answer: (value: unknown) => Promise<void>;
  readonly refuse: (detail: string) => Promise<void>;
  readonly refuseWith: (problem: Problem) => Promise<void>;
}

/** A transport with the test as its host: the test replies to calls and sends events. */
export class FakeTransport implements Transport {
  readonly calls: OpenCall[] = [];
  #onEvents: (events: readonly ConsoleEvent[]) => void = () => {};
  #onLink: (link: Link) => void = () => {};

  call = (name: string, input: unknown, caller: Caller = {}) =>
    new Promise<Awaited<ReturnType<Transport['call']>>>((resolve) => {
      this.calls.push({
        name,
        input,
        caller,
        answer: (value) => {
          resolve({ ok: true, value });
          return settled();
        },
        refuse: (detail) => {
          resolve({ ok: false, problem: { type: '/problems/internal', title: 'Refused', status: 500, detail } });
          return settled();
        },
        refuseWith: (problem) => {
          resolve({ ok: false, problem });
          return settled();
        },
      });
    });

  events: Transport['events'] = (onEvents, onLink) => {
    this.#onEvents = onEvents;
    this.#onLink = onLink;
    return () => {};
  };

  link(link: Link): void {
    this.#onLink(link);
  }

  /** Sends a batch of events, numbered from `first`. */
  send(first: number, ...bodies: readonly ConsoleEventBody[]): void {
    this.#onEvents(bodies.map((body, index) => ({ ...body, seq: first + index })));
  }

  /** Takes the oldest open call of that name; throws if there is none. */
  take(name: string): OpenCall {
    const index = this.calls.findIndex((call) => call.name === name);
    const [call] = index < 0 ? [] : this.calls.splice(index, 1);
    if (!call) throw new Error(`No open call of ${name}; open are: ${this.calls.map((one) => one.name).join(', ')}`);
    return call;
  }

  /** Replies to a snapshot: the state after that event, and the requests, newest first. */
  async snapshot(
    seq: number,
    requests: readonly RequestSummary[] = [],
    switches: readonly ScenarioSwitch[] = [],
  ): Promise<void> {
    await this.take('workspace.get').answer({ ...state(), seq });
    await this.take('requests.list').answer({
      entries: requests,
      kept: [],
      total: requests.length,
      dropped: 0,
      switches,
    });
  }
}

/** Runs all pending continuations. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Runs all continuations, and what waits for the timers of now. */
export async function timers(): Promise<void> {
  await settled();
  await new Promise((resolve) => setTimeout(resolve, 1));
  await settled();
}

function state(): ConsoleState {
  return {
    workspace: {
      name: 'Test',
      file: null,
      readOnly: null,
      inMemory: false,
      saveAs: null,
      settings: defaultSettings,
      notes: [],
      recent: null,
      offersTour: false,
    },
    server: { state: 'stopped' },
    collections: [
      { name: 'users', key: 'userId', paths: [], count: 0, fixtures: 0, changed: 0, revision: 0, defined: 0 },
    ],
    scenarios: [{ name: 'Default', description: '', rules: [] }],
    jobs: [],
    scenario: 'Default',
    sessions: [],
    snapshots: [],
    saved: [],
    save: { state: 'saved', at: null },
    history: { undo: null, redo: null },
    log: { total: 0, dropped: 0, refused: 0, latestRefusal: null, before: 0, unkept: null },
    expectations: { total: 0, met: 0, revision: 0 },
    upstream: { url: null, mode: 'off', fault: null, recorded: 0, lost: 0, sessions: [] },
    audit: null,
    sharing: null,
  };
}

export function request(id: number, more: Partial<RequestSummary> = {}): RequestSummary {
  return {
    id,
    time: id,
    origin: 'client',
    method: 'GET',
    path: `/users/${id}`,
    status: 200,
    durationMs: 1,
    scenario: 'Default',
    session: null,
    client: '127.0.0.1',
    connection: 1,
    requestBytes: 0,
    responseBytes: 0,
    pinned: false,
    note: '',
    ...more,
  };
}

/** A request with an empty response. */
export function requestDetail(id: number, more: Partial<RequestDetail> = {}): RequestDetail {
  return {
    ...request(id),
    request: { headers: [], body: null },
    response: { statusText: 'OK', headers: [], body: null },
    timing: { bodyMs: null, decidedMs: null, delayMs: 0 },
    brokenBy: null,
    explanation: null,
    ...more,
  };
}
