/// <reference lib="esnext.disposable" preserve="true" />
import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { connect, type MockConsole } from './connect.ts';
import { MockConsoleError } from './errors.ts';

/** The flags of the headless program. Omitted options take the program's defaults, except for the ports. */
export interface ServeOptions {
  /** Path of a workspace file, or of a file with plain records to import; without it, the sample. */
  readonly workspace?: string;
  /** True: edits are saved to `workspace`. By default they stay in memory, and no file changes. */
  readonly write?: boolean;
  /** Port of the mock API. 0 (the default here) takes any free port. */
  readonly port?: number;
  /** Port of the console. 0 (the default here) takes any free port. */
  readonly consolePort?: number;
  /** Address that the mock API listens on, such as `127.0.0.1`. */
  readonly host?: string;
  /** Address that the console listens on; `127.0.0.1` by default. */
  readonly consoleHost?: string;
  /** True: serves HTTPS too, on a free port. Without `write`, a new certificate authority serves this run alone unless one is kept. */
  readonly tls?: boolean;
  /** Files of a certificate and its key, PEM, to serve HTTPS with. */
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  /** Port of HTTPS. 0 (the default with `tls`) takes any free port. */
  readonly tlsPort?: number;
  /** Host names that the mock and the console accept beside those of this machine. */
  readonly allowedHosts?: readonly string[];
  /** True: requests to the mock cannot change the live state. */
  readonly fixturesOnly?: boolean;
  /** Name of the scenario to activate at the start. */
  readonly scenario?: string;
  /** Token of the console; random by default. */
  readonly token?: string;
}

/** A mock that runs in a process of its own. */
export interface MockProgram extends AsyncDisposable {
  /** URL of the mock API. */
  readonly mock: string;
  /** URL of the mock API over HTTPS; undefined without it. */
  readonly https?: string;
  /** The certificate authority as PEM, for the option `ca` of a client over HTTPS; undefined for a given certificate. */
  readonly ca?: string;
  /** URL of the console. */
  readonly console: string;
  readonly token: string;
  /** Sentences about the start: why the file cannot be written, which parts could not be used, who can reach the mock. */
  readonly notes: readonly string[];
  /** A client that is connected to the program. */
  readonly client: MockConsole;
  /**
   * Ends the program and resolves when its process has ended. Requests in progress get their responses first. Rejects with
   * a {@link MockConsoleError} of code `not-saved` if an edit could not be saved. `await using` calls it too.
   */
  readonly stop: () => Promise<void>;
}

/** The build puts the program beside the client's file. */
const program = fileURLToPath(new URL('./serve.cjs', import.meta.url));

/**
 * Starts the headless program and resolves once it listens. Edits stay in memory unless `write` is true. If the program
 * ends before that, rejects with a {@link MockConsoleError} of code `not-started` whose message is the program's output
 * on stderr. The program does not keep this process running, and ends with it however it ends.
 */
export async function serve(options: ServeOptions = {}): Promise<MockProgram> {
  if (options.write && options.workspace === undefined) {
    throw new MockConsoleError('not-started', 'serve({ write: true }) needs a workspace to write to.');
  }
  // The program sees the end of the IPC channel when this process ends, also when it is killed.
  const child = spawn(process.execPath, [program, ...flagsOf(options)], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = await new Promise<Pick<MockProgram, 'mock' | 'https' | 'console' | 'token' | 'notes'>>(
    (resolve, reject) => {
      if (child.stdout) {
        createInterface(child.stdout).on('line', (line) => {
          if (line.startsWith('ready ')) resolve({ notes: [], ...JSON.parse(line.slice('ready '.length)) });
        });
      }
      child.once('error', reject);
      void closed.then(() =>
        reject(new MockConsoleError('not-started', errors.trim() || 'The program ended before it listened.')),
      );
    },
  );
  errors = '';
  holdRunner(child, false);
  const stop = async () => {
    holdRunner(child, true);
    child.kill('SIGTERM');
    if ((await closed) === 1) throw new MockConsoleError('not-saved', errors.trim());
  };
  const client = connect(ready);
  const authority = ready.https === undefined ? null : (await client.call('server.reach', {})).authority;
  return { ...ready, ...(authority && { ca: authority.pem }), client, stop, [Symbol.asyncDispose]: stop };
}

/** Whether the program keeps this process running: a runner whose test failed before `stop` must end. */
function holdRunner(child: ChildProcess, holds: boolean): void {
  for (const handle of [child, child.channel, child.stdout as Socket | null, child.stderr as Socket | null]) {
    if (holds) handle?.ref();
    else handle?.unref();
  }
}

/** Without the variables that stand for flags: the options alone say how the program runs. */
function environment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env);
  return Object.fromEntries(entries.filter(([name]) => !name.toUpperCase().startsWith('MOCK_API_CONSOLE_')));
}

function flagsOf(options: ServeOptions): readonly string[] {
  const { workspace, write = false, port = 0, consolePort = 0, host, consoleHost, scenario, token } = options;
  const { tls = false, tlsCert, tlsKey, tlsPort = tls || tlsCert !== undefined ? 0 : undefined } = options;
  const given = {
    workspace,
    port,
    'console-port': consolePort,
    host,
    'console-host': consoleHost,
    scenario,
    token,
    'tls-port': tlsPort,
    'tls-cert': tlsCert,
    'tls-key': tlsKey,
  };
  return [
    ...Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`])),
    ...(options.allowedHosts ?? []).map((name) => `--allow-host=${name}`),
    ...(write ? [] : ['--read-only']),
    ...(options.fixturesOnly ? ['--fixtures-only'] : []),
    '--quiet',
  ];
}
