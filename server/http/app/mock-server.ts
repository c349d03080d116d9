import type { ServerState } from '../../contract/schema/state.ts';
import type { Problem } from '../../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../../domain/basics/result.ts';
import { type ListenerApp, type Listening, listen } from '../connection/listener.ts';
import { suggestFix } from '../connection/suggested-fix.ts';

export interface Address {
  readonly port: number;
  readonly host: string;
}

/** A listener, and the port that was asked for: 0 where any was welcome. */
interface OpenListener extends Listening {
  readonly asked: number;
}

/** The mock API's listener, which the tester starts, stops and moves while clients talk to it. */
export class MockServer {
  readonly #app: ListenerApp;
  readonly #changed: () => void;
  #listening: OpenListener | undefined;
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

  /**
   * Listens there; a server that listens elsewhere moves, and stays where it is when it cannot. The problem of a refusal
   * has the `remedy` as a member; `reserved` are ports that none must be.
   */
  start({ port, host }: Address, reserved: readonly number[] = []): Promise<Result<null, Problem>> {
    return this.#next(async () => {
      const before = this.#listening;
      const isHere = before && host === before.host && (port === before.port || port === before.asked);
      if (isHere) return accept(null);
      this.#set({ state: 'starting' });
      // A port can be had on one more address only once it is given free: every address has the loopback one in it.
      const stays = before && port !== before.port;
      if (!stays) await before?.close();
      const opened = await this.#listen({ port, host });
      if (opened.ok) {
        if (stays) await before.close();
        return opened;
      }
      const remedy = await suggestFix(opened.problem, reserved);
      const back = stays ? accept(null) : before && (await this.#listen(before));
      if (stays) this.#listens(before);
      if (!back?.ok) this.#set({ state: 'failed', reason: opened.problem.detail, remedy });
      return refuse({ ...opened.problem, remedy });
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

  async #listen(address: Address): Promise<Result<null, Problem>> {
    const opened = await listen(this.#app, address);
    this.#listening = undefined;
    if (!opened.ok) return opened;
    this.#listens({ ...opened.value, asked: address.port });
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
