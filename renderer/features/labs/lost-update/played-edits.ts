import { isJsonObject, type Json, type JsonObject, member } from '../../../../server/domain/json/json.ts';

/** The two clients, in the order in which they act. */
export const labClients = ['Ann', 'Ben'] as const;
export type LabClient = (typeof labClients)[number];

/** Members that a client changes, with their new values. */
export type Edits = Readonly<Record<string, Json>>;

/** The values that a member may have by its schema; null if the schema lists none. */
export function listedValues(schema: JsonObject | null, name: string): readonly Json[] | null {
  const listed = member(propertyOf(schema, name), 'enum');
  return Array.isArray(listed) ? listed : null;
}

function propertyOf(schema: JsonObject | null, name: string): JsonObject {
  const properties = schema && member(schema, 'properties');
  const property = isJsonObject(properties) ? member(properties, name) : undefined;
  return isJsonObject(property) ? property : {};
}

/**
 * The edits of the play: each client changes another member, or both the same one. Fewer if the record has too few members
 * whose values can be changed.
 */
export function playedEdits(
  record: JsonObject,
  { key, schema, sameField }: { readonly key: string; readonly schema: JsonObject | null; readonly sameField: boolean },
): Readonly<Record<LabClient, Edits>> {
  const names = Object.keys(record)
    .filter((name) => name !== key && changedValue(record, name, schema, 'Ann') !== undefined)
    .toSorted((a, b) => rankOf(a, record, schema) - rankOf(b, record, schema));
  const [first, second = first] = names;
  const editOf = (name: string | undefined, client: LabClient): Edits => {
    const value = name === undefined ? undefined : changedValue(record, name, schema, client);
    return name === undefined || value === undefined ? {} : { [name]: value };
  };
  return { Ann: editOf(first, 'Ann'), Ben: editOf(sameField ? first : second, 'Ben') };
}

/** A value that the schema is likely to accept; undefined if there is none. */
function changedValue(
  record: JsonObject,
  name: string,
  schema: JsonObject | null,
  client: LabClient,
): Json | undefined {
  const value = record[name];
  const listed = listedValues(schema, name)?.filter((one) => one !== value);
  if (listed) return listed[client === 'Ann' ? 0 : listed.length - 1];
  const { format, pattern, const: constant } = propertyOf(schema, name);
  if (format !== undefined || pattern !== undefined || constant !== undefined) return undefined;
  if (typeof value === 'string') return `${value} (${client})`;
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' ? value + (client === 'Ann' ? 1 : 2) : undefined;
}

/** People know a record by its name; a listed value reads well beside it, and an id refers to something else. */
function rankOf(name: string, record: JsonObject, schema: JsonObject | null): number {
  if (name === 'name' || name === 'title') return 0;
  if (/id$|_at$|date/i.test(name)) return 5;
  if (listedValues(schema, name)) return name === 'status' ? 2 : 1;
  return typeof record[name] === 'string' ? 4 : 3;
}
