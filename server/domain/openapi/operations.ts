import type { Dialect } from '../dialect/dialect.ts';
import { dialects } from '../dialect/dialects.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { type CollectionPath, parsePath } from '../model/collection-path.ts';
import type { Settings } from '../model/settings.ts';
import type { Collection } from '../records/collection.ts';
import { conditional, everywhere, queryParameters, repeatable } from './parameters.ts';
import { json, recordContent, refusals, response, validated } from './responses.ts';

/** The schemas that the operations of a collection refer to. */
export interface CollectionSchemas {
  /** A record in a response. */
  readonly record: JsonObject;
  /** A record in a request, whose key may be missing. */
  readonly newRecord: JsonObject;
  /** A page of records. */
  readonly list: JsonObject;
  readonly example: JsonObject | undefined;
}

const notModified = response('The copy of the client is current.', validated);

/** `/api/<collection>`. */
export function listOperations(
  collection: Collection,
  settings: Settings,
  { record, newRecord, list, example }: CollectionSchemas,
): JsonObject {
  const { name } = collection.definition;
  const parameters = [...queryParameters(collection, settings), ...conditional];
  const dialect = dialects[settings.dialect];
  const { lists } = dialect;
  const headers = [
    'ETag' as const,
    ...(lists.totalHeader === 'never' ? [] : (['X-Total-Count'] as const)),
    ...(lists.linkHeader === 'never' ? [] : (['Link'] as const)),
  ];
  const rest = { 304: notModified, ...refusals(400, 404, 412) };
  return {
    get: {
      operationId: `list_${name}`,
      summary: `A page of ${name}, filtered and sorted`,
      tags: [name],
      parameters,
      responses: { 200: response('A page of the list.', headers, json(list)), ...rest },
    },
    head: {
      operationId: `listHead_${name}`,
      summary: `The headers of a page of ${name}`,
      tags: [name],
      parameters,
      responses: { 200: response('The headers of a page of the list.', headers), ...rest },
    },
    post: {
      operationId: `create_${name}`,
      summary: `A new record of ${name}`,
      tags: [name],
      parameters: repeatable(settings),
      requestBody: { required: true, content: recordContent(dialect, newRecord, example) },
      responses: { 201: created(record, example), ...refusals(400, 404, 409, 412, 413, 415, 422) },
    },
  };
}

/** `/api/<collection>/{id}`. */
export function recordOperations(
  { definition: { name, key } }: Collection,
  settings: Settings,
  { record, newRecord, example }: CollectionSchemas,
): JsonObject {
  const dialect = dialects[settings.dialect];
  const whole = response('The whole record.', validated, json(record, example));
  const minimal = response('The change was made; the client asked for no body.', validated);
  const operation = (verb: string, summary: string, rest: JsonObject): JsonObject => ({
    operationId: `${verb}_${name}`,
    summary,
    tags: [name],
    parameters: conditional,
    ...rest,
  });
  return {
    parameters: [path('id', `Key of the record, its member ${key}.`)],
    'x-key': key,
    get: operation('get', `One record of ${name}`, {
      responses: { 200: whole, 304: notModified, ...refusals(400, 404, 412) },
    }),
    head: operation('getHead', `The headers of one record of ${name}`, {
      responses: { 200: response('The record exists.', validated), 304: notModified, ...refusals(400, 404, 412) },
    }),
    put: operation('put', `Replaces or creates a record of ${name}`, {
      requestBody: { required: true, content: recordContent(dialect, newRecord, example) },
      responses: {
        200: whole,
        201: created(record, example),
        204: minimal,
        ...refusals(400, 404, 412, 413, 415, 422, 428),
      },
    }),
    patch: operation('patch', `Changes a record of ${name}, all or nothing`, {
      parameters: repeatable(settings),
      requestBody: { required: true, content: patchBodies },
      responses: { 200: whole, 204: minimal, ...refusals(400, 404, 409, 412, 413, 415, 422, 428) },
    }),
    delete: operation('delete', `Deletes a record of ${name}`, {
      responses: { ...deleted(dialect, record), ...refusals(400, 404, 412, 428) },
    }),
  };
}

function deleted({ deleted: kind }: Dialect, record: JsonObject): JsonObject {
  if (kind === 'no-content') return { 204: response('The record was deleted.', []) };
  return { 200: response('The record was deleted.', [], json(kind === 'record' ? record : { type: 'object' })) };
}

const jsonPatch: JsonObject = { $ref: '#/components/schemas/JsonPatch' };
const patchBodies: JsonObject = {
  'application/json': { schema: { anyOf: [{ type: 'object' }, jsonPatch] } },
  'application/merge-patch+json': { schema: { type: 'object' } },
  'application/json-patch+json': { schema: jsonPatch },
};

function created(record: JsonObject, example: JsonObject | undefined): JsonObject {
  return response('The record was created.', [...validated, 'Location'], json(record, example));
}

function path(name: string, description: string): JsonObject {
  return { name, in: 'path', required: true, schema: { type: 'string' }, description };
}

/**
 * The operations of a list or of a record for another path of the collection. `place` makes their ids differ from those of
 * other paths.
 */
export function operationsAt(
  collection: string,
  { path: pattern, record }: CollectionPath,
  place: number,
  { parameters: _, 'x-key': __, ...operations }: JsonObject,
): JsonObject {
  const parsed = parsePath(pattern);
  const segments = parsed.ok ? parsed.value : [];
  const parameters = segments.flatMap((segment, index) => {
    if (segment.kind === 'fixed') return [];
    const isKey = record === null && index === segments.length - 1;
    return path(segment.name, isKey ? 'Key of the record.' : `The ${segment.name} of the records.`);
  });
  const named = Object.entries(operations).map(([method, operation]) => {
    if (!isJsonObject(operation) || typeof operation.operationId !== 'string') return [method, operation];
    const responses = isJsonObject(operation.responses) ? operation.responses : {};
    // The record may be at another path of its collection.
    const more = method === 'put' ? refusals(409) : {};
    return [
      method,
      { ...operation, operationId: `${operation.operationId}_${place}`, responses: { ...responses, ...more } },
    ];
  });
  return {
    ...(parameters.length > 0 && { parameters }),
    'x-collection': collection,
    ...(record !== null && { 'x-record': record }),
    ...Object.fromEntries(named),
  };
}

/** `/users/{userId}`, the User Information Service. */
export function userOperations(example: JsonObject | undefined): JsonObject {
  const operation = (operationId: string, active: JsonObject): JsonObject => ({
    operationId,
    summary: 'The status of a user',
    tags: ['User Information Service'],
    parameters: everywhere,
    responses: {
      200: active,
      ...refusals(400),
      404: response(
        'The user does not exist or is not active.',
        [],
        json({ $ref: '#/components/schemas/InactiveUser' }),
      ),
    },
  });
  const content = json({ $ref: '#/components/schemas/ActiveUser' }, example);
  return {
    parameters: [path('userId', 'Key of the user.')],
    get: operation('getUser', response('The user is active.', [], content)),
    head: operation('getHeadUser', response('The user is active.', [])),
  };
}
