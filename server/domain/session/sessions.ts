import { Session, type SharedMock } from './session.ts';

/** The limit of sessions; a further one ends the least recently used. */
const mostSessions = 1000;
/** Milliseconds after which an unused session ends. */
const longestIdle = 30 * 60_000;
/** Ended sessions that are remembered by name. */
const mostEnded = 10_000;
/** Least milliseconds between two announced uses of a session. */
const toldUse = 1000;

/** The sessions of the clients, least recently used first. */
export class Sessions {
  readonly #shared: SharedMock;
  protected readonly now: () => number;
  protected readonly changed: () => void;
  /** By name, the least recently used first. */
  protected readonly sessions = new Map<string, Session>();
  /** The highest version that each ended session has given out, by name. */
  readonly #ended = new Map<string, number>();
  /** The highest version of the ended sessions that {@link #ended} has forgotten. */
  #forgotten = 0;

  /** `now` gives milliseconds since 1970; `changed` is called after each change of what the console shows of them. */
  constructor(shared: SharedMock, now: () => number, changed: () => void) {
    this.#shared = shared;
    this.now = now;
    this.changed = changed;
  }

  /** The session of that name for a request that may still be refused: its `enter` begins or uses the session. */
  of(name: string): Session {
    return this.find(name) ?? this.#next(name);
  }

  /** The session of that name; begins it if there is none. */
  use(name: string): Session {
    this.expire();
    const session = this.sessions.get(name) ?? this.begin(name);
    const now = this.#shared.now();
    if (now - session.idleSince >= toldUse) this.changed();
    session.idleSince = now;
    session.lastUsed = this.now();
    this.sessions.delete(name);
    this.sessions.set(name, session);
    return session;
  }

  /** The session of that name, without using it. */
  find(name: string): Session | undefined {
    this.expire();
    return this.sessions.get(name);
  }

  /** All of them, the latest used first. */
  all(): readonly Session[] {
    this.expire();
    return [...this.sessions.values()].reverse();
  }

  /** False when there is no such session. Its next request begins it anew. */
  drop(name: string): boolean {
    const session = this.sessions.get(name);
    if (!session) return false;
    session.close();
    this.#remember(session);
    this.sessions.delete(name);
    this.changed();
    return true;
  }

  protected begin(name: string): Session {
    const [oldest] = this.sessions.keys();
    if (this.sessions.size >= mostSessions && oldest !== undefined) this.drop(oldest);
    const session = this.#next(name);
    this.sessions.set(name, session);
    this.changed();
    return session;
  }

  #next(name: string): Session {
    return this.make(name, this.#ended.get(name) ?? this.#forgotten, this.now());
  }

  /** A session that is not open. */
  protected make(name: string, lastVersion: number, created: number): Session {
    return new Session(this.#shared, name, lastVersion, created, this.changed, () => this.use(name));
  }

  /** A session that begins anew under the name gives out higher versions. */
  #remember({ name, highestVersion }: Session): void {
    if (this.#ended.size >= mostEnded) {
      for (const version of this.#ended.values()) this.#forgotten = Math.max(this.#forgotten, version);
      this.#ended.clear();
    }
    if (highestVersion > this.#forgotten) this.#ended.set(name, highestVersion);
  }

  protected expire(): void {
    // The time of day may be set: it would end all sessions at once, or keep them.
    const latest = this.#shared.now() - longestIdle;
    for (const [name, { idleSince }] of this.sessions) {
      if (idleSince >= latest) return;
      this.drop(name);
    }
  }
}
