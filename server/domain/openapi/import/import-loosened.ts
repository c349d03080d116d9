import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../json/json.ts';
import { keywordOf } from './import-keywords.ts';

/** Keywords that refuse a value because another part of the schema accepts it. */
const refusing: ReadonlySet<string> = new Set([
  ...['not', 'if', 'then', 'else'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'maxContains'],
]);

/**
 * Removes the keywords that refuse more values when a part of the schema accepts more. An incompletely imported schema
 * accepts more values in each part; under `not` or `oneOf` the whole schema would then accept fewer.
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
