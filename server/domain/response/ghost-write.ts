import { isJsonObject } from '../json/json.ts';
import { mergePatch } from '../json/merge-patch.ts';
import type { Collection } from '../records/collection.ts';
import type { Exchange } from './exchange.ts';

/**
 * Lets somebody else change the record just before the client does, where the scenario has that: the conflict that
 * conditions are there for, at will. A patch that makes no record of the collection changes only the version.
 */
export function letGhostWrite({ outcome, context }: Exchange, collection: Collection, id: string): void {
  const stored = outcome.ghost && collection.get(id);
  if (!stored) return;
  const value = mergePatch(stored.value, outcome.ghost.patch);
  const fits =
    isJsonObject(value) &&
    collection.idOf(value) === id &&
    context.checkSchema(collection.definition, value).length === 0;
  collection.write(id, fits ? value : stored.value);
}
