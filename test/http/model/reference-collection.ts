import type { JsonObject } from '../../../server/domain/json/json.ts';
import type { ReferenceTerm } from '../../server/domain/list/reference-list.ts';
import { isSame, own } from './reference-json.ts';

/** What a collection of the model is made of. */
export interface ReferenceDefinition {
  readonly name: string;
  readonly key: string;
  readonly sort: readonly ReferenceTerm[];
  /** True for a value that fits the collection's JSON Schema. */
  readonly fits: (value: JsonObject) => boolean;
}

/** A record on both levels. */
export interface Levels {
  readonly fixture: JsonObject | undefined;
  readonly live: JsonObject | undefined;
}

/** The live state of a session in one collection. */
interface SessionLayer {
  /** The values that differ from the fixtures; null for a deleted record. */
  readonly changes: Map<string, JsonObject | null>;
  /** The versions that the session's clients have seen, of records that have not changed since. */
  readonly versions: Map<string, number>;
  writes: number;
}

/** The records of one collection: two maps, and a map of differences for each session. */
export class ReferenceCollection {
  readonly definition: ReferenceDefinition;
  readonly fixtures = new Map<string, JsonObject>();
  readonly live = new Map<string, JsonObject>();
  /** How often clients have written each live record: an undo leaves what they wrote since the edit. */
  readonly writes = new Map<string, number>();
  /** The versions of live records that have been seen and not changed since. */
  readonly versions = new Map<string, number>();
  /**
   * Records that were written, or whose fixture was set to the live record as Keep does. If one equals its fixture again, a
   * restart may give it a new version: a session may have seen other content under the old one.
   */
  readonly raised = new Set<string>();
  readonly #sessions = new Map<string, SessionLayer>();
  #liveEdits = 0;
  #fixtureEdits = 0;

  constructor(definition: ReferenceDefinition, records: readonly JsonObject[]) {
    this.definition = definition;
    for (const record of records) {
      this.fixtures.set(this.idOf(record), record);
      this.live.set(this.idOf(record), record);
    }
  }

  idOf(value: JsonObject): string {
    return String(own(value, this.definition.key));
  }

  layer(session: string): SessionLayer {
    const layer = this.#sessions.get(session) ?? { changes: new Map(), versions: new Map(), writes: 0 };
    this.#sessions.set(session, layer);
    return layer;
  }

  dropLayer(session: string): void {
    this.#sessions.delete(session);
  }

  /** The versions known in a scope. */
  known(session: string | null): Map<string, number> {
    return session === null ? this.versions : this.layer(session).versions;
  }

  /** A live record; null is everybody's live state. */
  read(session: string | null, id: string): JsonObject | undefined {
    if (session === null) return this.live.get(id);
    const change = this.layer(session).changes.get(id);
    return change === undefined ? this.fixtures.get(id) : (change ?? undefined);
  }

  records(session: string | null): readonly JsonObject[] {
    const ids = new Set([...this.fixtures.keys(), ...this.live.keys()]);
    if (session !== null) for (const id of this.layer(session).changes.keys()) ids.add(id);
    return [...ids].map((id) => this.read(session, id)).filter((value) => value !== undefined);
  }

  /** Sets a live record as a client's write does, or deletes it: always a new version. */
  write(session: string | null, id: string, value: JsonObject | undefined): void {
    this.known(session).delete(id);
    if (session === null) {
      this.#set(this.live, id, value);
      this.writes.set(id, this.writesOf(id) + 1);
      this.raised.add(id);
      this.#liveEdits += 1;
    } else {
      this.layer(session).writes += 1;
      this.layer(session).changes.set(id, value ?? null);
      this.#dropEqual(session, id);
    }
  }

  /** A text that stays the same while nothing changes that the clients of a scope can see: no list may get a new tag. */
  stamp(session: string | null): string {
    return `${this.#fixtureEdits} ${session === null ? this.#liveEdits : this.layer(session).writes}`;
  }

  writesOf(id: string): number {
    return this.writes.get(id) ?? 0;
  }

  levels(id: string): Levels {
    return { fixture: this.fixtures.get(id), live: this.live.get(id) };
  }

  /** Sets both levels as the console does. A level that stays equal keeps its version. */
  edit(id: string, { fixture, live }: Levels): void {
    const before = this.levels(id);
    if (!isSame(before.live, live)) {
      this.versions.delete(id);
      this.#set(this.live, id, live);
      this.#liveEdits += 1;
    }
    if (isSame(before.fixture, fixture)) return;
    if (isSame(before.live, live)) this.raised.add(id);
    this.#set(this.fixtures, id, fixture);
    this.#fixtureEdits += 1;
    for (const [session, { changes, versions }] of this.#sessions) {
      if (!changes.has(id)) versions.delete(id);
      this.#dropEqual(session, id);
    }
  }

  /** The ids whose live state differs from the fixtures. */
  changed(session: string | null): readonly string[] {
    if (session !== null) return [...this.layer(session).changes.keys()];
    const ids = new Set([...this.fixtures.keys(), ...this.live.keys()]);
    return [...ids].filter((id) => !isSame(this.fixtures.get(id), this.live.get(id)));
  }

  /** What a session does not change any more, it shows from the fixtures from then on. */
  #dropEqual(session: string, id: string): void {
    const { changes } = this.layer(session);
    const change = changes.get(id);
    if (change !== undefined && isSame(change ?? undefined, this.fixtures.get(id))) changes.delete(id);
  }

  #set(level: Map<string, JsonObject>, id: string, value: JsonObject | undefined): void {
    if (value) level.set(id, value);
    else level.delete(id);
  }
}
