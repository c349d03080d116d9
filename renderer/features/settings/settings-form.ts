/**
 * The settings of a workspace as a form: what each is called, what it is for, and what it takes. The host has the last word
 * on every value; here is only what can be said while somebody types.
 */
import type { CommandInput } from '../../../server/contract/command.ts';
import { type Json, jsonEqual } from '../../../server/domain/json/json.ts';
import { defaultSettings, type Settings } from '../../../server/domain/model/settings.ts';

export type SettingsPatch = CommandInput<'settings.set'>['settings'];

/** A way to set one value. */
interface Access<Value> {
  readonly get: (settings: Settings) => Value;
  /** What changes when it gets this value. */
  readonly set: (value: Value, settings: Settings) => SettingsPatch;
  /** What changes when it gets its default; null while it has it. */
  readonly reset: (settings: Settings) => SettingsPatch | null;
}

export type SettingControl =
  | ({ readonly kind: 'number'; readonly least: number; readonly most: number } & Access<number>)
  | ({ readonly kind: 'size' } & Access<number>)
  | ({ readonly kind: 'text' } & Access<string>)
  | ({ readonly kind: 'names' } & Access<readonly string[]>)
  | ({ readonly kind: 'switch' } & Access<boolean>)
  | ({ readonly kind: 'unknown-fields' } & Access<Settings['unknownFields']>)
  | ({ readonly kind: 'cors' } & Access<Settings['cors']>)
  | ({ readonly kind: 'envelope' } & Access<Settings['envelope']>);

export const settingGroups = ['Server', 'Answers', 'Access', 'Request log'] as const;

