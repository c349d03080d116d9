/** The settings of a workspace as form fields with labels, hints and ranges. The host validates every value. */
import type { CommandInput } from '../../../server/contract/command.ts';
import { type Json, jsonEqual } from '../../../server/domain/json/json.ts';
import { defaultSettings, type Settings } from '../../../server/domain/model/settings.ts';

export type SettingsPatch = CommandInput<'settings.set'>['settings'];

/** Reads, sets and resets one value. */
interface Access<Value> {
  readonly get: (settings: Settings) => Value;
  /** The patch that sets the value. */
  readonly set: (value: Value, settings: Settings) => SettingsPatch;
  /** The patch that restores the default; null while the setting has it. */
  readonly reset: (settings: Settings) => SettingsPatch | null;
}

export type SettingControl =
  | ({ readonly kind: 'number'; readonly least: number; readonly most: number } & Access<number>)
  | ({ readonly kind: 'size' } & Access<number>)
  | ({ readonly kind: 'text' } & Access<string>)
  | ({ readonly kind: 'names' } & Access<readonly string[]>)
  | ({ readonly kind: 'switch' } & Access<boolean>)
  | ({ readonly kind: 'dialect' } & Access<Settings['dialect']>)
  | ({ readonly kind: 'unknown-fields' } & Access<Settings['unknownFields']>)
  | ({ readonly kind: 'cors' } & Access<Settings['cors']>)
  | ({ readonly kind: 'envelope' } & Access<Settings['envelope']>);

export const settingGroups = ['Server', 'Responses', 'Access', 'Request log'] as const;

export interface SettingEntry {
  /** Path in the workspace file, below `settings`. */
  readonly name: string;
  readonly group: (typeof settingGroups)[number];
  readonly label: string;
  readonly hint: string;
  readonly control: SettingControl;
}

function access<Value extends Settings[keyof Settings] | number>(
  get: Access<Value>['get'],
  set: Access<Value>['set'],
): Access<Value> {
  const standard = get(defaultSettings);
  const hasIt = (settings: Settings) => jsonEqual(get(settings) as Json, standard as Json);
  return { get, set, reset: (settings) => (hasIt(settings) ? null : set(standard, settings)) };
}

/** The access to a top-level setting. */
function member<Name extends keyof Settings>(name: Name): Access<Settings[Name]> {
  return access(
    (settings) => settings[name],
    (value) => ({ [name]: value }) as SettingsPatch,
  );
}

function logLimit(name: keyof Settings['log']): Access<number> {
  return access(
    ({ log }) => log[name],
    (value, { log }) => ({ log: { ...log, [name]: value } }),
  );
}

/** Largest size in bytes. */
export const largestSize = 1_073_741_824;
const million = 1_000_000;
const anyPort = { kind: 'number', least: 0, most: 65_535 } as const;
const anyPageSize = { kind: 'number', least: 1, most: million } as const;

