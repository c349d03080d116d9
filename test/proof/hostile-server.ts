import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostileWorkspace } from './hostile-workspace.ts';

/** The built program with a probe inside, over a workspace of so many users. */
export interface HostileServer {
  /** URL of the mock API. */
  readonly mock: string;
  readonly mockPort: number;
  /** Origin of the console. */
  readonly console: string;
  readonly token: string;
  readonly workspace: string;
  readonly child: ChildProcess;
  /** The probe's figures since the last call. */
  readonly probe: () => Promise<ProbeFigures>;
  /** Kills the program and removes its folder. */
  readonly close: () => void;
}

export interface ProbeFigures {
  /** Milliseconds: the longest time between two turns of the event loop. */
  readonly wall: number;
  /** Milliseconds for which the main thread ran in such a time. */
  readonly processor: number;
  /** Milliseconds for which the main thread ran in all. */
  readonly total: number;
  /** Open sockets. */
  readonly sockets: number;
  /** Bytes of memory that the process holds. */
  readonly memory: number;
}

/** `note` is the length of the records' notes. */
export async function startHostileServer(records: number, note = 0): Promise<HostileServer> {
  const folder = mkdtempSync(join(tmpdir(), 'mock-api-console-hostile-'));
  const workspace = join(folder, 'workspace.json');
  writeFileSync(workspace, hostileWorkspace(records, note));
  const probe = join(import.meta.dirname, 'hostile-probe.mjs');
  const program = join(import.meta.dirname, '../../dist/serve.cjs');
  const flags = ['--workspace', workspace, '--port', '0', '--console-port', '0', '--quiet'];
  const child = spawn(process.execPath, ['--import', probe, program, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const close = () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  const ready = await readyLine(child.stdout as NodeJS.ReadableStream);
  return {
    mock: ready.mock,
    mockPort: Number(new URL(ready.mock).port),
    console: new URL(ready.console).origin,
    token: ready.token,
    workspace,
    child,
    probe: async () => {
      child.send({});
      return (await once(child, 'message'))[0] as ProbeFigures;
    },
    close,
  };
}

async function readyLine(output: NodeJS.ReadableStream) {
  let text = '';
  for await (const chunk of output) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  return JSON.parse(text.slice(0, text.indexOf('\n')).replace(/^ready /, ''));
}

export function textOfWorkspace({ workspace }: HostileServer): string {
  return readFileSync(workspace, 'utf8');
}
