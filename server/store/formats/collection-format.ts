import { isJsonObject, type Json, type JsonObject } from '../../domain/json/json.ts';
import { quote } from '../../domain/json/wording.ts';
import type { CollectionDefinition, CollectionFixtures } from '../../domain/model/collection-definition.ts';
import { collectionNameRule, isCollectionName } from '../../domain/model/collection-definition.ts';
import { type CollectionPath, pathFault } from '../../domain/model/collection-path.ts';
import type { Settings } from '../../domain/model/settings.ts';
import { idOf, KeyIndex, keyRule } from '../../domain/records/key-index.ts';
import { pathClashes } from '../../domain/request/path-clashes.ts';
import type { CheckedCursor } from './checked-cursor.ts';

/** A wrong `key` would otherwise give a fault for each of a million records. */
const faultsPerCollection = 20;

/** Decodes the collections of a workspace; `settings` say which paths the mock API has itself. */
export function decodeCollections(at: CheckedCursor, settings: Settings): readonly CollectionFixtures[] {
  const collections = at.names().map((name) => decodeCollection(at.member(name), name));
  const definitions = collections.map(({ definition }) => definition);
  for (const { collection, index, reason } of pathClashes(definitions, settings)) {
    at.member(collection).member('paths').member(String(index)).refuse(reason);
  }
  return collections;
}

function decodeCollection(at: CheckedCursor, name: string): CollectionFixtures {
  if (!isCollectionName(name)) {
    at.refuse(`${quote(name)} cannot be part of a path: ${collectionNameRule}`);
  }
  at.onlyMembers(['key', 'sort', 'time', 'schema', 'paths', 'records']);
  const paths = decodePaths(at.member('paths'));
  const definition: CollectionDefinition = {
    name,
    key: at.member('key').text('id'),
    sort: textOrNull(at.member('sort')),
    time: textOrNull(at.member('time')),
    schema: at.member('schema').read(isObjectOrNull, 'must be a JSON Schema, an object', null),
    ...(paths.length > 0 && { paths }),
  };
  return { definition, records: decodeRecords(at.member('records'), definition.key) };
}

function decodePaths(at: CheckedCursor): readonly CollectionPath[] {
  return at.elements().flatMap((element) => {
    const path = decodePath(element);
    const fault = path && pathFault(path);
    if (fault === undefined) return path ?? [];
    (isJsonObject(element.value) ? element.member('path') : element).refuse(fault);
    return [];
  });
}

/** A path is a text, or an object with the id of its one record. */
function decodePath(at: CheckedCursor): CollectionPath | undefined {
  if (typeof at.value === 'string') return { path: at.value, record: null };
  if (!isJsonObject(at.value)) {
    at.refuse('must be a path, or an object with a path and the id of its record');
    return undefined;
  }
  at.onlyMembers(['path', 'record']);
  const path = at.required('path').text();
  const record = at.required('record').text();
  return path === '' || record === '' ? undefined : { path, record };
}

/** The form of {@link decodePath}. */
export function encodePath({ path, record }: CollectionPath): Json {
  return record === null ? path : { path, record };
}

function textOrNull(at: CheckedCursor): string | null {
  return at.value === undefined || at.value === null ? null : at.text();
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
