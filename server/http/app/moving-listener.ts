import { accept, type Result } from '../../domain/basics/result.ts';
import { type ListenerApp, type Listening, type ListenOptions, listen } from '../connection/listener.ts';

/** A listener with the requested port, which is 0 for any free port. */
interface OpenListener extends Listening {
  readonly requested: ListenOptions;
}

/** A move that has been made: it can still be kept or taken back. */
interface Move {
  /** Closes the listener at the old address. */
  readonly keep: () => Promise<void>;
  /** Listens at the old address again; false if that is no longer possible. */
  readonly undo: () => Promise<boolean>;
}

const noMove: Move = { keep: async () => undefined, undo: async () => true };

/** A listener that moves to another address, even while clients use it, or stays if it cannot. */
export class MovingListener {
  readonly #app: ListenerApp;
  #open: OpenListener | undefined;

  constructor(app: ListenerApp) {
    this.#app = app;
  }

  /** The listener at its present address; undefined while it does not listen. */
  get listening(): Listening | undefined {
    return this.#open;
  }

  /** True if a move to this address, or to nowhere for null, would change nothing but the certificate. */
  isAt(to: ListenOptions | null): boolean {
    return to ? this.#open !== undefined && isAt(this.#open, to) : this.#open === undefined;
  }

  /**
   * Listens at an address, or nowhere for null. Refused with `port-unavailable`; the listener is then where it was, or
   * nowhere if that address is lost.
   */
  async move(to: ListenOptions | null): Promise<Result<Move>> {
    const before = this.#open;
    if (!to) {
      this.#open = undefined;
      return accept({ keep: async () => before?.close(), undo: async () => this.#back(before) });
    }
    if (before && isAt(before, to)) {
      if (to.tls && to.tls !== before.requested.tls) before.show(to.tls);
      return accept(noMove);
    }
    // The same port on another address must be released first, because a wildcard address includes the loopback address.
    const canOverlap = before && to.port !== before.port;
    if (!canOverlap) await before?.close();
    const opened = await this.#listen(to);
    if (!opened.ok) {
      if (canOverlap) this.#back(before);
      else if (before) await this.#listen(atSamePort(before));
      return opened;
    }
    const here = this.#open;
    return accept({
      keep: async () => (canOverlap ? before.close() : undefined),
      undo: async () => {
        await here?.close();
        if (canOverlap || !before) return this.#back(before);
        return (await this.#listen(atSamePort(before))).ok;
      },
    });
  }

  /** Stops listening; waits this many milliseconds for the responses to requests in progress. */
  async close(patience = 0): Promise<void> {
    await this.#open?.close(patience);
    this.#open = undefined;
  }

  async #listen(requested: ListenOptions): Promise<Result<null>> {
    const opened = await listen(this.#app, requested);
    this.#open = opened.ok ? { ...opened.value, requested } : undefined;
    return opened.ok ? accept(null) : opened;
  }

  #back(before: OpenListener | undefined): boolean {
    this.#open = before;
    return before !== undefined;
  }
}

function isAt({ host, port, requested }: OpenListener, to: ListenOptions): boolean {
  return to.host === host && (to.port === port || to.port === requested.port);
}

/** A listener on any free port keeps the port that it got. */
function atSamePort({ requested, port }: OpenListener): ListenOptions {
  return { ...requested, port };
}
