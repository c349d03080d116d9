import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import type { Collection } from '../records/collection.ts';
import type { Field } from '../records/fields.ts';

/**
 * The schema of a collection's records for a document that keeps it under `#/components/schemas/<name>`: the
 * workspace's own, with its inner references moved there, else what the records show.
 */
export function recordSchema({ definition, fields }: Collection, name: string): JsonObject {
  if (definition.schema) return moveReferences(definition.schema, `#/components/schemas/${name}`) as JsonObject;
  return { ...fieldSchema(fields.record), type: 'object', required: [definition.key] };
}

/** What is known of a field: its types and, for an object, its members. The elements of an array are left open. */
export function fieldSchema(field: Field): JsonObject {
  const kinds = field.kinds;
  const members = kinds.includes('array') ? [] : [...field.members];
  const properties = Object.fromEntries(members.map(([name, inner]) => [name, fieldSchema(inner)]));
  return {
    ...(kinds.length === 0 ? {} : { type: kinds.length === 1 ? (kinds[0] ?? null) : [...kinds] }),
    ...(members.length === 0 ? {} : { properties }),
  };
}

/** A reference within the schema starts at the schema's own root, which in the document is at `base`. */
function moveReferences(schema: Json, base: string): Json {
  if (isJsonArray(schema)) return schema.map((element) => moveReferences(element, base));
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => name !== '$schema' && name !== '$id')
      .map(([name, value]) => {
        if (name === '$ref' && typeof value === 'string' && value.startsWith('#')) return [name, base + value.slice(1)];
        // Data are not schemas: an example may well have a member called $ref.
        if (name === 'const' || name === 'enum' || name === 'default' || name === 'examples') return [name, value];
        return [name, moveReferences(value, base)];
      }),
  );
}
