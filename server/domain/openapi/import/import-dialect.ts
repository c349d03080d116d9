/** Differences between schemas of OpenAPI and JSON Schema 2020-12. */
import { isJsonArray, isJsonObject, type Json, type JsonObject, member } from '../../json/json.ts';

/** A member of a new schema. */
export type Member = readonly [name: string, value: Json];

/** Converts a keyword that OpenAPI 3.0 defines differently; undefined for all others. */
export function keywordOf30(name: string, schema: JsonObject): readonly Member[] | undefined {
  const [type, isNullable] = [member(schema, 'type'), member(schema, 'nullable')];
  if (name === 'type' && isNullable === true && typeof type === 'string') return [[name, [type, 'null']]];
  if (name === 'nullable' && (isNullable === false || type !== undefined)) return [];
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    const limit = member(schema, bound);
    const isExclusive = member(schema, exclusive);
    if (name === bound && isExclusive === true) return [];
    if (name !== exclusive || typeof isExclusive !== 'boolean') continue;
    return isExclusive && typeof limit === 'number' ? [[exclusive, limit]] : [];
  }
  return undefined;
}

/**
 * Removes read-only and write-only members from `required`: they are required in one direction only, and a record appears
 * in both requests and responses.
 */
export function withoutOneWay(schema: JsonObject): JsonObject {
  const [required, properties] = [member(schema, 'required'), member(schema, 'properties')];
  if (!isJsonArray(required) || !isJsonObject(properties)) return schema;
  const kept = required.filter((name) => !isOneWay(member(properties, String(name))));
  return kept.length === required.length ? schema : { ...schema, required: kept };
}

function isOneWay(schema: Json | undefined): boolean {
  return isJsonObject(schema) && (member(schema, 'readOnly') === true || member(schema, 'writeOnly') === true);
}
