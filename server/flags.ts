import { parseArgs } from 'node:util';
import { selectRules } from './domain/audit/audit.ts';
import { accept, type Result, refuse } from './domain/basics/result.ts';
import { type ReportFormat, reportEndings, reportFormats } from './domain/report/report.ts';
import { hostName } from './http/connection/loopback.ts';
import { checkUpstreamFlags } from './http/upstream/upstream-flags.ts';
import { checkShareFlags, type ShareAddress } from './share/share-address.ts';

/** The flags of the headless program, decoded. */
export interface Flags {
  readonly workspace: string | undefined;
  /** True: nothing is written, and without `workspace` the sample is served. */
  readonly readOnly: boolean;
  readonly scenario: string | undefined;
  /** The engine over which instances share their live state; undefined for a live state of its own. */
  readonly share: ShareAddress | undefined;
  readonly port: number | undefined;
  readonly host: string | undefined;
  /** Further host names that the mock and the console accept. */
  readonly allowedHosts: readonly string[];
  /** True: requests to the mock cannot change the live state. */
  readonly fixturesOnly: boolean;
  /** URL of the real service, and which responses come from it. */
  readonly upstream: string | undefined;
  readonly upstreamMode: 'missing' | 'all';
  readonly consolePort: number | undefined;
  readonly consoleHost: string | undefined;
  readonly token: string | undefined;
  readonly keepToken: boolean;
  readonly console: boolean;
  /** File of expectations that are checked when the program ends. */
  readonly verify: string | undefined;
  /** File for the report as JUnit XML. */
  readonly junit: string | undefined;
  /** The rules of the audit when the program ends, as `audit.run` takes them. */
  readonly audit: string | undefined;
  /** File for the report of the audit; its ending is the format. */
  readonly report: string | undefined;
  /** Names of the scenes to play against all clients; empty for every built-in one, undefined for none. */
  readonly scenes: readonly string[] | undefined;
  readonly quiet: boolean;
}

/** A command line: what the program is asked to do. */
export type CommandLine =
  | { readonly kind: 'help' | 'version' }
  | { readonly kind: 'serve' | 'mcp'; readonly flags: Flags };

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

type Values = ReturnType<typeof parseArgs<{ options: typeof flagTable }>>['values'];
type Environment = Readonly<Record<string, string | undefined>>;

const names = Object.keys(flagTable) as FlagName[];

/** The environment variable that stands for a flag. `--help` and `--version` have none. */
export function variableOf(name: FlagName): string | undefined {
  if (name === 'help' || name === 'version') return undefined;
  return `MOCK_API_CONSOLE_${name.toUpperCase().replaceAll('-', '_')}`;
}

/**
 * Parses the flags, after the word `mcp`, `serve` or none. A flag that is not given is read from its environment
 * variable, unless that is empty. A refusal is one sentence.
 */
export function parseCommandLine(words: readonly string[], env: Environment = {}): Result<CommandLine, string> {
  const kind = words[0] === 'mcp' ? 'mcp' : 'serve';
  const args = words[0] === kind ? words.slice(1) : [...words];
  const twice = repeated(args);
  if (twice !== undefined) return refuse(`${twice} is given twice.`);
  let given: Values;
  try {
    ({ values: given } = parseArgs({ args, options: flagTable, strict: true, allowPositionals: false }));
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(/\.\s|\n/)[0] ?? '') : '';
    return refuse(`${reason.replace(/\.$/, '')}; --help lists the flags.`);
  }
  if (given.help) return accept({ kind: 'help' });
  if (given.version) return accept({ kind: 'version' });
  const set = fromEnvironment(given, env);
  if (!set.ok) return set;
  const flags = decode({ ...set.value, ...given }, env, (name) =>
    name in given ? `--${name}` : (variableOf(name) ?? name),
  );
  return flags.ok ? accept({ kind, flags: flags.value }) : flags;
}

