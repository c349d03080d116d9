/*
 * The parts of command inputs.
 */
import { z } from 'zod';
import type { Json, JsonObject } from '../../domain/json/json.ts';
import { maxDepth } from '../../domain/json/limits.ts';
import { dialectNames } from '../../domain/model/settings.ts';
import type { DeclaredScenario } from '../../domain/scenario/scenario.ts';
import { isSessionName, sessionNameRule } from '../../domain/session/session-name.ts';

const isWellFormed = (value: string): boolean => value.isWellFormed();
const halfPair = 'it has half of a surrogate pair';

/** Well-formed text: UTF-8 cannot carry half of a surrogate pair, so no file or response could hold it. */
export const text = z.string().refine(isWellFormed, halfPair);

/**
 * Well-formed text of at most `length` UTF-16 units. A text of 60 MB arrives in pieces: to read its characters, as zod's own
 * check does, or to look it up, would make it whole while all others wait.
 */
export function shortText(length: number) {
  return z
    .string()
    .refine((value) => value.length <= length, { error: `it must have at most ${length} characters`, abort: true })
    .refine(isWellFormed, halfPair)
    .meta({ maxLength: length });
}

/**
 * A JSON value, taken as it is: a copy would lose a member named `__proto__`. Refused at the place of what is no JSON (a
 * text with half of a surrogate pair, NaN, undefined) or nested deeper than {@link maxDepth} levels.
 */
export const json = z.unknown().superRefine(refuseOtherThanJson) as z.ZodType<Json>;
export const jsonObject = <T>() =>
  z
    .unknown()
    .superRefine((value, context) => {
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) refuseOtherThanJson(value, context);
      else context.addIssue('it must be an object');
    })
    .meta({ type: 'object' }) as z.ZodType<T>;
export const record = jsonObject<JsonObject>();

function refuseOtherThanJson(value: unknown, context: z.RefinementCtx): void {
  const fault = jsonFault(value, []);
  if (fault) context.addIssue({ code: 'custom', ...fault });
}

interface JsonFault {
  readonly path: (string | number)[];
  readonly message: string;
}

function jsonFault(value: unknown, path: readonly (string | number)[]): JsonFault | undefined {
  const fault = (message: string) => ({ path: [...path], message });
  if (value === null || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : fault('it is not a number of JSON');
  if (typeof value === 'string') return isWellFormed(value) ? undefined : fault(halfPair);
  if (typeof value !== 'object') return fault('it is not a value of JSON');
  if (path.length === maxDepth) return fault(`it is nested deeper than ${maxDepth} levels`);
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) {
      const inner = jsonFault(element, [...path, index]);
      if (inner) return inner;
    }
    return undefined;
  }
  for (const [name, element] of Object.entries(value)) {
    if (!name.isWellFormed()) return fault('the name of a member has half of a surrogate pair');
    const inner = jsonFault(element, [...path, name]);
    if (inner) return inner;
  }
  return undefined;
}

export const nothing = z.strictObject({});
const aName = () => shortText(1_000_000).min(1);
export const name = aName();
export const collection = aName();
export const id = aName();
/** The search of a table of records, at most as long as the header section of a request. */
export const query = shortText(16_384);
/**
 * The records that a table lists: those that the query and the search find, among all or among the changed ones, and the
 * record `also`, which need not match.
 */
export const listed = {
  query: query.optional(),
  search: query.optional(),
  only: z.literal('changed').optional(),
  also: id.optional(),
};

/** Says where the records of a list in an import go. */
export const importChoice = z.strictObject({
  collection,
  into: collection.optional(),
  key: text.min(1).optional(),
  mode: z.enum(['merge', 'replace', 'replace-all']).optional(),
});

/** All collections, one collection, or one of its records. */
export const reach = { collection: collection.optional(), id: id.optional() };
export const limit = z.number().int().min(1).max(10_000);

/** Headers that frame a message. Only the sender sets them: a wrong one would end the request at another place. */
const framing = new Set([
  ...['connection', 'content-length', 'expect', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);
const header = z.tuple([
  z
    .string()
    .regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'it is not the name of a header')
    .refine((name) => !framing.has(name.toLowerCase()), 'this header is for the sender alone to set'),
  z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'a header cannot carry such a value'),
]);

const method = z.string().regex(/^[A-Z]+(-[A-Z]+)*$/, 'it is not the name of a method');

/** A request to the mock API. It has a target and no host, so it reaches no other server. */
export const mockRequest = z.strictObject({
  method: method.refine((name) => name !== 'CONNECT', 'CONNECT asks for a tunnel, which is no request of the mock API'),
  /** Path and query. */
  target: z.string().regex(/^\/[!"$-~]*$/, 'it must be a path that begins with "/", with its query, percent-encoded'),
  headers: z.array(header),
  body: text.nullable(),
});

/** A scenario as JSON. The host decodes it and names each fault by its JSON pointer. */
export const scenario = jsonObject<DeclaredScenario>();

export const savedRequest = mockRequest.extend({ name: text.min(1), note: text });

const wanted = z.record(text, text.nullable());
const requestNumber = z.number().int().min(0);
export const session = text.refine(isSessionName, `it must be ${sessionNameRule}`);
/** Which requests are meant; every given member must match. */
export const requestPattern = z.strictObject({
  /** In upper or lower case. */
  method: z.string().toUpperCase().pipe(method).optional(),
  path: text.startsWith('/').optional(),
  query: wanted.optional(),
  headers: wanted.optional(),
  body: json.optional(),
  session: session.optional(),
});
export const expectation = z.strictObject({
  name: text.min(1).optional(),
  ...requestPattern.shape,
  count: z
    .union([
      z.strictObject({ exactly: requestNumber }),
      z.strictObject({ atLeast: requestNumber }),
      z.strictObject({ atMost: requestNumber }),
    ])
    .optional(),
  after: text.optional(),
});
/** Milliseconds since 1970; requests from then on count. By default the next request is the first. */
export const since = z.number().optional();

const hostName = z.string().min(1);
const count = z.number().int().min(0);
const memberName = z.string().nullable().optional();

/** Settings by name; the others stay. The host checks which values go together. */
export const settingsPatch = z
  .strictObject({
    port: z.number().int().min(0).max(65_535),
    https: z.boolean(),
    httpsPort: z.number().int().min(0).max(65_535),
    consolePort: z.number().int().min(0).max(65_535),
    host: hostName,
    allowedHosts: z.array(hostName),
    cors: z.union([z.enum(['loopback-read', 'loopback', '*', 'off']), z.array(z.string().min(1))]),
    pageSize: z.number().int().min(1),
    maxPageSize: z.number().int().min(1),
    dialect: z.enum(dialectNames),
    envelope: z.union([
      z.enum(['object', 'array']),
      z.strictObject({
        items: z.string().optional(),
        total: memberName,
        limit: memberName,
        offset: memberName,
        page: memberName,
        next: memberName,
        prev: memberName,
        next_cursor: memberName,
      }),
    ]),
    requirePrecondition: z.boolean(),
    idempotencyKeys: z.boolean(),
    userService: z.boolean(),
    unknownFields: z.enum(['reject', 'ignore']),
    bodyLimit: count,
    log: z.strictObject({ entries: count, bytes: count, bodyBytes: count }),
    keptRequests: count,
    keptSecrets: z.boolean(),
    secretNames: z.array(z.string()),
  })
  .partial();
