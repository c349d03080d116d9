import type { JsonObject } from '../json/json.ts';

/** What stands under `#/components/headers`. */
export const sharedHeaders = {
  ETag: header('string', 'The entity tag of what is there now (RFC 9110, 8.8.3).'),
  'X-Resource-Version': header('integer', 'The version of the record.'),
  'X-Total-Count': header('integer', 'Records after filtering.'),
  Link: header('string', 'The first, previous, next and last page (RFC 8288).'),
  Location: header('string', 'Where the record is.'),
  'Accept-Patch': header('string', 'The media types that a PATCH may have (RFC 5789, 3.1).'),
  'Preference-Applied': header('string', 'The preference that was honoured (RFC 7240, 3).'),
} satisfies Record<string, JsonObject>;

type HeaderName = keyof typeof sharedHeaders;

function header(type: string, description: string): JsonObject {
  return { description, schema: { type } };
}

/** A response with those headers, and one that says whether a preference was honoured, which any may have. */
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

const refusalResponses = {
  400: response('The request cannot be understood.', [], problem),
  404: response('There is nothing there.', [], problem),
  409: response('The change conflicts with what is there.', [], problem),
  412: response('A precondition does not hold.', validated, problem),
  413: response('The body is larger than the limit.', [], problem),
  415: response('The media type of the body is not supported.', ['Accept-Patch'], problem),
  422: response('The record or the patch cannot be used.', [], problem),
  428: response('The request must be conditional.', [], problem),
  // What may be anything stands first: there are readers that take problems for JSON, and the first match for the only one.
  default: response('What the active scenario or the Prefer header chose.', [], {
    'application/json': { schema: {} },
    ...problem,
  }),
};

/** What stands under `#/components/responses`. */
export const sharedResponses: JsonObject = Object.fromEntries(
  Object.entries(refusalResponses).map(([status, refusal]) => [`refusal.${status}`, refusal]),
);

/** References to the shared responses of those statuses, and to what a scenario or a preference may choose. */
export function refusals(...statuses: readonly Exclude<keyof typeof refusalResponses, 'default'>[]): JsonObject {
  return Object.fromEntries(
    [...statuses, 'default'].map((status) => [status, { $ref: `#/components/responses/refusal.${status}` }]),
  );
}
