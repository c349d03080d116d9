import { everyInPieces, finish, type Work } from '../basics/work.ts';
import { defaultDialect } from '../dialect/default-dialect.ts';
import type { Dialect, Form } from '../dialect/dialect.ts';
import { dialects } from '../dialect/dialects.ts';
import { isJsonObject, type JsonObject, member } from '../json/json.ts';
import { pathKind } from '../model/collection-path.ts';
import type { Envelope, EnvelopeNames } from '../model/settings.ts';
import type { Collection } from '../records/collection.ts';
import { fillPath, paths } from '../request/paths.ts';
import { envelopeNames } from '../response/envelope.ts';
import type { MockContext } from '../session/context.ts';
import { listOperations, operationsAt, recordOperations, userOperations } from './operations.ts';
import { sharedParameters } from './parameters.ts';
import { recordSchema } from './record-schema.ts';
import { sharedHeaders, sharedResponses, withMediaType } from './responses.ts';

/** The parts of a mock that its description needs. */
type Described = Pick<MockContext, 'title' | 'settings' | 'collections'>;

/** Describes a workspace as an OpenAPI 3.1.0 document. */
export function describeApi(context: Described): JsonObject {
  return finish(describeInPieces(context));
}

/** {@link describeApi} with pauses. */
export function* describeInPieces(context: Described): Work<JsonObject> {
  const { settings } = context;
  const dialect = dialects[settings.dialect];
  const collections = [...context.collections.values()];
  const operations: Record<string, JsonObject> = settings.userService
    ? { [paths.user]: userOperations(yield* exampleUser(context)) }
    : {};
  const schemas: Record<string, JsonObject> = { ...sharedSchemas };
  for (const collection of collections) {
    yield* collection.indexFields();
    const { name } = collection.definition;
    const component = componentName(name, schemas);
    const reference = (kind: string): JsonObject => ({ $ref: `#/components/schemas/${kind}.${component}` });
    schemas[`record.${component}`] = recordSchema(collection, `record.${component}`, 'response');
    schemas[`new.${component}`] = recordSchema(collection, `new.${component}`, 'request');
    const isPlain = dialect.records === 'plain';
    const described = {
      record: isPlain ? reference('record') : inData(resourceSchema),
      newRecord: isPlain
        ? reference('new')
        : inData({ type: 'object', properties: { attributes: { type: 'object' } } }),
      list: listSchema(dialect, settings.envelope, isPlain ? reference('record') : resourceSchema),
      example: isPlain ? firstRecord(collection) : undefined,
    };
    const list = withMediaType(dialect, listOperations(collection, settings, described));
    const record = withMediaType(dialect, recordOperations(collection, settings, described));
    yield;
    operations[fillPath(paths.list, name)] = list;
    operations[fillPath(paths.record, name)] = record;
    for (const [index, path] of (collection.definition.paths ?? []).entries()) {
      operations[path.path] = operationsAt(name, path, index + 2, pathKind(path) === 'list' ? list : record);
      yield;
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: context.title,
      version: '1.0.0',
      description: `Served by Mock API Console from the current workspace${dialect === defaultDialect ? '' : `, with the conventions of ${dialect.title}`}. Writes are checked against the schemas of records; \`format\` is an annotation and is not checked.`,
    },
    servers: [{ url: '/' }],
    tags: [
      ...(settings.userService ? [{ name: 'User Information Service' }] : []),
      ...collections.map(({ definition }) => ({ name: definition.name })),
    ],
    paths: operations,
    components: {
      schemas,
      responses: sharedResponses(dialect),
      parameters: sharedParameters(settings),
      headers: sharedHeaders,
    },
  };
}

/** A unique component name of a collection, without `~`. */
function componentName(name: string, schemas: Readonly<Record<string, JsonObject>>): string {
  let component = name.replaceAll('~', '_');
  while (Object.hasOwn(schemas, `record.${component}`)) component += '_';
  return component;
}

function firstRecord(collection: Collection): JsonObject | undefined {
  const [first] = collection.fixtures().values();
  return first;
}

function* exampleUser({ collections }: Described): Work<JsonObject | undefined> {
  let user: JsonObject | undefined;
  yield* everyInPieces(collections.get('users')?.fixtures() ?? [], ({ id, value }) => {
    const name = member(value, 'name');
    const isActive = member(value, 'status') === 'active' && typeof name === 'string';
    if (isActive) user = { userId: id, name, status: 'active' };
    return !isActive;
  });
  return user;
}

const link: JsonObject = { type: ['string', 'null'] };
const envelopeTypes: Readonly<Record<Exclude<keyof EnvelopeNames, 'items'>, JsonObject>> = {
  total: { type: 'integer' },
  limit: { type: 'integer' },
  offset: { type: 'integer' },
  page: { type: 'integer' },
  next: link,
  prev: link,
  next_cursor: link,
};

function listSchema({ lists }: Dialect, envelope: Envelope, record: JsonObject): JsonObject {
  const items: JsonObject = { type: 'array', items: record };
  if (lists.form === null) return items;
  if (lists.form !== 'setting') {
    const whole = formSchema(lists.form, items);
    return lists.applies === 'always' ? whole : { oneOf: [items, whole] };
  }
  const names = envelopeNames(envelope);
  if (names === null) return items;
  const members = Object.entries(envelopeTypes).map(
    ([role, type]) => [names[role as keyof EnvelopeNames], type] as const,
  );
  const present = members.filter(([name]) => name !== null);
  return {
    type: 'object',
    required: [names.items],
    properties: { [names.items]: items, ...Object.fromEntries(present) },
  };
}

/** A resource object of JSON:API. */
const resourceSchema: JsonObject = {
  type: 'object',
  required: ['type', 'id', 'attributes'],
  properties: { type: { type: 'string' }, id: { type: 'string' }, attributes: { type: 'object' } },
};

function inData(schema: JsonObject): JsonObject {
  return { type: 'object', required: ['data'], properties: { data: schema } };
}

/** The schema of a form, in which a text such as `$total` stands for a number or a link. */
function formSchema(form: Form, items: JsonObject): JsonObject {
  const properties = Object.entries(form).map(([name, part]) => {
    if (part === '$items') return [name, items];
    if (typeof part === 'string' && part.startsWith('$')) return [name, { type: ['integer', 'string', 'null'] }];
    return [name, isJsonObject(part) ? formSchema(part, items) : { const: part }];
  });
  return { type: 'object', properties: Object.fromEntries(properties) };
}

const text: JsonObject = { type: 'string' };

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
