import type { JsonObject } from '../json/json.ts';

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

const refusalResponses = {
  400: response('The request cannot be understood.', [], problem),
  404: response('The resource does not exist.', [], problem),
  409: response('The change conflicts with the current state.', [], problem),
  412: response('A precondition does not hold.', validated, problem),
  413: response('The body is larger than the limit.', [], problem),
  415: response('The media type of the body is not supported.', ['Accept-Patch'], problem),
  422: response('The record or the patch cannot be used.', [], problem),
  428: response('The request must be conditional.', [], problem),
  // The schema that accepts anything comes first, because some tools treat problems as JSON and use only the first match.
  default: response('The response of the active scenario or of the Prefer header.', [], {
    'application/json': { schema: {} },
    ...problem,
    '*/*': {},
  }),
};

/** The members of `#/components/responses`. */
export const sharedResponses: JsonObject = Object.fromEntries(
  Object.entries(refusalResponses).map(([status, refusal]) => [`refusal.${status}`, refusal]),
);

/** References to the shared responses of these statuses and to the default response. */
export function refusals(...statuses: readonly Exclude<keyof typeof refusalResponses, 'default'>[]): JsonObject {
  return Object.fromEntries(
    [...statuses, 'default'].map((status) => [status, { $ref: `#/components/responses/refusal.${status}` }]),
  );
}
