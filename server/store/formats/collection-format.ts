import { isJsonObject, type Json, type JsonObject } from '../../domain/json/json.ts';
import { quote } from '../../domain/json/wording.ts';
import type { CollectionDefinition, CollectionFixtures } from '../../domain/model/collection-definition.ts';
import { collectionNameRule, isCollectionName } from '../../domain/model/collection-definition.ts';
import { idOf, KeyIndex, keyRule } from '../../domain/records/key-index.ts';
import type { CheckedCursor } from './checked-cursor.ts';

/** A wrong `key` would otherwise give a fault for each of a million records. */
const faultsPerCollection = 20;

export function decodeCollections(at: CheckedCursor): readonly CollectionFixtures[] {
  return at.names().map((name) => decodeCollection(at.member(name), name));
}

function decodeCollection(at: CheckedCursor, name: string): CollectionFixtures {
  if (!isCollectionName(name)) {
    at.refuse(`${quote(name)} cannot be part of a path: ${collectionNameRule}`);
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

function textOrNull(at: CheckedCursor): string | null {
  return at.value === undefined || at.value === null ? null : at.text('');
}

function isObjectOrNull(value: Json): value is JsonObject | null {
  return value === null || isJsonObject(value);
}

/** Decodes records: objects with unique keys. */
export function decodeRecords(at: CheckedCursor, key: string): readonly JsonObject[] {
  const values = at.list();
  if (haveUniqueKeys(values, key)) return values;
  const ids = new Map<string, CheckedCursor>();
  let faults = 0;
  for (const record of at.elements()) {
    if (faults === faultsPerCollection) break;
    if (!readKey(record, key, ids)) faults += 1;
  }
  return [];
}

function haveUniqueKeys(values: readonly Json[], key: string): values is readonly JsonObject[] {
  return KeyIndex.of(values, key) !== undefined;
}

/** Notes the faults of a record and its key; true if there are none. `ids` holds the earlier keys. */
function readKey(record: CheckedCursor, key: string, ids: Map<string, CheckedCursor>): boolean {
  record.names();
  const own = record.required(key);
  if (own.value === undefined) return false;
  const id = idOf(own.read(isKey, `a key must be ${keyRule}`, ''));
  if (id === undefined) return false;
  const first = ids.get(id);
  if (first) own.refuse(`the key ${quote(id)} is taken already`, first);
  else ids.set(id, own);
  return first === undefined;
}

function isKey(value: Json): value is string | number {
  return idOf(value) !== undefined;
}
