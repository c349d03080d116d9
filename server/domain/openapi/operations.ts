import type { JsonObject } from '../json/json.ts';
import type { Collection } from '../records/collection.ts';
import { conditionParameters, everywhere, filterParameters, listParameters, references } from './parameters.ts';

const problems = {
  400: 'The request cannot be understood.',
  404: 'There is nothing there.',
  405: 'The method is not allowed here.',
  409: 'The change conflicts with what is there.',
  412: 'A precondition does not hold.',
  413: 'The body is larger than the limit.',
  415: 'The media type of the body is not supported.',
  422: 'The record or the patch cannot be used.',
  428: 'The request must be conditional.',
} as const;

type ProblemStatus = keyof typeof problems;

/** What a rule of a scenario, or `Prefer: code=…`, may answer beside everything that is listed. */
const anything: JsonObject = {
  description: 'What the active scenario or the Prefer header chose.',
  content: {
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    'application/json': { schema: {} },
  },
};

function refusals(statuses: readonly ProblemStatus[]): JsonObject {
  const content: JsonObject = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  return {
    ...Object.fromEntries(statuses.map((status) => [String(status), { description: problems[status], content }])),
    default: anything,
  };
}

/** References to the shared headers of those names. */
function headers(...names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function json(schema: JsonObject, example?: JsonObject): JsonObject {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}

const notModified: JsonObject = { description: 'What the client holds is still right.', headers: headers('ETag') };
const created = headers('ETag', 'X-Resource-Version', 'Location');
const validated = headers('ETag', 'X-Resource-Version');

/** `/api/<collection>`; `schema` refers to the record's, `list` is the envelope's. */
export function listOperations(
  collection: Collection,
  schema: JsonObject,
  list: JsonObject,
  example?: JsonObject,
): JsonObject {
  const { name } = collection.definition;
  const found: JsonObject = {
    description: 'A page of the list.',
    headers: headers('ETag', 'X-Total-Count', 'Link'),
    content: json(list),
  };
  const get = (id: string): JsonObject => ({
    operationId: `${id}_${name}`,
    summary: `A page of ${name}, filtered and sorted`,
    tags: [name],
    parameters: [
      ...filterParameters(collection),
      ...references([...listParameters, ...conditionParameters, ...everywhere]),
    ],
    responses: { 200: found, 304: notModified, ...refusals([400, 404, 412]) },
  });
  return {
    get: get('list'),
    head: get('head'),
    post: {
      operationId: `create_${name}`,
      summary: `A new record of ${name}`,
      tags: [name],
      parameters: references([...conditionParameters, ...everywhere]),
      requestBody: { required: true, content: json({ type: 'object' }, example) },
      responses: {
        201: { description: 'The record was created.', headers: created, content: json(schema, example) },
        ...refusals([400, 404, 409, 412, 413, 415, 422]),
      },
    },
  };
}

/** `/api/<collection>/{id}`. */
export function recordOperations(collection: Collection, schema: JsonObject, example?: JsonObject): JsonObject {
  const { name } = collection.definition;
  const parameters = references([...conditionParameters, ...everywhere]);
  const whole: JsonObject = { description: 'The whole record.', headers: validated, content: json(schema, example) };
  const minimal: JsonObject = { description: 'Done; the client asked for no body.', headers: validated };
  const operation = (verb: string, summary: string, rest: JsonObject): JsonObject => ({
    operationId: `${verb}_${name}_record`,
    summary,
    tags: [name],
    parameters,
    ...rest,
  });
  const read: JsonObject = { responses: { 200: whole, 304: notModified, ...refusals([400, 404, 412]) } };
  return {
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string' }, description: 'Key of the record.' },
    ],
    get: operation('get', `One record of ${name}`, read),
    head: operation('head', `The headers of one record of ${name}`, read),
    put: operation('put', `Replaces or creates a record of ${name}`, {
      requestBody: { required: true, content: json({ type: 'object' }, example) },
      responses: {
        200: whole,
        201: { description: 'The record was created.', headers: created, content: json(schema, example) },
        204: minimal,
        ...refusals([400, 404, 412, 413, 415, 422, 428]),
      },
    }),
    patch: operation('patch', `Changes a record of ${name}, all or nothing`, {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { anyOf: [{ type: 'object' }, { $ref: '#/components/schemas/JsonPatch' }] } },
          'application/merge-patch+json': { schema: { type: 'object' } },
          'application/json-patch+json': { schema: { $ref: '#/components/schemas/JsonPatch' } },
        },
      },
      responses: { 200: whole, 204: minimal, ...refusals([400, 404, 409, 412, 413, 415, 422, 428]) },
    }),
    delete: operation('delete', `Deletes a record of ${name}`, {
      responses: { 204: { description: 'The record was deleted.' }, ...refusals([400, 404, 412, 428]) },
    }),
  };
}

/** `/users/{userId}`, the User Information Service itself. */
export function userOperations(example?: JsonObject): JsonObject {
  const read = (id: string): JsonObject => ({
    operationId: id,
    summary: 'The status of a user',
    tags: ['User Information Service'],
    parameters: references(everywhere),
    responses: {
      200: { description: 'The user is active.', content: json({ $ref: '#/components/schemas/ActiveUser' }, example) },
      404: {
        description: 'There is no such user, or the user is not active.',
        content: json({ $ref: '#/components/schemas/InactiveUser' }),
      },
      ...refusals([400, 405]),
    },
  });
  return {
    parameters: [
      { name: 'userId', in: 'path', required: true, schema: { type: 'string' }, description: 'Key of the user.' },
    ],
    get: read('getUser'),
    head: read('headUser'),
  };
}
