import { type JsonObject, jsonEqual } from '../json/json.ts';
import type { Collection } from './collection.ts';
import type { ComparedCollection } from './state-comparison.ts';

/** The differences of a live state from the fixtures at one moment: values by collection and id, null for a deleted record. */
export type LiveDiff = ReadonlyMap<string, ReadonlyMap<string, JsonObject | null>>;

export function liveDiff(collections: readonly Collection[]): LiveDiff {
  const changed = collections.filter(({ changedCount }) => changedCount > 0);
  const valueIn = (collection: Collection, id: string) => collection.get(id)?.value ?? null;
  return new Map(
    changed.map((collection) => [
      collection.definition.name,
      new Map(collection.changedIds().map((id) => [id, valueIn(collection, id)])),
    ]),
  );
}

/** A step towards a live state: the value that a record must get, or undefined to delete it. */
export interface Restoration<In extends Collection> {
  readonly collection: In;
  readonly id: string;
  readonly live: JsonObject | undefined;
}

/**
 * A live state beside an earlier one, to be compared: the fixtures, or the live state that the differences describe. Left out
 * are values whose key has changed since.
 */
export function compared(collection: Collection, earlier: LiveDiff = new Map()): ComparedCollection {
  const { name } = collection.definition;
  const values = earlier.get(name);
  const fits = (id: string, value: JsonObject | null) => value === null || collection.idOf(value) === id;
  return {
    name,
    ids: new Set([...(values?.keys() ?? []), ...collection.changedIds()]),
    before: (id) => {
      const value = values?.get(id);
      return value === undefined || !fits(id, value) ? collection.fixture(id)?.value : (value ?? undefined);
    },
    after: (id) => collection.get(id)?.value,
  };
}

/** The edits that turn the current live state into the one that the difference describes. */
export function restorations<In extends Collection>(
  collections: readonly In[],
  changes: LiveDiff,
): readonly Restoration<In>[] {
  return collections.flatMap((collection) => {
    const { ids, before, after } = compared(collection, changes);
    return Array.from(ids, (id) => ({ collection, id, live: before(id) })).filter(
      ({ id, live }) => !jsonEqual(after(id), live),
    );
  });
}

/** Carries out one edit. */
export function restore({ collection, id, live }: Restoration<Collection>): void {
  if (live) collection.write(id, live);
  else collection.remove(id);
}
