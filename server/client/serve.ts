import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { connect, type MockConsole } from './connect.ts';
import { MockConsoleError } from './errors.ts';

/** The flags of the headless program. Omitted options take the program's defaults, except for the ports. */
export interface ServeOptions {
  /** Path of a workspace file, or of a file with plain records to import. */
  readonly workspace?: string;
  /** Port of the mock API. 0 (the default here) takes any free port. */
  readonly port?: number;
  /** Port of the console. 0 (the default here) takes any free port. */
  readonly consolePort?: number;
  /** Address to listen on, such as `127.0.0.1`. */
  readonly host?: string;
  /** Name of the scenario to activate at the start. */
  readonly scenario?: string;
  /** Token of the console; random by default. */
  readonly token?: string;
}

/** A mock that runs in a process of its own. */
export interface MockProgram {
  /** URL of the mock API. */
  readonly mock: string;
  /** URL of the console. */
  readonly console: string;
  readonly token: string;
  /** Sentences about the workspace file: why it is read-only, and which parts could not be used. */
  readonly notes: readonly string[];
  /** A client that is connected to the program. */
  readonly client: MockConsole;
  /** Ends the program and resolves when its process has ended. */
  readonly stop: () => Promise<void>;
}

/** The build puts the program beside the client's file. */
const program = fileURLToPath(new URL('./serve.cjs', import.meta.url));

/**
 * Starts the headless program and resolves once it listens. If it ends before that, rejects with a
 * {@link MockConsoleError} of code `not-started` whose message is the program's output on stderr. The program ends with
 * this process at the latest.
 */
export async function serve(options: ServeOptions = {}): Promise<MockProgram> {
  const child = spawn(process.execPath, [program, ...flagsOf(options)], { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const end = () => void child.kill('SIGTERM');
  process.once('exit', end);
  void closed.then(() => process.off('exit', end));
  const ready = await new Promise<Pick<MockProgram, 'mock' | 'console' | 'token' | 'notes'>>((resolve, reject) => {
    const lines = createInterface(child.stdout);
    lines.on('line', (line) => {
      if (line.startsWith('ready ')) resolve({ notes: [], ...JSON.parse(line.slice('ready '.length)) });
    });
    child.once('error', reject);
    void closed.then(() =>
      reject(new MockConsoleError('not-started', errors.trim() || 'The program ended before it listened.')),
    );
  });
  const stop = async () => {
    end();
    await closed;
  };
  return { ...ready, client: connect(ready), stop };
}

function flagsOf({ workspace, port = 0, consolePort = 0, host, scenario, token }: ServeOptions): readonly string[] {
  const given = { workspace, port, 'console-port': consolePort, host, scenario, token };
  const flags = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]));
  return [...flags, '--quiet'];
}
