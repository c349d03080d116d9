import { isJsonArray, isJsonObject, type Json, type JsonObject, member } from '../json/json.ts';

/**
 * The required members of a JSON Schema that have a `default` (JSON Schema Validation 2020-12, section 9.2), with its value.
 * Reads the schema's own `properties`; a `$ref` is not followed.
 */
export function requiredDefaults(schema: JsonObject | null): JsonObject {
  const properties = schema ? member(schema, 'properties') : undefined;
  const required = schema ? member(schema, 'required') : undefined;
  if (!isJsonObject(properties) || !isJsonArray(required)) return {};
  const defaults = required.flatMap((name): [string, Json][] => {
    const property = typeof name === 'string' ? member(properties, name) : undefined;
    const value = isJsonObject(property) ? member(property, 'default') : undefined;
    return value === undefined ? [] : [[String(name), value]];
  });
  return Object.fromEntries(defaults);
}
