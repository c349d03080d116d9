import type { Field } from '../fields/fields.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, member } from '../json/json.ts';
import type { Collection } from '../records/collection.ts';

/**
 * The schema of a collection's records under `#/components/schemas/<name>`: the workspace's schema with its references
 * rewritten, else one inferred from the records. The key is required only in responses, because the server assigns it.
 */
export function recordSchema(
  { definition, fields }: Collection,
  name: string,
  use: 'request' | 'response',
): JsonObject {
  const { key, schema } = definition;
  if (schema === null)
    return { ...fieldSchema(fields.record), type: 'object', required: use === 'request' ? [] : [key] };
  const moved = moveReferences(schema, `#/components/schemas/${name}`);
  const required = member(moved, 'required');
  if (use === 'response' || !isJsonArray(required)) return moved;
  return { ...moved, required: required.filter((one) => one !== key) };
}

/** The types of a field and the members of an object. The elements of an array may be anything. */
function fieldSchema(field: Field): JsonObject {
  const { kinds } = field;
  const members = kinds.includes('array') ? [] : [...field.members];
  const properties = Object.fromEntries(members.map(([name, inner]) => [name, fieldSchema(inner)]));
  return {
    ...(kinds.length === 0 ? {} : { type: kinds.length === 1 ? (kinds[0] ?? null) : [...kinds] }),
    ...(members.length === 0 ? {} : { properties }),
  };
}

/** Keywords whose values are data, in which `$ref` is an ordinary member. */
const data = ['const', 'enum', 'default', 'examples'];
/** Keywords that map arbitrary names to schemas. */
const named = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/**
 * Rewrites references to the schema's root so that they point to `base`. Removes `$schema`, because the document's dialect
 * applies, and `$id`, because it would change the base of the references.
 */
function moveReferences(schema: JsonObject, base: string): JsonObject {
  return mapMembers(schema, (name, value) => {
    if (name === '$schema' || name === '$id') return undefined;
    if (name === '$ref' && typeof value === 'string' && /^#(?:\/|$)/.test(value)) return base + value.slice(1);
    if (data.includes(name)) return value;
    if (named.includes(name) && isJsonObject(value)) return mapMembers(value, (_, inner) => moveIn(inner, base));
    return moveIn(value, base);
  });
}

function moveIn(value: Json, base: string): Json {
  if (isJsonArray(value)) return value.map((element) => moveIn(element, base));
  return isJsonObject(value) ? moveReferences(value, base) : value;
}

/** Maps the values of an object; omits a member whose new value is undefined. */
function mapMembers(object: JsonObject, change: (name: string, value: Json) => Json | undefined): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => {
      const changed = change(name, value);
      return changed === undefined ? [] : [[name, changed]];
    }),
  );
}
