import { type Problem, problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';
import { mapInPieces, type Work } from '../basics/work.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { isJsonObject, type Json, type JsonObject, member } from '../json/json.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import { StoredRecord } from '../records/stored-record.ts';

/** A record as a resource object of JSON:API: the key becomes the id, and all other members are attributes. */
function resourceOf({ name, key }: CollectionDefinition, { id, value }: StoredRecord): JsonObject {
  const { [key]: _, ...attributes } = value;
  return { type: name, id, attributes };
}

/** The text of a record in a response. */
export function recordText({ records }: Dialect, definition: CollectionDefinition, record: StoredRecord): string {
  return records === 'plain' ? record.text : JSON.stringify({ data: resourceOf(definition, record) });
}

/** The records of a list in the form of the dialect. */
export function* listedRecords(
  { records }: Dialect,
  definition: CollectionDefinition,
  listed: readonly StoredRecord[],
): Work<readonly StoredRecord[]> {
  if (records === 'plain') return listed;
  return yield* mapInPieces(listed, (one) => new StoredRecord(one.id, resourceOf(definition, one), one.version));
}

/**
 * The record in the body of a write: the body itself, or the attributes of a resource object, with its id if the write makes
 * a record below a list. `invalid-record` for a body without one.
 */
export function recordIn(
  { records }: Dialect,
  { key }: CollectionDefinition,
  method: string,
  body: Json,
): Result<Json, Problem> {
  if (records === 'plain') return accept(body);
  const data = isJsonObject(body) ? member(body, 'data') : undefined;
  const attributes = isJsonObject(data) ? (member(data, 'attributes') ?? {}) : undefined;
  if (!isJsonObject(data) || !isJsonObject(attributes)) {
    const errors = [{ pointer: '/data', detail: 'must be a resource object with attributes' }];
    return refuse(problem('invalid-record', 'The body has no resource object in "data".', { errors }));
  }
  const id = method === 'POST' ? member(data, 'id') : undefined;
  return accept(id === undefined ? attributes : { [key]: id, ...attributes });
}
