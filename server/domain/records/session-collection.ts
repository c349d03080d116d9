import { changesLength, takeInPieces, type Work } from '../basics/work.ts';
import type { JsonObject } from '../json/json.ts';
import { Collection } from './collection.ts';
import type { Fixtures } from './fixtures.ts';
import { LayerSource } from './layer-source.ts';
import type { LayerChanges, Layers, ObservedChange } from './record-source.ts';
import type { StoredRecord } from './stored-record.ts';

/** A collection beside the shared one, over the same fixtures. Its memory grows with its changes, not with the records. */
export abstract class OverlayCollection extends Collection {
  readonly layers: Layers = { source: this.base, changes: () => this.#indexChanges() };
  /** The changes for views; undefined until the first list, and incomplete until all are indexed. */
  #changes: { readonly hidden: LayerSource; readonly shown: LayerSource } | undefined;
  #areIndexed = false;

  protected override put(id: string, before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    super.put(id, before, after);
    this.#updateChanges(id);
  }

  *#indexChanges(): Work<LayerChanges> {
    this.#changes ??= { hidden: new LayerSource(this.base), shown: new LayerSource(this.base) };
    // Also ids that are changed meanwhile.
    if (!this.#areIndexed) yield* takeInPieces(this.layer.keys(), (id) => this.#updateChanges(id), changesLength);
    this.#areIndexed = true;
    return this.#changes;
  }

  #updateChanges(id: string): void {
    const entry = this.layer.get(id);
    this.#changes?.hidden.set(id, entry?.fixture);
    this.#changes?.shown.set(id, entry?.live);
  }
}

/** Where a session goes on that had the same name and has ended. */
export interface SessionStart {
  /** The highest version that it has given out. */
  readonly version: number;
  /** The first revision, above all of its own. */
  readonly revision: number;
}

/**
 * The live state of one session, an overlay over the shared fixtures. Its memory grows with its changes, not with the
 * records.
 */
export class SessionCollection extends OverlayCollection {
  /** Stops following changes of the fixtures. */
  readonly close: () => void;
  /** Writes make versions above this one. */
  readonly #start: number;
  #highest: number;

  constructor(base: Fixtures, { version, revision }: SessionStart) {
    super(base, revision);
    this.#start = Math.max(version, base.sessionsAtStart);
    this.#highest = this.#start;
    this.close = base.observe((change) => this.#follow(change));
  }

  /** The highest version that was given out here, or where the session started. */
  get highestVersion(): number {
    return this.#highest;
  }

  protected override lastVersion(id: string, before: StoredRecord | undefined): number {
    return Math.max(super.lastVersion(id, before), this.#start);
  }

  protected issue(id: string, value: JsonObject, last: number): StoredRecord {
    this.#highest = Math.max(this.#highest, last + 1);
    return this.base.issueToSession(id, value, last);
  }

  /** Shows an edited fixture, whose version is above all of this session, unless the session has changed the record. */
  #follow({ id, before: replaced, after }: ObservedChange): void {
    const before = this.layer.has(id) ? this.get(id) : replaced;
    if (after) this.indexValue(after.value);
    const isChanged = this.isChanged(id);
    this.rebase(id);
    // A fixture that only got a new version has a new name, or its old one again: no version is given out twice under it.
    const isRenewed = isChanged && before && replaced && after?.value === replaced.value;
    const own = isRenewed ? this.issue(id, before.value, this.lastVersion(id, before)) : before;
    this.follow(id, before, isChanged ? own : after);
  }

  /** Shows the record that follows from a changed fixture. */
  protected follow(id: string, before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    this.put(id, before, after);
  }
}