/** The flags that only the environment sets. */
function fromEnvironment(given: Values, env: Environment): Result<Values, string> {
  const values: Record<string, string | boolean | string[]> = {};
  for (const name of names) {
    const variable = variableOf(name);
    const text = variable === undefined ? undefined : env[variable];
    if (text === undefined || text === '' || name in given) continue;
    const flag = flagTable[name];
    if ('multiple' in flag) values[name] = text.split(',').map((part) => part.trim());
    else if (flag.type === 'string') values[name] = text;
    else if (/^(?:true|1)$/i.test(text)) values[name] = true;
    else if (!/^(?:false|0)$/i.test(text)) return refuse(`${variable} takes true or false, not "${text}".`);
  }
  return accept(values as Values);
}

/** `named` gives the flag or the variable that has set a value. */
function decode(values: Values, env: Environment, named: (name: FlagName) => string): Result<Flags, string> {
  const port = portNumber(named('port'), values.port);
  if (!port.ok) return port;
  const consolePort = portNumber(named('console-port'), values['console-port']);
  if (!consolePort.ok) return consolePort;
  const empty = names.find((name) => values[name] === '');
  if (empty !== undefined) return refuse(`${named(empty)} needs a value that is not empty.`);
  const share = checkShareFlags(values, named, env);
  if (!share.ok) return share;
  const allowedHosts = values['allow-host'] ?? [];
  const wrong = allowedHosts.find((name) => hostName(name) !== name.toLowerCase());
  if (wrong !== undefined) {
    return refuse(`${named('allow-host')} takes a host name without a port, such as mock.test, not "${wrong}".`);
  }
  if (values.token !== undefined && !/^[A-Za-z0-9._~+/-]+=*$/.test(values.token)) {
    return refuse(
      `${named('token')} takes letters, digits and - . _ ~ + / only, because it is sent in headers and URLs.`,
    );
  }
  if (values.junit !== undefined && values.verify === undefined) {
    return refuse(`${named('junit')} needs --verify, which names the expectations to report on.`);
  }
  const upstreamMode = checkUpstreamFlags(values, named);
  if (!upstreamMode.ok) return upstreamMode;
  const audit = checkAudit(values, named);
  if (!audit.ok) return audit;
  return accept({
    workspace: values.workspace,
    readOnly: values['read-only'] === true,
    scenario: values.scenario,
    share: share.value,
    port: port.value,
    host: values.host,
    allowedHosts,
    fixturesOnly: values['fixtures-only'] === true,
    upstream: values.upstream,
    upstreamMode: upstreamMode.value,
    consolePort: consolePort.value,
    consoleHost: values['console-host'],
    token: values.token,
    keepToken: values['keep-token'] === true,
    console: values['no-console'] !== true,
    verify: values.verify,
    junit: values.junit,
    audit: values.audit,
    report: values.report,
    scenes: values.scenes === 'all' ? [] : values.scenes?.split(',').map((name) => name.trim()),
    quiet: values.quiet === true,
  });
}

function checkAudit({ audit, report, scenes }: Values, named: (name: FlagName) => string): Result<null, string> {
  if (report !== undefined && audit === undefined) {
    return refuse(`${named('report')} needs --audit, which names the rules.`);
  }
  if (scenes !== undefined && audit === undefined) {
    return refuse(`${named('scenes')} needs --audit, which names the rules.`);
  }
  if (report !== undefined && !formatOf(report)) {
    return refuse(`${named('report')} takes a file that ends with .xml, .md, .html or .json, not "${report}".`);
  }
  const rules = selectRules(audit ?? 'all');
  return rules.ok ? accept(null) : refuse(`${named('audit')}: ${rules.problem}`);
}

/** The format of a report, by the ending of its file. */
export function formatOf(file: string): ReportFormat | undefined {
  return reportFormats.find((format) => file.toLowerCase().endsWith(`.${reportEndings[format]}`));
}

function portNumber(flag: string, text: string | undefined): Result<number | undefined, string> {
  if (text === undefined) return accept(undefined);
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return accept(port);
  return refuse(`${flag} takes a whole number from 0 to 65535, not "${text}".`);
}

/** The first flag that is given twice and may not be. */
function repeated(args: readonly string[]): string | undefined {
  const flags = args.filter((arg) => arg.startsWith('--')).map((arg) => arg.split('=')[0]);
  return flags.find((flag, index) => flags.indexOf(flag) !== index && flag !== '--allow-host');
}
