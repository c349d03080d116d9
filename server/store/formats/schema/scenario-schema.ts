import { base64Text } from '../../../domain/basics/base64.ts';
import type { JsonObject } from '../../../domain/json/json.ts';
import { maxPointerTokens } from '../../../domain/json/pointer.ts';
import {
  bodyForms,
  longestDelay,
  occurrenceKinds,
  type RuleEffect,
  ruleFaults,
  sequenceEnds,
} from '../../../domain/scenario/scenario.ts';
import { headerName, headerValue, responseStatus } from '../response-format.ts';
import {
  effectKinds,
  longestRateWindow,
  methodName,
  most,
  mostPieces,
  mostSigma,
  quirks,
  spreads,
} from '../rule-format.ts';
import { mostSeed } from '../scenario-format.ts';
import { closed, described, filledText, has, integer, list, matching, oneOf, schemaIf, text } from './schema-parts.ts';

const method = matching(methodName);
const path: JsonObject = matching(/^\//);
const anyValue: JsonObject = {};
const milliseconds = integer([0, longestDelay]);
const textOrAny: JsonObject = { type: ['string', 'null'] };

function headersOf(value: JsonObject): JsonObject {
  return { type: 'object', patternProperties: { [headerName.source]: value }, additionalProperties: false };
}

const bodyTest: JsonObject = {
  ...closed(
    {
      pointer: described('A JSON pointer (RFC 6901); empty for the whole body.', {
        type: 'string',
        pattern: `^(?:/(?:[^~/]|~[01])*){0,${maxPointerTokens}}$`,
      }),
      equals: anyValue,
      contains: described('A part of a text, an element of an array, or some members of an object.', anyValue),
    },
    ['pointer'],
  ),
  oneOf: [{ required: ['equals'] }, { required: ['contains'] }],
};

const occurrence: JsonObject = {
  ...closed(
    {
      kind: oneOf(occurrenceKinds),
      count: integer([1, most]),
      per: described('`record` counts the requests for each record separately.', { const: 'record' }),
    },
    ['kind', 'count'],
  ),
  ...schemaIf(has('kind', 'percent'), { properties: { count: { maximum: 100 } } }),
};

const condition = closed({
  method,
  path: described('A path pattern: `{id}` matches one segment, a trailing `/**` any rest.', path),
  id: described('The id of the record that the request is about.', filledText),
  query: described(
    'Query parameters by decoded name: one of the sent values must equal this one; null matches any value.',
    { type: 'object', additionalProperties: textOrAny },
  ),
  headers: described('Header values by case-insensitive name; null matches any value.', headersOf(textOrAny)),
  body: described('Tests of values in the JSON body.', list(bodyTest)),
  occurrence: described('Which of the matching requests the rule applies to; without it, all of them.', occurrence),
});

const response: JsonObject = {
  status: integer(responseStatus),
  headers: described(
    'Values by name; a list of values is sent as one line each.',
    headersOf(schemaIf({ type: 'array' }, { minItems: 1, items: matching(headerValue) }, matching(headerValue))),
  ),
  form: described('The form of the body; a Content-Type header overrides its media type.', {
    ...oneOf(bodyForms),
    default: 'json',
  }),
  body: anyValue,
  substitute: described(
    'True: in header values and in the body, `{name}` stands for a value of the request and `{{` for a brace.',
    { type: 'boolean', default: false },
  ),
};

/** In every form but JSON, the body is a text. */
const responseForms: JsonObject = {
  allOf: [
    schemaIf(has('form', 'text'), { properties: { body: text } }),
    schemaIf(has('form', 'xml'), { properties: { body: text } }),
    schemaIf(has('form', 'base64'), { properties: { body: matching(base64Text) } }),
  ],
};

const spread: JsonObject = {
  type: 'object',
  required: ['kind'],
  properties: { kind: oneOf(spreads) },
  ...schemaIf(
    has('kind', 'log-normal'),
    branch({ sigma: { type: 'number', minimum: 0, maximum: mostSigma } }),
    branch({ most: milliseconds }),
  ),
};

/** The members of an object beside its `kind`; those in `optional` may be left out. */
function branch(properties: JsonObject, optional: JsonObject = {}): JsonObject {
  return {
    properties: { kind: anyValue, ...properties, ...optional },
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

/** The members of each effect, see the domain's type. */
const effects: Readonly<Record<RuleEffect['kind'], JsonObject>> = {
  'user-status': described('Reports the user with that status.', branch({ userId: filledText, status: filledText })),
  answer: described('Sends this response.', {
    ...branch({ status: integer(responseStatus) }, response),
    ...responseForms,
  }),
  sequence: described(
    'Sends the next of these responses each time. After the last one, it stays, the first comes again, or requests pass.',
    branch(
      { answers: { ...list({ ...closed(response, ['status']), ...responseForms }), minItems: 1 } },
      { end: oneOf(sequenceEnds) },
    ),
  ),
  delay: described('Waits before the first byte.', branch({ milliseconds }, { spread })),
  dribble: described('Spreads the body over that time.', branch({ milliseconds, pieces: integer([1, mostPieces]) })),
  throttle: described('Limits the speed of the body.', branch({ bytesPerSecond: integer([1, most]) })),
  fault: described('A fault of the connection.', branch({ fault: oneOf(ruleFaults) })),
  'rate-limit': described(
    'Sends 429 with Retry-After beyond that rate.',
    branch(
      { requests: integer([0, most]), seconds: integer([1, longestRateWindow]) },
      {
        announce: described('True: each response has RateLimit and RateLimit-Policy.', {
          type: 'boolean',
          default: false,
        }),
      },
    ),
  ),
  'ghost-write': described(
    'Changes the record just before a write, as another client would.',
    branch({}, { patch: { type: 'object' } }),
  ),
  quirk: {
    description: 'Deviates from the conventions.',
    properties: { quirk: oneOf(quirks) },
    ...schemaIf(
      has('quirk', 'page-size-capped'),
      branch({ quirk: anyValue, size: integer([1, most]) }),
      branch({ quirk: anyValue }),
    ),
  },
};

const effect: JsonObject = {
  type: 'object',
  required: ['kind'],
  properties: { kind: oneOf(effectKinds) },
  allOf: effectKinds.map((kind) => schemaIf(has('kind', kind), effects[kind])),
};

const ruleMembers: readonly (readonly [name: string, schema: JsonObject])[] = [
  ['when', described('The requests that the rule applies to; every given member must match.', condition)],
  ['then', described('What the rule does to a request.', effect)],
];

export const scenarioSchema = closed(
  {
    name: filledText,
    description: text,
    seed: described(
      'The seed of the random choices; 1 by default. Equal seeds give equal choices.',
      integer([0, mostSeed]),
    ),
    rules: list(closed(Object.fromEntries(ruleMembers), ['then'])),
  },
  ['name'],
);

export const savedRequestSchema = closed(
  {
    name: filledText,
    note: described('A sentence that tells the tester what to look for in the response.', text),
    method: { ...method, default: 'GET' },
    target: described('Path and query.', path),
    headers: list({ type: 'array', prefixItems: [filledText, text], minItems: 2, maxItems: 2 }),
    body: { type: ['string', 'null'] },
  },
  ['name', 'target'],
);
