import type { Work } from '../domain/basics/work.ts';
import type { JsonObject } from '../domain/json/json.ts';
import type { CollectionDefinition } from '../domain/model/collection-definition.ts';
import { KeyIndex } from '../domain/records/key-index.ts';
import { type RecordSnapshot, recordValue } from '../domain/records/record-snapshot.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import type { LiveWorkspace } from '../workspace/live-workspace.ts';

/**
 * A copy of a collection, with its fixtures and its live state, under another definition. Each record must have a key of its
 * own. It is made in time slices; writes that come between are repeated at its end. Its versions are above those of any
 * other collection of its name, also of the original.
 */
export class CollectionCopy {
  readonly #from: SharedCollection;
  readonly #copy: SharedCollection;
  /** The values that the copy was made from, of the records that have changed since. */
  readonly #overtaken = new Map<string, readonly [fixture: JsonObject | undefined, live: JsonObject | undefined]>();
  readonly #stop: () => void;

  private constructor(from: SharedCollection, copy: SharedCollection, fixtures: RecordSnapshot) {
    this.#from = from;
    this.#copy = copy;
    this.#stop = from.observe(({ id, before }) => {
      if (this.#overtaken.has(id)) return;
      const fixture = fixtures.records[from.base.placeOf(id)];
      this.#overtaken.set(id, [fixture ? recordValue(fixture) : undefined, before?.value]);
    });
  }

  static *of(
    { collectionSet }: LiveWorkspace,
    from: SharedCollection,
    definition: CollectionDefinition,
  ): Work<CollectionCopy> {
    let fixtures: RecordSnapshot;
    let values: readonly JsonObject[];
    do {
      fixtures = from.fixtures();
      values = [...fixtures.values()];
      yield* KeyIndex.inPieces(values, definition.key);
    } while (from.fixtures() !== fixtures);
    const copy = new CollectionCopy(from, collectionSet.create(definition, values), fixtures);
    const ids = from.changedIds();
    const levelsOf = (id: string) => copy.#overtaken.get(id) ?? [from.fixture(id)?.value, from.get(id)?.value];
    // Deletions come first, because another record may have the key of a deleted one.
    for (const id of ids) {
      copy.#write(levelsOf(id)[0], undefined);
      yield;
    }
    for (const id of ids) {
      const live = levelsOf(id)[1];
      copy.#write(live, live);
      yield;
    }
    yield* collectionSet.renewVersions(copy.#copy);
    return copy;
  }

  /** The copy, with everything that has changed until now. */
  complete(): SharedCollection {
    this.#stop();
    const [from, copy] = [this.#from, this.#copy];
    const now = Array.from(this.#overtaken.keys(), (id) => [from.fixture(id)?.value, from.get(id)?.value] as const);
    for (const values of this.#overtaken.values()) {
      for (const value of values) {
        const id = value && copy.idOf(value);
        if (id !== undefined) copy.edit(id, undefined, undefined);
      }
    }
    for (const [fixture, live] of now) {
      const id = fixture && copy.idOf(fixture);
      if (id !== undefined) copy.edit(id, fixture, undefined);
      this.#write(live, live);
    }
    return copy;
  }

  /** Drops the copy. */
  cancel(): void {
    this.#stop();
  }

  /** Sets the live record with the key of a value. */
  #write(value: JsonObject | undefined, live: JsonObject | undefined): void {
    const id = value && this.#copy.idOf(value);
    if (id === undefined) return;
    if (live) this.#copy.write(id, live);
    else this.#copy.remove(id);
  }
}
