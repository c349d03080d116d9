import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { connect, type MockConsole } from './connect.ts';
import { MockConsoleError } from './errors.ts';

/** The flags of the headless program; what is left out is as the program has it, but for the ports. */
export interface ServeOptions {
  /** File of the workspace, or of plain records. */
  readonly workspace?: string;
  /** 0, which is what is taken without it, is any free port. */
  readonly port?: number;
  readonly consolePort?: number;
  readonly host?: string;
  readonly scenario?: string;
  readonly token?: string;
}

/** A mock that runs as a program of its own. */
export interface MockProgram {
  /** Address of the mock API. */
  readonly mock: string;
  /** Address of the console. */
  readonly console: string;
  readonly token: string;
  /** Connected to it already. */
  readonly client: MockConsole;
  /** Ends the program and waits until it has ended. */
  readonly stop: () => Promise<void>;
}

/** Beside the file that the package exports as its client. */
const program = fileURLToPath(new URL('./serve.cjs', import.meta.url));

/**
 * Starts the headless program and waits until it listens. Rejects with what it said on stderr when it cannot. It ends with
 * this process at the latest.
 */
export async function serve(options: ServeOptions = {}): Promise<MockProgram> {
  const child = spawn(process.execPath, [program, ...flagsOf(options)], { stdio: ['ignore', 'pipe', 'pipe'] });
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const end = () => void child.kill('SIGTERM');
  process.once('exit', end);
  void closed.then(() => process.off('exit', end));
  const ready = await new Promise<Pick<MockProgram, 'mock' | 'console' | 'token'>>((resolve, reject) => {
    const lines = createInterface(child.stdout);
    lines.on('line', (line) => {
      if (line.startsWith('ready ')) resolve(JSON.parse(line.slice('ready '.length)));
    });
    child.once('error', reject);
    void closed.then(() =>
      reject(new MockConsoleError('not-started', told.trim() || 'The program ended before it listened.')),
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
