import type { parseArgs } from 'node:util';

/** The flags as `parseArgs` reads them, and as the help and the reference print them. */
export const flagTable = {
  workspace: {
    group: 'Workspace',
    type: 'string',
    value: 'FILE',
    text: 'Opens this workspace, or a file with plain records; without it, the workspace of your account.',
  },
  'read-only': {
    group: 'Workspace',
    type: 'boolean',
    text: 'Keeps edits in memory and writes nothing; without `--workspace`, serves the sample.',
  },
  scenario: { group: 'Workspace', type: 'string', value: 'NAME', text: 'Activates this scenario at the start.' },
  share: {
    group: 'Workspace',
    type: 'string',
    value: 'URL',
    text: 'Shares the live state with other instances over this Redis, `redis://…` or `rediss://…` for TLS.',
  },
  port: {
    group: 'Mock API',
    type: 'string',
    value: 'N',
    text: 'Port of the mock API, instead of the setting; 0 takes any free port.',
  },
  host: {
    group: 'Mock API',
    type: 'string',
    value: 'H',
    text: 'Address that the mock API listens on, instead of the setting; `0.0.0.0` for all.',
  },
  tls: {
    group: 'Mock API',
    type: 'boolean',
    text: 'Serves HTTPS too, with a certificate of its own that devices can trust.',
  },
  'tls-port': {
    group: 'Mock API',
    type: 'string',
    value: 'N',
    text: 'Port of HTTPS, instead of the setting; 0 takes any free port.',
  },
  'tls-cert': {
    group: 'Mock API',
    type: 'string',
    value: 'FILE',
    text: 'Serves HTTPS with this certificate and its chain, PEM; needs `--tls-key`.',
  },
  'tls-key': {
    group: 'Mock API',
    type: 'string',
    value: 'FILE',
    text: 'The private key of that certificate, PEM, not encrypted.',
  },
  'allow-host': {
    group: 'Mock API',
    type: 'string',
    multiple: true,
    value: 'NAME',
    text: 'Accepts requests to this host name, also for the console; can be repeated.',
  },
  'fixtures-only': {
    group: 'Mock API',
    type: 'boolean',
    text: 'Refuses requests that write, with 403, so that clients cannot change the live state.',
  },
  upstream: {
    group: 'Mock API',
    type: 'string',
    value: 'URL',
    text: 'Fetches responses from this real service, and records them for a preview in the console.',
  },
  'upstream-mode': {
    group: 'Mock API',
    type: 'string',
    value: 'MODE',
    text: 'Fetches what the mock does not have (`missing`, the default) or everything (`all`).',
  },
  'console-port': { group: 'Console', type: 'string', value: 'N', text: 'Port of the console; 0 takes any free port.' },
  'console-host': {
    group: 'Console',
    type: 'string',
    value: 'H',
    text: 'Address that the console listens on, instead of `127.0.0.1`.',
  },
  token: { group: 'Console', type: 'string', value: 'T', text: 'Token of the console API; else a random one.' },
  'keep-token': {
    group: 'Console',
    type: 'boolean',
    text: 'Keeps the token in the data folder of your account, so that a bookmark of the console works again.',
  },
  'no-console': { group: 'Console', type: 'boolean', text: 'Serves no console and no console API.' },
  verify: {
    group: 'Verification',
    type: 'string',
    value: 'FILE',
    text: 'Checks the expectations in FILE when the program ends.',
  },
  junit: {
    group: 'Verification',
    type: 'string',
    value: 'FILE',
    text: 'Writes the verification as JUnit XML; needs `--verify`.',
  },
  audit: {
    group: 'Verification',
    type: 'string',
    value: 'RULES',
    text: 'Audits all clients when the program ends: `all`, severities or ids of rules, with commas.',
  },
  report: {
    group: 'Verification',
    type: 'string',
    value: 'FILE',
    text: 'Writes the audit by the ending of FILE: `.xml` for JUnit, `.md`, `.html` or `.json`; needs `--audit`.',
  },
  scenes: {
    group: 'Verification',
    type: 'string',
    value: 'NAMES',
    text: 'Plays scenes for ten seconds each: `all`, or names with commas; needs `--audit`.',
  },
  quiet: { group: 'Output', type: 'boolean', text: 'Prints no line for each request.' },
  help: { group: 'Output', type: 'boolean', short: 'h', text: 'Prints this help.' },
  version: { group: 'Output', type: 'boolean', text: 'Prints the version.' },
} as const;

export type FlagName = keyof typeof flagTable;

/** The exit codes of the program, and when it ends with each. */
export const exitCodes = [
  [
    0,
    'SIGTERM, SIGINT or the end of its parent closed the program, every edit was saved, every expectation met and every rule kept.',
  ],
  [1, 'An edit was not saved, an expectation not met, a rule broken, a report not written, or the program failed.'],
  [2, 'It could not start: a wrong flag, a broken file, a port that is taken. stderr has one sentence.'],
] as const;

/** The values of the flags as they were given. */
export type FlagValues = ReturnType<typeof parseArgs<{ options: typeof flagTable }>>['values'];

/** The environment variable that stands for a flag. `--help` and `--version` have none. */
export function variableOf(name: FlagName): string | undefined {
  if (name === 'help' || name === 'version') return undefined;
  return `MOCK_API_CONSOLE_${name.toUpperCase().replaceAll('-', '_')}`;
}
