import type { Json, JsonObject } from '../../../domain/json/json.ts';
import { defaultSettings, dialectNames, type LogLimits, type Settings } from '../../../domain/model/settings.ts';
import {
  corsWords,
  envelopeNames,
  envelopeWords,
  hostName,
  logRanges,
  originForm,
  secretName,
  settingRanges,
  unknownFieldsWords,
} from '../settings-format.ts';
import { closed, described, filledText, integer, list, matching, oneOf, schemaIf, textOrNull } from './schema-parts.ts';

const boolean: JsonObject = { type: 'boolean' };

const logLimits: Readonly<Record<keyof LogLimits, JsonObject>> = {
  entries: described('Requests that the log holds.', integer(logRanges.entries)),
  bytes: described('Bytes of all entries together, heads and captured bodies.', integer(logRanges.bytes)),
  bodyBytes: described('Bytes captured of one body.', integer(logRanges.bodyBytes)),
};

/** The description of a setting is its docstring. */
const settings: Readonly<Record<keyof Settings, JsonObject>> = {
  port: described('TCP port of the mock API; 0 takes any free one.', integer(settingRanges.port)),
  https: described('True: the mock API is served over HTTPS too, on a port of its own.', boolean),
  httpsPort: described('TCP port of the mock API over HTTPS; 0 takes any free one.', integer(settingRanges.httpsPort)),
  consolePort: described('TCP port of the console API; 0 takes any free one.', integer(settingRanges.consolePort)),
  host: described('Address on which the mock API listens.', filledText),
  allowedHosts: described('Host names that the mock API accepts beside the loopback names.', list(matching(hostName))),
  cors: described(
    'Origins whose pages may use the mock: those on this machine, only to read or also to write, any, none, or a list.',
    schemaIf({ type: 'array' }, { items: matching(originForm) }, oneOf(corsWords)),
  ),
  pageSize: described(
    'Records on a page when the request names no limit; at most `maxPageSize`.',
    integer(settingRanges.pageSize),
  ),
  maxPageSize: described('Largest limit that a request may name.', integer(settingRanges.maxPageSize)),
  dialect: described(
    'The conventions of the mock API: its own, or those of another kind of service.',
    oneOf(dialectNames),
  ),
  envelope: described(
    'Form of a list response: an object, a bare array, or an object with these member names.',
    schemaIf(
      { type: 'object' },
      closed(Object.fromEntries(envelopeNames.map((name) => [name, name === 'items' ? filledText : textOrNull]))),
      oneOf(envelopeWords),
    ),
  ),
  requirePrecondition: described('True: a write without a precondition is refused with 428.', boolean),
  idempotencyKeys: described(
    'True: POST and PATCH honour the header Idempotency-Key, so that a retry gets the first response again.',
    boolean,
  ),
  userService: described(
    'True: GET /users/{userId} is the User Information Service. False leaves that path to the collections.',
    boolean,
  ),
  unknownFields: described(
    'Whether a filter on a field that no record has is refused with 400, or ignored.',
    oneOf(unknownFieldsWords),
  ),
  bodyLimit: described('Largest request body, in bytes.', integer(settingRanges.bodyLimit)),
  log: closed(withDefaults(logLimits, { ...defaultSettings.log })),
  keptRequests: described(
    'How many of the latest requests survive a restart; annotated ones always do.',
    integer(settingRanges.keptRequests),
  ),
  keptSecrets: described('True: secrets in those requests survive too.', boolean),
  secretNames: described(
    'Names of headers, parameters and members to mask, beside Authorization, cookies, API keys, tokens and passwords.',
    list(matching(secretName)),
  ),
};

function withDefaults(schemas: Readonly<Record<string, JsonObject>>, defaults: object): JsonObject {
  const values = new Map<string, Json>(Object.entries(defaults));
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, { ...schema, default: values.get(name) ?? null }]),
  );
}

const { port, consolePort, maxPageSize } = defaultSettings;

const bothPorts = (value: number): JsonObject => ({ port: { const: value }, consolePort: { const: value } });

export const settingsSchema: JsonObject = {
  ...described('Only what differs from the defaults is needed.', closed(withDefaults(settings, defaultSettings))),
  // Two settings depend on another one. The schema knows it where that one has its default.
  allOf: [
    { not: { type: 'object', required: ['port'], properties: bothPorts(consolePort) } },
    { not: { type: 'object', required: ['consolePort'], properties: bothPorts(port) } },
    schemaIf(
      { required: ['maxPageSize'], properties: { maxPageSize: integer(settingRanges.maxPageSize) } },
      {},
      { properties: { pageSize: { maximum: maxPageSize } } },
    ),
  ],
};
