import { problem } from '../../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../../domain/basics/result.ts';
import { isJsonObject, type Json, type JsonObject, jsonEqual, member } from '../../domain/json/json.ts';
import {
  defaultSettings,
  dialectNames,
  type Envelope,
  type EnvelopeNames,
  type LogLimits,
  type Settings,
} from '../../domain/model/settings.ts';
import { CheckedCursor, type Fault } from './checked-cursor.ts';

/** The largest size, so that a typing error is found when the file is read and not when memory runs out. */
const gigabyte = 1_073_741_824;
const million = 1_000_000;

type Range = readonly [least: number, most: number];

type NumericSetting = 'port' | 'httpsPort' | 'consolePort' | 'pageSize' | 'maxPageSize' | 'bodyLimit' | 'keptRequests';

export const settingRanges: Readonly<Record<NumericSetting, Range>> = {
  port: [0, 65_535],
  httpsPort: [0, 65_535],
  consolePort: [0, 65_535],
  /** Also at most `maxPageSize`. */
  pageSize: [1, million],
  maxPageSize: [1, million],
  bodyLimit: [0, gigabyte],
  keptRequests: [0, 10_000],
};

export const logRanges: Readonly<Record<keyof LogLimits, Range>> = {
  entries: [1, million],
  bytes: [0, gigabyte],
  bodyBytes: [0, gigabyte],
};

export const corsWords = ['loopback-read', 'loopback', '*', 'off'] as const;
export const envelopeWords = ['object', 'array'] as const;

export const unknownFieldsWords = ['reject', 'ignore'] as const;

export const hostName = /^[^\s/@]+$/;
/** Anything but white space. */
export const secretName = /\S/;
export const originForm = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@]+$/;

export const envelopeNames: readonly (keyof EnvelopeNames)[] = [
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
  const integer = (name: NumericSetting) => at.member(name).integer(...settingRanges[name], defaults[name]);
  const maxPageSize = integer('maxPageSize');
  const settings: Settings = {
    port: integer('port'),
    https: at.member('https').boolean(defaults.https),
    httpsPort: integer('httpsPort'),
    consolePort: integer('consolePort'),
    host: at.member('host').text(defaults.host),
    allowedHosts: at.member('allowedHosts').elements().map(decodeHostName),
    cors: decodeCors(at.member('cors')),
    pageSize: at.member('pageSize').integer(1, maxPageSize, Math.min(defaults.pageSize, maxPageSize)),
    maxPageSize,
    dialect: at.member('dialect').oneOf(dialectNames, defaults.dialect),
    envelope: decodeEnvelope(at.member('envelope')),
    requirePrecondition: at.member('requirePrecondition').boolean(defaults.requirePrecondition),
    idempotencyKeys: at.member('idempotencyKeys').boolean(defaults.idempotencyKeys),
    userService: at.member('userService').boolean(defaults.userService),
    unknownFields: at.member('unknownFields').oneOf(unknownFieldsWords, defaults.unknownFields),
    bodyLimit: integer('bodyLimit'),
    log: decodeLogLimits(at.member('log')),
    keptRequests: integer('keptRequests'),
    keptSecrets: at.member('keptSecrets').boolean(defaults.keptSecrets),
    secretNames: at.member('secretNames').elements().map(decodeSecretName),
  };
  if (settings.port !== 0 && settings.port === settings.consolePort) {
    at.refuse(`must have two ports, one for the mock API and one for the console, but both are ${settings.port}`);
  }
  const { https, httpsPort } = settings;
  if (https && httpsPort !== 0 && [settings.port, settings.consolePort].includes(httpsPort)) {
    at.refuse(`must have a port for HTTPS that is not the port of HTTP or of the console, but it is ${httpsPort}`);
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
  const fits = (value: Json): value is string => typeof value === 'string' && hostName.test(value);
  return at.read(fits, 'must be a host name such as "mock.example.test"', '');
}

function decodeSecretName(at: CheckedCursor): string {
  const fits = (value: Json): value is string => typeof value === 'string' && secretName.test(value);
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
    originForm.test(value) &&
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
  const integer = (name: keyof LogLimits) => at.member(name).integer(...logRanges[name], defaults[name]);
  return { entries: integer('entries'), bytes: integer('bytes'), bodyBytes: integer('bodyBytes') };
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
