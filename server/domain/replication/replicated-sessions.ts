import type { Session } from '../session/session.ts';
import { Sessions } from '../session/sessions.ts';
import type { Replicated } from './replicated.ts';

/** The begin of a session, as all instances know it. */
export interface SessionBegin {
  readonly name: string;
  /** Tells it from an earlier session of the same name. */
  readonly begun: string;
  /** Its writes make versions above this one. */
  readonly lastVersion: number;
  readonly scenario: string;
  /** Milliseconds since 1970. */
  readonly created: number;
}

/** Sessions that several instances share: they begin and end when the log of all instances says so. */
export class ReplicatedSessions extends Sessions {
  /** Is called for a session that has to begin at all instances first, and throws. */
  onMissing: (name: string) => never = (name) => {
    throw new Error(`The session ${name} would begin at this instance alone`);
  };
  readonly #begun = new Map<string, string>();
  #used = new Set<string>();

  override use(name: string): Session {
    if (!this.sessions.has(name)) return this.onMissing(name);
    this.#used.add(name);
    return super.use(name);
  }

  override drop(name: string): boolean {
    this.#begun.delete(name);
    return super.drop(name);
  }

  /** Begins a session in place of one that has the same name. */
  add({ name, begun, lastVersion, scenario, created }: SessionBegin): Session {
    this.drop(name);
    const session = this.make(name, lastVersion, created);
    session.runs.activate(scenario);
    this.#begun.set(name, begun);
    this.sessions.set(name, session);
    this.changed();
    return session;
  }

  /** Tells the consoles that a session has changed. */
  onChange(): void {
    this.changed();
  }

  /** {@link SessionBegin.begun}; undefined for a session that is not open. */
  begunOf(name: string): string | undefined {
    return this.#begun.get(name);
  }

  /** The live states of a session; none for one that is not open. */
  collectionsOf(name: string): readonly Replicated[] {
    const session = this.sessions.get(name);
    return session ? ([...session.collections.values()] as unknown as Replicated[]) : [];
  }

  /** The sessions that were used since the last call. */
  takeUsed(): readonly string[] {
    const used = [...this.#used];
    this.#used = new Set();
    return used;
  }

  /** The engine decides when a session ends. */
  protected override expire(): void {}
}
