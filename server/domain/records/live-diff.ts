import { type JsonObject, jsonEqual } from '../json/json.ts';
import type { Collection } from './collection.ts';

/** How a live state differed from the fixtures at one moment: values by collection and id, null for a deleted record. */
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

/** A record that is to become live with that value, or with undefined to be deleted. */
export interface Restoration<In extends Collection> {
  readonly collection: In;
  readonly id: string;
  readonly live: JsonObject | undefined;
}

/**
 * What makes a live state differ from the fixtures by those changes and no others: the records in which it does not yet.
 * Found by a look at what is changed and what was.
 */
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

/** Makes a record live with that value, or deletes it. */
export function restore({ collection, id, live }: Restoration<Collection>): void {
  if (live) collection.write(id, live);
  else collection.remove(id);
}
