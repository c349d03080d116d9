import { type JsonObject, jsonEqual } from '../json/json.ts';
import type { Collection } from './collection.ts';

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

/** The edits that turn the current live state into the one that the difference describes. */
export function restorations<In extends Collection>(
  collections: readonly In[],
  changes: LiveDiff,
): readonly Restoration<In>[] {
  return collections.flatMap((collection) => {
    const wanted = changes.get(collection.definition.name);
    const ids = new Set([...collection.changedIds(), ...(wanted?.keys() ?? [])]);
    return Array.from(ids, (id) => {
      const value = wanted?.get(id);
      return { collection, id, live: value === undefined ? collection.fixture(id)?.value : (value ?? undefined) };
    }).filter(({ id, live }) => !jsonEqual(collection.get(id)?.value, live));
  });
}

/** Carries out one edit. */
export function restore({ collection, id, live }: Restoration<Collection>): void {
  if (live) collection.write(id, live);
  else collection.remove(id);
}
