import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../json/json.ts';
import { keywordOf } from './import-keywords.ts';

/** Keywords that refuse a value because something else in the schema takes it. */
const refusing: ReadonlySet<string> = new Set([
  ...['not', 'if', 'then', 'else'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'maxContains'],
]);

/**
 * A schema that lacks something takes more; under `not`, or as one of several of which exactly one must fit, that would
 * make the whole take less. This is the schema without whatever could do so.
 */
export function loosened(schema: JsonObject): JsonObject {
  const { oneOf, ...others } = Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => !refusing.has(name))
      .map(([name, value]) => [name, loosenedValue(name, value)]),
  );
  if (oneOf === undefined) return others;
  const allOf = isJsonArray(others.allOf) ? others.allOf : [];
  return { ...others, allOf: [...allOf, { anyOf: oneOf }] };
}

function loosenedSchema(schema: Json): Json {
  return isJsonObject(schema) ? loosened(schema) : schema;
}

function loosenedValue(name: string, value: Json): Json {
  const keyword = keywordOf(name);
  const holds = name === '$defs' ? 'map' : keyword.kind === 'schemas' ? keyword.keyword.holds : 'none';
  if (holds === 'one') return loosenedSchema(value);
  if (holds === 'list' && isJsonArray(value)) return value.map(loosenedSchema);
  if (holds !== 'map' || !isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([inner, schema]) => [inner, loosenedSchema(schema)]));
}
