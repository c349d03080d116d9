import { parseArgs } from 'node:util';
import { accept, type Result, refuse } from './domain/basics/result.ts';

/** What a person types after `npm run serve --`. */
export interface Flags {
  readonly workspace: string | undefined;
  readonly port: number | undefined;
  readonly consolePort: number | undefined;
  readonly host: string | undefined;
  readonly scenario: string | undefined;
  readonly token: string | undefined;
  /** File of expectations that have to be met when the program ends. */
  readonly verify: string | undefined;
  /** Where the report on them goes as JUnit XML. */
  readonly junit: string | undefined;
  readonly console: boolean;
  readonly quiet: boolean;
}

const options = {
  workspace: { type: 'string' },
  port: { type: 'string' },
  'console-port': { type: 'string' },
  host: { type: 'string' },
  scenario: { type: 'string' },
  token: { type: 'string' },
  verify: { type: 'string' },
  junit: { type: 'string' },
  'no-console': { type: 'boolean' },
  quiet: { type: 'boolean' },
} as const;

const known =
  '--workspace FILE, --port N, --console-port N, --host H, --scenario NAME, --token T, --verify FILE, --junit FILE, --no-console, --quiet';

/** Reads the flags; a refusal is one sentence. The word `serve` may stand before them. */
export function parseFlags(words: readonly string[]): Result<Flags, string> {
  const args = words[0] === 'serve' ? words.slice(1) : [...words];
  const twice = repeated(args);
  if (twice !== undefined) return refuse(`${twice} is given twice.`);
  let values: ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
  try {
    ({ values } = parseArgs({ args, options, strict: true, allowPositionals: false }));
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(/\.\s|\n/)[0] ?? '') : '';
    return refuse(`${reason.replace(/\.$/, '')}; the flags are ${known}.`);
  }
  const port = portNumber('--port', values.port);
  if (!port.ok) return port;
  const consolePort = portNumber('--console-port', values['console-port']);
  if (!consolePort.ok) return consolePort;
  for (const name of ['workspace', 'host', 'scenario', 'token', 'verify', 'junit'] as const) {
    if (values[name] === '') return refuse(`--${name} needs a value that is not empty.`);
  }
  if (values.token !== undefined && !/^[A-Za-z0-9._~+/-]+=*$/.test(values.token)) {
    return refuse('--token takes letters, digits and - . _ ~ + / only, because it travels in a header and an address.');
  }
  if (values.junit !== undefined && values.verify === undefined) {
    return refuse('--junit needs --verify, which says what is to be reported.');
  }
  return accept({
    workspace: values.workspace,
    port: port.value,
    consolePort: consolePort.value,
    host: values.host,
    scenario: values.scenario,
    token: values.token,
    verify: values.verify,
    junit: values.junit,
    console: values['no-console'] !== true,
    quiet: values.quiet === true,
  });
}

function portNumber(flag: string, text: string | undefined): Result<number | undefined, string> {
  if (text === undefined) return accept(undefined);
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return accept(port);
  return refuse(`${flag} takes a whole number from 0 to 65535, not "${text}".`);
}

function repeated(args: readonly string[]): string | undefined {
  const flags = args.filter((arg) => arg.startsWith('--')).map((arg) => arg.split('=')[0]);
  return flags.find((flag, index) => flags.indexOf(flag) !== index);
}
