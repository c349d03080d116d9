import { isJsonObject, type Json, type JsonObject, member } from '../domain/json/json.ts';
import { quote } from '../domain/json/wording.ts';
import { idOf } from '../domain/records/collection.ts';
import type { CollectionDefinition, CollectionFixtures } from '../domain/workspace.ts';
import type { Place } from './place.ts';

/** Enough to see what is wrong with a file; a wrong `key` would else give a fault for each of a million records. */
const faultsPerCollection = 20;

/**
 * Names that stand in a path as they are, and that no JavaScript object moves to its front as it does with those that
 * are numbers, so that the order of the collections is the file's.
 */
const usableName = /^[A-Za-z][A-Za-z0-9._~-]*$/;

export const collectionNameRule = "a collection's name is a letter, then letters, digits and . _ ~ -";

export function isCollectionName(name: string): boolean {
  return usableName.test(name);
}

export function decodeCollections(at: Place): readonly CollectionFixtures[] {
  return at.names().map((name) => decodeCollection(at.member(name), name));
}

function decodeCollection(at: Place, name: string): CollectionFixtures {
  if (!isCollectionName(name)) {
    at.refuse(`${quote(name)} cannot stand in a path: ${collectionNameRule}`);
  }
  at.onlyMembers(['key', 'sort', 'time', 'schema', 'records']);
  const definition: CollectionDefinition = {
    name,
    key: at.member('key').text('id'),
    sort: textOrNull(at.member('sort')),
    time: textOrNull(at.member('time')),
    schema: at.member('schema').read(isObjectOrNull, 'must be a JSON Schema, an object', null),
  };
  return { definition, records: decodeRecords(at.member('records'), definition.key) };
}

function textOrNull(at: Place): string | null {
  return at.value === undefined || at.value === null ? null : at.text('');
}

function isObjectOrNull(value: Json): value is JsonObject | null {
  return value === null || isJsonObject(value);
}

/** Every record is an object with a key of its own. Places are made only for what is wrong: a million records may stand here. */
export function decodeRecords(at: Place, key: string): readonly JsonObject[] {
  const values = at.list();
  const records: JsonObject[] = [];
  const ids = new Set<string>();
  let faults = 0;
  for (const [index, value] of values.entries()) {
    const id = isJsonObject(value) ? idOf(member(value, key)) : undefined;
    if (isJsonObject(value) && id !== undefined && !ids.has(id)) {
      ids.add(id);
      records.push(value);
    } else {
      refuseRecord(at, index, key);
      faults += 1;
      if (faults === faultsPerCollection) break;
    }
  }
  return records;
}

function refuseRecord(list: Place, index: number, key: string): void {
  const at = list.member(String(index));
  at.names();
  const own = at.required(key);
  if (own.value === undefined) return;
  const id = idOf(own.read(isKey, 'a key must be a text that is not empty or a whole number', ''));
  if (id === undefined) return;
  const first = list.elements().find((other) => idOf(other.member(key).value) === id);
  own.refuse(`the key ${quote(id)} is taken already`, first?.member(key));
}

function isKey(value: Json): value is string | number {
  return idOf(value) !== undefined;
}
