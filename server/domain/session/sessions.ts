import { Session, type SharedMock } from './session.ts';

/** The limit of sessions; a further one ends the least recently used. */
const mostSessions = 1000;
/** Milliseconds after which an unused session ends. */
const longestIdle = 30 * 60_000;
/** Least milliseconds between two announced uses of a session. */
const toldUse = 1000;

/** The sessions of the clients, least recently used first. */
export class Sessions {
  readonly #shared: SharedMock;
  readonly #now: () => number;
  readonly #changed: () => void;
  /** By name, the least recently used first. */
  readonly #sessions = new Map<string, Session>();

  /** `now` gives milliseconds since 1970; `changed` is called when there is something new to be told of them. */
  constructor(shared: SharedMock, now: () => number, changed: () => void) {
    this.#shared = shared;
    this.#now = now;
    this.#changed = changed;
  }

  /** The session of that name, as a request uses it; made when there is none. */
  use(name: string): Session {
    this.#expire();
    const session = this.#sessions.get(name) ?? this.#begin(name);
    const now = this.#now();
    if (now - session.lastUsed >= toldUse) this.#changed();
    session.lastUsed = now;
    this.#sessions.delete(name);
    this.#sessions.set(name, session);
    return session;
  }

  /** The session of that name, without using it. */
  find(name: string): Session | undefined {
    this.#expire();
    return this.#sessions.get(name);
  }

  /** All of them, the latest used first. */
  all(): readonly Session[] {
    this.#expire();
    return [...this.#sessions.values()].reverse();
  }

  /** False when there is no such session. Its next request begins it anew. */
  drop(name: string): boolean {
    const session = this.#sessions.get(name);
    if (!session) return false;
    session.close();
    this.#sessions.delete(name);
    this.#changed();
    return true;
  }

  #begin(name: string): Session {
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= mostSessions && oldest !== undefined) this.drop(oldest);
    const session = new Session(this.#shared, name, this.#now(), this.#changed);
    this.#sessions.set(name, session);
    this.#changed();
    return session;
  }

  #expire(): void {
    const latest = this.#now() - longestIdle;
    for (const [name, { lastUsed }] of this.#sessions) {
      if (lastUsed >= latest) return;
      this.drop(name);
    }
  }
}
