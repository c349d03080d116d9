import { type Json, type JsonObject, member } from '../json/json.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import type { Collection } from './collection.ts';

/** The record with a key: one without gets it from `newKey`, as its first member. */
export function withKey({ key }: CollectionDefinition, record: JsonObject, newKey: () => Json): JsonObject {
  return member(record, key) === undefined ? { [key]: newKey(), ...record } : record;
}

/** The key that an id stands for: a number where the collection's keys are numbers. */
export function keyOfId(collection: Collection, id: string): string | number {
  return keyLike(
    collection.nextKey(() => id),
    id,
  );
}

/** The key that an id stands for beside another key of the collection: a number beside a number, if the id is one. */
export function keyLike(other: Json | undefined, id: string): string | number {
  return typeof other === 'number' && String(Number(id)) === id ? Number(id) : id;
}