/** All settings of a workspace file in display order. */
export const settingEntries: readonly SettingEntry[] = [
  {
    name: 'port',
    group: 'Server',
    label: 'Port',
    hint: 'The port of the mock server. 0 chooses a free port. A change takes effect immediately.',
    control: { ...anyPort, ...member('port') },
  },
  {
    name: 'host',
    group: 'Server',
    label: 'Host',
    hint: 'The address to listen on: 127.0.0.1 for this machine only, 0.0.0.0 for other devices too, such as a phone on the same network.',
    control: { kind: 'text', ...member('host') },
  },
  {
    name: 'https',
    group: 'Server',
    label: 'HTTPS',
    hint: 'Serves the mock over HTTPS too. Devices have to trust its certificate authority once.',
    control: { kind: 'switch', ...member('https') },
  },
  {
    name: 'httpsPort',
    group: 'Server',
    label: 'HTTPS port',
    hint: 'The port of HTTPS. 0 chooses a free port. HTTP keeps its own.',
    control: { ...anyPort, ...member('httpsPort') },
  },
  {
    name: 'consolePort',
    group: 'Server',
    label: 'Console port',
    hint: 'The port of this console in a browser, without the desktop window. A change takes effect at the next start.',
    control: { ...anyPort, ...member('consolePort') },
  },
  {
    name: 'pageSize',
    group: 'Responses',
    label: 'Page size',
    hint: 'Records per page if the request names no size.',
    control: { ...anyPageSize, ...member('pageSize') },
  },
  {
    name: 'maxPageSize',
    group: 'Responses',
    label: 'Largest page size',
    hint: 'A request for more records gets 400.',
    control: { ...anyPageSize, ...member('maxPageSize') },
  },
  {
    name: 'dialect',
    group: 'Responses',
    label: 'Conventions',
    hint: 'The names of query parameters, and the form of lists and errors. Paths and writes stay the same.',
    control: { kind: 'dialect', ...member('dialect') },
  },
  {
    name: 'envelope',
    group: 'Responses',
    label: 'List envelope',
    hint: 'The JSON around the records of a list. Only for the conventions of Mock API Console.',
    control: { kind: 'envelope', ...member('envelope') },
  },
  {
    name: 'unknownFields',
    group: 'Responses',
    label: 'Unknown filter fields',
    hint: 'What happens to a filter on a field that no record has.',
    control: { kind: 'unknown-fields', ...member('unknownFields') },
  },
  {
    name: 'requirePrecondition',
    group: 'Responses',
    label: 'Require preconditions',
    hint: 'A write without If-Match or X-Resource-Version gets 428.',
    control: { kind: 'switch', ...member('requirePrecondition') },
  },
  {
    name: 'idempotencyKeys',
    group: 'Responses',
    label: 'Honour Idempotency-Key',
    hint: 'A retry of a POST or PATCH gets the first response again, another request with its key 422, an early one 409.',
    control: { kind: 'switch', ...member('idempotencyKeys') },
  },
  {
    name: 'userService',
    group: 'Responses',
    label: 'User Information Service',
    hint: 'GET /users/{userId} gives 200 for an active user, else 404. Off: collections may have that path.',
    control: { kind: 'switch', ...member('userService') },
  },
  {
    name: 'bodyLimit',
    group: 'Responses',
    label: 'Largest body',
    hint: 'A request with a larger body gets 413.',
    control: { kind: 'size', ...member('bodyLimit') },
  },
  {
    name: 'cors',
    group: 'Access',
    label: 'Web pages (CORS)',
    hint: 'Web pages that may use the mock. All others get 403.',
    control: { kind: 'cors', ...member('cors') },
  },
  {
    name: 'allowedHosts',
    group: 'Access',
    label: 'Allowed host names',
    hint: 'Accepted in the Host header in addition to loopback names, separated by commas. Other names get 421.',
    control: { kind: 'names', ...member('allowedHosts') },
  },
  {
    name: 'log.entries',
    group: 'Request log',
    label: 'Log size',
    hint: 'Number of requests in the log. The oldest are dropped first.',
    control: { kind: 'number', least: 1, most: million, ...logLimit('entries') },
  },
  {
    name: 'log.bytes',
    group: 'Request log',
    label: 'Log memory',
    hint: 'For the headers and bodies of all requests. The oldest are dropped first.',
    control: { kind: 'size', ...logLimit('bytes') },
  },
  {
    name: 'log.bodyBytes',
    group: 'Request log',
    label: 'Logged body size',
    hint: 'Longer bodies are truncated in the log. Clients always get the full body.',
    control: { kind: 'size', ...logLimit('bodyBytes') },
  },
  {
    name: 'keptRequests',
    group: 'Request log',
    label: 'Requests kept after a restart',
    hint: 'This many recent requests are saved in a file beside the workspace. Pinned requests and requests with a note are always saved.',
    control: { kind: 'number', least: 0, most: 10_000, ...member('keptRequests') },
  },
  {
    name: 'keptSecrets',
    group: 'Request log',
    label: 'Save secrets',
    hint: 'Saves Authorization headers, cookies, API keys, tokens and passwords in that file unmasked.',
    control: { kind: 'switch', ...member('keptSecrets') },
  },
  {
    name: 'secretNames',
    group: 'Request log',
    label: 'More secrets',
    hint: 'Headers, query parameters and JSON members with these names are masked too, separated by commas.',
    control: { kind: 'names', ...member('secretNames') },
  },
];

/** The patch that restores all defaults; null if there is nothing to restore. */
export function resetOfAll(settings: Settings): SettingsPatch | null {
  const patches = settingEntries.map(({ control }) => control.reset(settings)).filter((patch) => patch !== null);
  if (patches.length === 0) return null;
  const patch = Object.assign({}, ...patches) as SettingsPatch;
  return patch.log ? { ...patch, log: defaultSettings.log } : patch;
}

/** True if every word of a search is in one of the texts. */
export function matches(search: string, ...texts: readonly string[]): boolean {
  const text = texts.join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