export interface SettingEntry {
  /** Its place in the workspace file, under `settings`. */
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

/** Bytes that a size may be at the most. */
export const largestSize = 1_073_741_824;
const million = 1_000_000;
const anyPort = { kind: 'number', least: 0, most: 65_535 } as const;
const anyPageSize = { kind: 'number', least: 1, most: million } as const;

/** Every setting that a workspace file can have, in the order in which they are shown. */
export const settingEntries: readonly SettingEntry[] = [
  {
    name: 'port',
    group: 'Server',
    label: 'Port',
    hint: 'Where your app finds the mock. 0 takes any free port. A change moves the server at once.',
    control: {
      ...anyPort,
      ...access(
        ({ port }) => port,
        (port) => ({ port }),
      ),
    },
  },
  {
    name: 'host',
    group: 'Server',
    label: 'Host',
    hint: 'The address that the mock listens on: 127.0.0.1 for this machine alone, 0.0.0.0 for others too, such as a phone in the same network.',
    control: {
      kind: 'text',
      ...access(
        ({ host }) => host,
        (host) => ({ host }),
      ),
    },
  },
  {
    name: 'consolePort',
    group: 'Server',
    label: 'Console port',
    hint: 'Where a browser finds this console when there is no desktop window. It holds from the next start.',
    control: {
      ...anyPort,
      ...access(
        ({ consolePort }) => consolePort,
        (consolePort) => ({ consolePort }),
      ),
    },
  },
  {
    name: 'pageSize',
    group: 'Answers',
    label: 'Page size',
    hint: 'Records in a page when the request does not say.',
    control: {
      ...anyPageSize,
      ...access(
        ({ pageSize }) => pageSize,
        (pageSize) => ({ pageSize }),
      ),
    },
  },
  {
    name: 'maxPageSize',
    group: 'Answers',
    label: 'Largest page size',
    hint: 'A request that asks for more gets 400.',
    control: {
      ...anyPageSize,
      ...access(
        ({ maxPageSize }) => maxPageSize,
        (maxPageSize) => ({ maxPageSize }),
      ),
    },
  },
  {
    name: 'envelope',
    group: 'Answers',
    label: 'List answers',
    hint: 'What stands around the records of a list. What is left out there is still in the Link and X-Total-Count headers.',
    control: {
      kind: 'envelope',
      ...access(
        ({ envelope }) => envelope,
        (envelope) => ({ envelope }),
      ),
    },
  },
  {
    name: 'unknownFields',
    group: 'Answers',
    label: 'Unknown filter fields',
    hint: 'A filter on a field that no record has.',
    control: {
      kind: 'unknown-fields',
      ...access(
        ({ unknownFields }) => unknownFields,
        (unknownFields) => ({ unknownFields }),
      ),
    },
  },
  {
    name: 'requirePrecondition',
    group: 'Answers',
    label: 'Require preconditions',
    hint: 'A write without If-Match or X-Resource-Version gets 428.',
    control: {
      kind: 'switch',
      ...access(
        ({ requirePrecondition }) => requirePrecondition,
        (requirePrecondition) => ({ requirePrecondition }),
      ),
    },
  },
  {
    name: 'bodyLimit',
    group: 'Answers',
    label: 'Largest body',
    hint: 'A request with a larger body gets 413.',
    control: {
      kind: 'size',
      ...access(
        ({ bodyLimit }) => bodyLimit,
        (bodyLimit) => ({ bodyLimit }),
      ),
    },
  },
  {
    name: 'cors',
    group: 'Access',
    label: 'Web pages (CORS)',
    hint: 'Which pages in a browser may read answers.',
    control: {
      kind: 'cors',
      ...access(
        ({ cors }) => cors,
        (cors) => ({ cors: typeof cors === 'string' ? cors : [...cors] }),
      ),
    },
  },
  {
    name: 'allowedHosts',
    group: 'Access',
    label: 'Further host names',
    hint: 'Names beside the loopback ones that the Host header may carry, separated by commas. Others get 421.',
    control: {
      kind: 'names',
      ...access(
        ({ allowedHosts }) => allowedHosts,
        (allowedHosts) => ({ allowedHosts: [...allowedHosts] }),
      ),
    },
  },
  {
    name: 'log.entries',
    group: 'Request log',
    label: 'Requests kept',
    hint: 'When there are more, the oldest go.',
    control: {
      kind: 'number',
      least: 1,
      most: million,
      ...access(
        ({ log }) => log.entries,
        (entries, { log }) => ({ log: { ...log, entries } }),
      ),
    },
  },
  {
    name: 'log.bytes',
    group: 'Request log',
    label: 'Memory for them',
    hint: 'Heads and bodies of all requests together. When it is full, the oldest go.',
    control: {
      kind: 'size',
      ...access(
        ({ log }) => log.bytes,
        (bytes, { log }) => ({ log: { ...log, bytes } }),
      ),
    },
  },
  {
    name: 'log.bodyBytes',
    group: 'Request log',
    label: 'Kept of each body',
    hint: 'What is longer is cut in the log, never for the client.',
    control: {
      kind: 'size',
      ...access(
        ({ log }) => log.bodyBytes,
        (bodyBytes, { log }) => ({ log: { ...log, bodyBytes } }),
      ),
    },
  },
  {
    name: 'keptRequests',
    group: 'Request log',
    label: 'Kept over a restart',
    hint: 'So many of the latest requests are there again at the next start, in a file beside the workspace. Those with a pin or a note always are.',
    control: {
      kind: 'number',
      least: 0,
      most: 10_000,
      ...access(
        ({ keptRequests }) => keptRequests,
        (keptRequests) => ({ keptRequests }),
      ),
    },
  },
  {
    name: 'keptSecrets',
    group: 'Request log',
    label: 'Keep their secrets',
    hint: 'Authorization, cookies and API keys are in that file as they were sent, and not masked.',
    control: {
      kind: 'switch',
      ...access(
        ({ keptSecrets }) => keptSecrets,
        (keptSecrets) => ({ keptSecrets }),
      ),
    },
  },
];

/** What gives all settings their defaults; null while they have them. */
export function resetOfAll(settings: Settings): SettingsPatch | null {
  const patches = settingEntries.map(({ control }) => control.reset(settings)).filter((patch) => patch !== null);
  if (patches.length === 0) return null;
  const patch = Object.assign({}, ...patches) as SettingsPatch;
  return patch.log ? { ...patch, log: defaultSettings.log } : patch;
}

/** True when every word of a search is in one of the texts. */
export function matches(search: string, ...texts: readonly string[]): boolean {
  const text = texts.join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
