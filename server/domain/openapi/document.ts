import type { MockContext } from '../answer/context.ts';
import { envelopeNames } from '../answer/envelope.ts';
import { type JsonObject, member } from '../json/json.ts';
import type { Collection } from '../records/collection.ts';
import type { Envelope } from '../workspace.ts';
import { listOperations, recordOperations, userOperations } from './operations.ts';
import { sharedParameters } from './parameters.ts';
import { recordSchema } from './record-schema.ts';

/** The OpenAPI 3.1.0 document of the workspace as it is now. */
export function describeApi(context: MockContext): JsonObject {
  const collections = [...context.collections.values()];
  const paths: Record<string, JsonObject> = { '/users/{userId}': userOperations(exampleUser(context)) };
  const schemas: Record<string, JsonObject> = { ...sharedSchemas };
  for (const collection of collections) {
    const { name } = collection.definition;
    const component = `record.${name.replace(/[^A-Za-z0-9._-]/g, '_')}`;
    const reference = { $ref: `#/components/schemas/${component}` };
    const example = firstRecord(collection);
    const path = `/api/${encodeURIComponent(name)}`;
    schemas[component] = recordSchema(collection, component);
    paths[path] = listOperations(collection, reference, listSchema(context.settings.envelope, reference), example);
    paths[`${path}/{id}`] = recordOperations(collection, reference, example);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: context.title,
      version: '1.0.0',
      description: 'Served by Mock API Console, from the workspace as it is now.',
    },
    servers: [{ url: '/' }],
    tags: [{ name: 'User Information Service' }, ...collections.map(({ definition }) => ({ name: definition.name }))],
    paths,
    components: { schemas, parameters: sharedParameters(context.settings), headers: sharedHeaders },
  };
}

function firstRecord(collection: Collection): JsonObject | undefined {
  for (const { value } of collection.fixtures()) return value;
  return undefined;
}

function exampleUser({ collections }: MockContext): JsonObject | undefined {
  for (const { id, value } of collections.get('users')?.fixtures() ?? []) {
    const name = member(value, 'name');
    if (member(value, 'status') === 'active' && typeof name === 'string') return { userId: id, name, status: 'active' };
  }
  return undefined;
}

function listSchema(envelope: Envelope, record: JsonObject): JsonObject {
  const items: JsonObject = { type: 'array', items: record };
  const names = envelopeNames(envelope);
  if (names === null) return items;
  const link: JsonObject = { type: ['string', 'null'] };
  const types: Record<Exclude<keyof typeof names, 'items'>, JsonObject> = {
    total: { type: 'integer' },
    limit: { type: 'integer' },
    offset: { type: 'integer' },
    page: { type: 'integer' },
    next: link,
    prev: link,
    next_cursor: link,
  };
  const named = Object.entries(types).flatMap(([role, schema]) => {
    const name = names[role as keyof typeof types];
    return name === null ? [] : [[name, schema] as const];
  });
  return {
    type: 'object',
    required: [names.items],
    properties: { [names.items]: items, ...Object.fromEntries(named) },
  };
}

const text: JsonObject = { type: 'string' };

const sharedHeaders: JsonObject = {
  ETag: { description: 'The entity tag of what is answered.', schema: text },
  'X-Resource-Version': { description: 'The version of the record.', schema: { type: 'integer', minimum: 1 } },
  'X-Total-Count': { description: 'Records after filtering.', schema: { type: 'integer', minimum: 0 } },
  Link: { description: 'first, prev, next and last page (RFC 8288).', schema: text },
  Location: { description: 'Where the record is.', schema: text },
};

const sharedSchemas: Record<string, JsonObject> = {
  ActiveUser: {
    type: 'object',
    required: ['userId', 'name', 'status'],
    properties: { userId: text, name: text, status: { const: 'active' } },
    additionalProperties: false,
  },
  InactiveUser: {
    type: 'object',
    required: ['message', 'status'],
    properties: { message: text, status: { const: 'inactive' } },
    additionalProperties: false,
  },
  Problem: {
    description: 'Problem details (RFC 9457).',
    type: 'object',
    required: ['type', 'title', 'status', 'detail'],
    properties: {
      type: { type: 'string', format: 'uri-reference' },
      title: text,
      status: { type: 'integer' },
      detail: text,
    },
  },
  JsonPatch: {
    description: 'A JSON Patch document (RFC 6902).',
    type: 'array',
    items: {
      type: 'object',
      required: ['op', 'path'],
      properties: {
        op: { enum: ['add', 'remove', 'replace', 'move', 'copy', 'test'] },
        path: text,
        from: text,
        value: {},
      },
    },
  },
};
