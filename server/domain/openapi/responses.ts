import type { Dialect, Form } from '../dialect/dialect.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';

/** The members of `#/components/headers`. */
export const sharedHeaders = {
  ETag: header('string', 'The entity tag of the current representation (RFC 9110, 8.8.3).'),
  'X-Resource-Version': header('integer', 'The version of the record.'),
  'X-Total-Count': header('integer', 'Records after filtering.'),
  Link: header('string', 'The first, previous, next and last page (RFC 8288).'),
  Location: header('string', 'The URL of the record.'),
  'Accept-Patch': header('string', 'The media types that PATCH accepts (RFC 5789, 3.1).'),
  'Preference-Applied': header('string', 'The preference that was honoured (RFC 7240, 3).'),
} satisfies Record<string, JsonObject>;

type HeaderName = keyof typeof sharedHeaders;

function header(type: string, description: string): JsonObject {
  return { description, schema: { type } };
}

/** A response with these headers and Preference-Applied, which every response may have. */
export function response(description: string, names: readonly HeaderName[], content?: JsonObject): JsonObject {
  const headers = [...names, 'Preference-Applied'].map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return { description, headers: Object.fromEntries(headers), ...(content && { content }) };
}

/** A body of `application/json`. */
export function json(schema: JsonObject, example?: JsonObject): JsonObject {
  return { 'application/json': { schema, ...(example && { example }) } };
}

export const validated = ['ETag', 'X-Resource-Version'] as const;

const problem: JsonObject = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };

/** The description of refusals of each status, and the headers that they may have. */
const refusalTexts = {
  400: ['The request cannot be understood.'],
  404: ['The resource does not exist.'],
  409: ['The change conflicts with the current state.'],
  412: ['A precondition does not hold.', ...validated],
  413: ['The body is larger than the limit.'],
  415: ['The media type of the body is not supported.', 'Accept-Patch'],
  422: ['The record or the patch cannot be used.'],
  428: ['The request must be conditional.'],
} as const satisfies Record<number, readonly [description: string, ...headers: HeaderName[]]>;

type RefusalStatus = keyof typeof refusalTexts;

/** The content of an error of this status. */
function errorContent({ errors, errorType }: Dialect, status: number): JsonObject {
  const form = errors.byStatus[status] ?? errors.form;
  return form === null ? problem : { [essence(errorType)]: { schema: { type: 'object', required: requiredIn(form) } } };
}

/** The members that every error has. */
function requiredIn(form: Form): readonly string[] {
  return Object.keys(form).filter((name) => form[name] !== '$scimType');
}

/** A media type without parameters. */
function essence(mediaType: string): string {
  return mediaType.split(';')[0] ?? mediaType;
}

/** The members of `#/components/responses`. */
export function sharedResponses(dialect: Dialect): JsonObject {
  const refused = Object.entries(refusalTexts).map(([status, [description, ...headers]]) => [
    `refusal.${status}`,
    response(description, headers, errorContent(dialect, Number(status))),
  ]);
  // The schema that accepts anything comes first, because some tools treat problems as JSON and use only the first match.
  const own = dialect.errors.form === null ? {} : { [essence(dialect.errorType)]: { schema: {} } };
  const other = response('The response of the active scenario or of the Prefer header.', [], {
    'application/json': { schema: {} },
    ...problem,
    ...own,
    '*/*': {},
  });
  return { ...Object.fromEntries(refused), 'refusal.default': other };
}

/** The body of a request with a whole record: JSON, also under the media type of the dialect. */
export function recordContent({ mediaType }: Dialect, schema: JsonObject, example: JsonObject | undefined): JsonObject {
  const content = json(schema, example);
  return { ...content, [essence(mediaType)]: content['application/json'] ?? {} };
}

/** Operations of a collection with the media type of the dialect in their responses. */
export function withMediaType({ mediaType }: Dialect, operations: JsonObject): JsonObject {
  const type = essence(mediaType);
  if (type === 'application/json') return operations;
  const renamed = (content: Json): Json => {
    if (!isJsonObject(content) || content['application/json'] === undefined) return content;
    const { 'application/json': body, ...others } = content;
    return { [type]: body, ...others };
  };
  const inResponses = (responses: JsonObject): JsonObject =>
    mapMembers(responses, (one) =>
      isJsonObject(one) && one.content !== undefined ? { ...one, content: renamed(one.content) } : one,
    );
  return mapMembers(operations, (operation) =>
    isJsonObject(operation) && isJsonObject(operation.responses ?? null)
      ? { ...operation, responses: inResponses(operation.responses as JsonObject) }
      : operation,
  );
}

function mapMembers(object: JsonObject, change: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

/** References to the shared responses of these statuses and to the default response. */
export function refusals(...statuses: readonly RefusalStatus[]): JsonObject {
  return Object.fromEntries(
    [...statuses, 'default'].map((status) => [status, { $ref: `#/components/responses/refusal.${status}` }]),
  );
}
