import type { ServerState } from '../../contract/schema/state.ts';
import type { Problem } from '../../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../../domain/basics/result.ts';
import { type ListenerApp, type Listening, listen } from '../connection/listener.ts';
import { suggestFix } from '../connection/suggested-fix.ts';

export interface Address {
  readonly port: number;
  readonly host: string;
}

/** A listener with the requested port, which is 0 for any free port. */
interface OpenListener extends Listening {
  readonly requestedPort: number;
}

/** Starts, stops and moves the listener of the mock API, even while clients use it. */
export class MockServer {
  readonly #app: ListenerApp;
  readonly #changed: () => void;
  #listening: OpenListener | undefined;
  #state: ServerState = { state: 'stopped' };
  /** Serializes starts and stops. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(app: ListenerApp, changed: () => void) {
    this.#app = app;
    this.#changed = changed;
  }

  get state(): ServerState {
    return this.#state;
  }

  /**
   * Listens on an address. A server that listens elsewhere moves there, or stays if it cannot. Refused with
   * `port-unavailable`; the problem's member `remedy` is the suggested fix, which never names a `reserved` port.
   */
  start({ port, host }: Address, reserved: readonly number[] = []): Promise<Result<null, Problem>> {
    return this.#next(async () => {
      const before = this.#listening;
      const isHere = before && host === before.host && (port === before.port || port === before.requestedPort);
      if (isHere) return accept(null);
      this.#set({ state: 'starting' });
      // The same port on another address must be released first, because a wildcard address includes the loopback address.
      const canOverlap = before && port !== before.port;
      if (!canOverlap) await before?.close();
      const opened = await this.#listen({ port, host });
      if (opened.ok) {
        if (canOverlap) await before.close();
        return opened;
      }
      const remedy = await suggestFix(opened.problem, reserved);
      const back = canOverlap ? accept(null) : before && (await this.#listen(before));
      if (canOverlap) this.#listens(before);
      if (!back?.ok) this.#set({ state: 'failed', reason: opened.problem.detail, remedy });
      return refuse({ ...opened.problem, remedy });
    });
  }

  /** Stops listening; waits so many milliseconds for the responses to requests in progress. */
  stop(patience = 0): Promise<Result<null, Problem>> {
    return this.#next(async () => {
      await this.#listening?.close(patience);
      this.#listening = undefined;
      this.#set({ state: 'stopped' });
      return accept(null);
    });
  }

  async #listen(address: Address): Promise<Result<null, Problem>> {
    const opened = await listen(this.#app, address);
    this.#listening = undefined;
    if (!opened.ok) return opened;
    this.#listens({ ...opened.value, requestedPort: address.port });
    return accept(null);
  }

  #listens(listening: OpenListener): void {
    this.#listening = listening;
    this.#set({ state: 'listening', url: listening.url, port: listening.port });
  }

  #next<T>(step: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(step);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  #set(state: ServerState): void {
    this.#state = state;
    this.#changed();
  }
}
