import { problem } from '../../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../../domain/basics/result.ts';
import { isJsonObject, type Json, type JsonObject, jsonEqual, member } from '../../domain/json/json.ts';
import {
  defaultSettings,
  type Envelope,
  type EnvelopeNames,
  type LogLimits,
  type Settings,
} from '../../domain/model/settings.ts';
import { CheckedCursor, type Fault } from './checked-cursor.ts';

const largestPort = 65_535;
/** The largest size, so that a typing error is found when the file is read and not when memory runs out. */
const gigabyte = 1_073_741_824;
const million = 1_000_000;

const corsWords = ['loopback-read', 'loopback', '*', 'off'] as const;
const envelopeWords = ['object', 'array'] as const;

/** The most requests that are kept over a restart. */
const mostKept = 10_000;

const envelopeNames: readonly (keyof EnvelopeNames)[] = [
  'items',
  'total',
  'limit',
  'offset',
  'page',
  'next',
  'prev',
  'next_cursor',
];

/** Decodes the settings of a workspace and fills in the defaults. */
export function decodeSettings(at: CheckedCursor): Settings {
  const defaults = defaultSettings;
  at.onlyMembers(Object.keys(defaults));
  const maxPageSize = at.member('maxPageSize').integer(1, million, defaults.maxPageSize);
  const settings: Settings = {
    port: at.member('port').integer(0, largestPort, defaults.port),
    consolePort: at.member('consolePort').integer(0, largestPort, defaults.consolePort),
    host: at.member('host').text(defaults.host),
    allowedHosts: at.member('allowedHosts').elements().map(decodeHostName),
    cors: decodeCors(at.member('cors')),
    pageSize: at.member('pageSize').integer(1, maxPageSize, Math.min(defaults.pageSize, maxPageSize)),
    maxPageSize,
    envelope: decodeEnvelope(at.member('envelope')),
    requirePrecondition: at.member('requirePrecondition').boolean(defaults.requirePrecondition),
    unknownFields: at.member('unknownFields').oneOf(['reject', 'ignore'], defaults.unknownFields),
    bodyLimit: at.member('bodyLimit').integer(0, gigabyte, defaults.bodyLimit),
    log: decodeLogLimits(at.member('log')),
    keptRequests: at.member('keptRequests').integer(0, mostKept, defaults.keptRequests),
    keptSecrets: at.member('keptSecrets').boolean(defaults.keptSecrets),
    secretNames: at.member('secretNames').elements().map(decodeSecretName),
  };
  if (settings.port !== 0 && settings.port === settings.consolePort) {
    at.refuse(`must have two ports, one for the mock API and one for the console, but both are ${settings.port}`);
  }
  return settings;
}

/**
 * Checks settings before a save, so that the file can be opened again. Refused with `bad-request`; `parameter` is the setting
 * and `reason` a clause.
 */
export function checkSettings(settings: Settings): Result<Settings> {
  const faults: Fault[] = [];
  decodeSettings(CheckedCursor.over(asJson(settings), faults));
  const [fault] = faults;
  if (!fault) return accept(settings);
  const parameter = fault.pointer.join('.');
  const where = parameter === '' ? 'The settings' : `The setting "${parameter}"`;
  return refuse(
    problem('bad-request', `${where} cannot be used: ${fault.reason}.`, { parameter, reason: fault.reason }),
  );
}

/** The settings that differ from the defaults. */
export function encodeSettings(settings: Settings): JsonObject {
  return difference(asJson(settings), asJson(defaultSettings));
}

function decodeHostName(at: CheckedCursor): string {
  const fits = (value: Json): value is string => typeof value === 'string' && /^[^\s/@]+$/.test(value);
  return at.read(fits, 'must be a host name such as "mock.example.test"', '');
}

function decodeSecretName(at: CheckedCursor): string {
  const fits = (value: Json): value is string => typeof value === 'string' && /\S/.test(value);
  return at.read(fits, 'must be a name such as "session-id"', '');
}

function decodeCors(at: CheckedCursor): Settings['cors'] {
  if (Array.isArray(at.value)) return at.elements().map(decodeOrigin);
  return at.oneOf(corsWords, 'loopback-read');
}

/** An origin in the form that clients send; any other form would never match. Apps have their own schemes. */
function decodeOrigin(at: CheckedCursor): string {
  const fits = (value: Json): value is string =>
    typeof value === 'string' &&
    /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@]+$/.test(value) &&
    (!/^https?:/.test(value) || (URL.canParse(value) && new URL(value).origin === value));
  return at.read(fits, 'must be an origin such as "https://app.example.test"', '');
}

function decodeEnvelope(at: CheckedCursor): Envelope {
  if (!isJsonObject(at.value)) return at.oneOf(envelopeWords, 'object');
  at.onlyMembers(envelopeNames);
  const given = envelopeNames.filter((name) => at.member(name).value !== undefined);
  const names = given.map((name) => [name, decodeEnvelopeName(at.member(name), name)] as const);
  const used = names.map(([, name]) => name).filter((name) => name !== null);
  if (new Set(used).size < used.length) at.refuse('two members of the envelope have the same name');
  return Object.fromEntries(names);
}

function decodeEnvelopeName(at: CheckedCursor, name: keyof EnvelopeNames): string | null {
  return at.value === null && name !== 'items' ? null : at.text(name);
}

function decodeLogLimits(at: CheckedCursor): LogLimits {
  const defaults = defaultSettings.log;
  at.onlyMembers(Object.keys(defaults));
  return {
    entries: at.member('entries').integer(1, million, defaults.entries),
    bytes: at.member('bytes').integer(0, gigabyte, defaults.bytes),
    bodyBytes: at.member('bodyBytes').integer(0, gigabyte, defaults.bodyBytes),
  };
}

/** The members of an object that differ from the defaults; compares nested objects member by member. */
function difference(object: JsonObject, defaults: JsonObject): JsonObject {
  const different = Object.entries(object).filter(([name, value]) => !jsonEqual(value, member(defaults, name)));
  return Object.fromEntries(
    different.map(([name, value]) => {
      const before = member(defaults, name);
      return [name, isJsonObject(value) && isJsonObject(before) ? difference(value, before) : value];
    }),
  );
}

/** The settings as JSON. */
function asJson(settings: Settings): JsonObject {
  return { ...settings, log: { ...settings.log } } as JsonObject;
}
