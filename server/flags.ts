import { parseArgs } from 'node:util';
import { accept, type Result, refuse } from './domain/basics/result.ts';

/** The flags of `npm run serve --`, decoded. */
export interface Flags {
  readonly workspace: string | undefined;
  readonly port: number | undefined;
  readonly consolePort: number | undefined;
  readonly host: string | undefined;
  readonly scenario: string | undefined;
  readonly token: string | undefined;
  /** File of expectations that are checked when the program ends. */
  readonly verify: string | undefined;
  /** File for the report as JUnit XML. */
  readonly junit: string | undefined;
  readonly console: boolean;
  readonly quiet: boolean;
}

/** The flags as `parseArgs` reads them, and as the reference prints them. */
export const flagTable = {
  workspace: {
    type: 'string',
    value: 'FILE',
    text: 'Opens this workspace, or a plain JSON array of users; without it, the workspace of your account.',
  },
  port: { type: 'string', value: 'N', text: 'Port of the mock API, instead of the setting; 0 takes any free port.' },
  'console-port': { type: 'string', value: 'N', text: 'Port of the console; 0 takes any free port.' },
  host: { type: 'string', value: 'H', text: 'Address that the mock API listens on, instead of the setting.' },
  scenario: { type: 'string', value: 'NAME', text: 'Activates this scenario at the start.' },
  token: { type: 'string', value: 'T', text: 'Token of the console API; else a random one.' },
  verify: { type: 'string', value: 'FILE', text: 'Checks the expectations in FILE when the program ends.' },
  junit: { type: 'string', value: 'FILE', text: 'Writes the verification as JUnit XML; needs `--verify`.' },
  'no-console': { type: 'boolean', text: 'Serves no console and no console API.' },
  quiet: { type: 'boolean', text: 'Prints no line for each request.' },
} as const;

const known = Object.entries(flagTable)
  .map(([name, flag]) => ('value' in flag ? `--${name} ${flag.value}` : `--${name}`))
  .join(', ');

/** Parses the flags, with or without the word `serve` before them. A refusal is one sentence. */
export function parseFlags(words: readonly string[]): Result<Flags, string> {
  const args = words[0] === 'serve' ? words.slice(1) : [...words];
  const twice = repeated(args);
  if (twice !== undefined) return refuse(`${twice} is given twice.`);
  let values: ReturnType<typeof parseArgs<{ options: typeof flagTable }>>['values'];
  try {
    ({ values } = parseArgs({ args, options: flagTable, strict: true, allowPositionals: false }));
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
    return refuse('--token takes letters, digits and - . _ ~ + / only, because it is sent in headers and URLs.');
  }
  if (values.junit !== undefined && values.verify === undefined) {
    return refuse('--junit needs --verify, which names the expectations to report on.');
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
