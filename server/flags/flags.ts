import { parseArgs } from 'node:util';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { hostName } from '../http/connection/loopback.ts';
import { checkUpstreamFlags } from '../http/upstream/upstream-flags.ts';
import { checkShareFlags, type ShareAddress } from '../share/engine/share-address.ts';
import { checkAuditFlags } from './audit-flags.ts';
import { type FlagName, type FlagValues, flagTable, variableOf } from './flag-table.ts';
import { readTlsFlags, type TlsFlags } from './tls-flags.ts';

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
  /** How HTTPS is served; undefined where the settings decide alone. */
  readonly tls: TlsFlags | undefined;
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

type Environment = Readonly<Record<string, string | undefined>>;

const names = Object.keys(flagTable) as FlagName[];

/**
 * Parses the flags, after the word `mcp`, `serve` or none. A flag that is not given is read from its environment
 * variable, unless that is empty. A refusal is one sentence.
 */
export function parseCommandLine(words: readonly string[], env: Environment = {}): Result<CommandLine, string> {
  const kind = words[0] === 'mcp' ? 'mcp' : 'serve';
  const args = words[0] === kind ? words.slice(1) : [...words];
  const twice = repeated(args);
  if (twice !== undefined) return refuse(`${twice} is given twice.`);
  let given: FlagValues;
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
function fromEnvironment(given: FlagValues, env: Environment): Result<FlagValues, string> {
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
  return accept(values as FlagValues);
}

/** `named` gives the flag or the variable that has set a value. */
function decode(values: FlagValues, env: Environment, named: (name: FlagName) => string): Result<Flags, string> {
  const port = portNumber(named('port'), values.port);
  if (!port.ok) return port;
  const consolePort = portNumber(named('console-port'), values['console-port']);
  if (!consolePort.ok) return consolePort;
  const tlsPort = portNumber(named('tls-port'), values['tls-port']);
  if (!tlsPort.ok) return tlsPort;
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
  const tls = readTlsFlags(values, tlsPort.value, named);
  if (!tls.ok) return tls;
  const upstreamMode = checkUpstreamFlags(values, named);
  if (!upstreamMode.ok) return upstreamMode;
  const audit = checkAuditFlags(values, named);
  if (!audit.ok) return audit;
  return accept({
    workspace: values.workspace,
    readOnly: values['read-only'] === true,
    scenario: values.scenario,
    share: share.value,
    port: port.value,
    host: values.host,
    tls: tls.value,
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
