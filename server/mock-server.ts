import type { ServerState } from './contract/state.ts';
import type { Problem } from './domain/problem.ts';
import { accept, type Result } from './domain/result.ts';
import { type ListenerApp, type Listening, listen } from './http/listener.ts';

export interface Address {
  readonly port: number;
  readonly host: string;
}

/** The mock API's listener, which the tester starts, stops and moves while clients talk to it. */
export class MockServer {
  readonly #app: ListenerApp;
  readonly #changed: () => void;
  #listening: (Listening & { readonly host: string }) | undefined;
  #state: ServerState = { state: 'stopped' };
  /** Starting and stopping follow each other, however quickly they are asked for. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(app: ListenerApp, changed: () => void) {
    this.#app = app;
    this.#changed = changed;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Listens there; a server that listens elsewhere moves, and stays where it is when it cannot. */
  start(address: Address): Promise<Result<null, Problem>> {
    return this.#next(async () => {
      const before = this.#state;
      const here = this.#listening && address.port === this.#listening.port && address.host === this.#listening.host;
      if (here) return accept(null);
      this.#set({ state: 'starting' });
      const opened = await listen(this.#app, address);
      if (!opened.ok) {
        this.#set(this.#listening ? before : { state: 'failed', reason: opened.problem.detail });
        return opened;
      }
      await this.#listening?.close();
      this.#listening = { ...opened.value, host: address.host };
      this.#set({ state: 'listening', url: opened.value.url, port: opened.value.port });
      return accept(null);
    });
  }

  stop(): Promise<Result<null, Problem>> {
    return this.#next(async () => {
      await this.#listening?.close();
      this.#listening = undefined;
      this.#set({ state: 'stopped' });
      return accept(null);
    });
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
