import type { Field } from '../fields/fields.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, member } from '../json/json.ts';
import type { Collection } from '../records/collection.ts';

/**
 * The schema of a collection's records for a document that keeps it under `#/components/schemas/<name>`: the
 * workspace's own, with its inner references moved there, else what the records show. A record that a client sends may
 * leave its key to the server; one that is answered has it.
 */
export function recordSchema({ definition, fields }: Collection, name: string, use: 'sent' | 'answered'): JsonObject {
  const { key, schema } = definition;
  if (schema === null) return { ...fieldSchema(fields.record), type: 'object', required: use === 'sent' ? [] : [key] };
  const moved = moveReferences(schema, `#/components/schemas/${name}`);
  const required = member(moved, 'required');
  if (use === 'answered' || !isJsonArray(required)) return moved;
  return { ...moved, required: required.filter((one) => one !== key) };
}

/** What is known of a field: its types and, for an object, its members. The elements of an array are left open. */
function fieldSchema(field: Field): JsonObject {
  const { kinds } = field;
  const members = kinds.includes('array') ? [] : [...field.members];
  const properties = Object.fromEntries(members.map(([name, inner]) => [name, fieldSchema(inner)]));
  return {
    ...(kinds.length === 0 ? {} : { type: kinds.length === 1 ? (kinds[0] ?? null) : [...kinds] }),
    ...(members.length === 0 ? {} : { properties }),
  };
}

/** Keywords whose values are data; an example may well have a member called `$ref`. */
const data = ['const', 'enum', 'default', 'examples'];
/** Keywords whose members are schemas under names of the workspace's own. */
const named = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/**
 * A reference within the schema starts at the schema's own root, which in the document is at `base`. The root's dialect
 * and identifier go: the document's rule, and an identifier would be the base of the references.
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

/** The object with other values; a member whose new value is undefined is left out. */
function mapMembers(object: JsonObject, change: (name: string, value: Json) => Json | undefined): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => {
      const changed = change(name, value);
      return changed === undefined ? [] : [[name, changed]];
    }),
  );
}
