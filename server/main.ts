import { fileURLToPath } from 'node:url';
import { problem } from './domain/basics/problem.ts';
import { accept, type Result, refuse } from './domain/basics/result.ts';
import { type Flags, parseFlags } from './flags.ts';
import { newToken, startConsoleServer } from './headless/console-server.ts';
import { noteLines, requestLine } from './headless/terminal-lines.ts';
import { rescueUnsavedEdits } from './headless/unsaved-edits.ts';
import { reportVerification } from './headless/verification-report.ts';
import { createHost, type Host } from './host.ts';
import { summarize } from './log/log-entry.ts';
import { limitHeapGrowth } from './runtime/v8/heap-growth.ts';
import { ensureUserWorkspace, userDataFolder } from './shell.ts';
import { readExpectations } from './store/expectations-file.ts';

/**
 * The content of the ready line; `console` and `token` are missing with `--no-console`, and `notes` if there are none.
 */
interface Ready {
  readonly mock: string;
  readonly console?: string;
  readonly token?: string;
  readonly notes?: readonly string[];
}

interface Service {
  readonly host: Host;
  readonly ready: Ready;
  /** Refused if an edit remains unsaved. */
  readonly close: () => Promise<Result<null>>;
}

/** The built console and the sample workspace, beside this bundle. */
const assets = fileURLToPath(new URL('./console/', import.meta.url));
const sample = fileURLToPath(new URL('../assets/sample.workspace.json', import.meta.url));

/** Opens the workspace and starts both servers. A refusal leaves nothing open. */
async function start(flags: Flags): Promise<Result<Service>> {
  const file =
    flags.workspace === undefined
      ? await ensureUserWorkspace(sample, userDataFolder(process.env, process.platform))
      : accept({ path: flags.workspace, isNew: false });
  if (!file.ok) return file;
  const { port, host: address, scenario } = flags;
  const expectations = flags.verify === undefined ? accept([]) : await readExpectations(flags.verify);
  if (!expectations.ok) return expectations;
  const override = { ...(port === undefined ? {} : { port }), ...(address === undefined ? {} : { host: address }) };
  const created = await createHost({
    workspace: file.value.path,
    isFirstRun: file.value.isNew,
    override,
    scenario,
    onFault: reportFault,
  });
  if (!created.ok) return created;
  const host = created.value;
  await host.perform('expectations.set', { expectations: expectations.value });
  const listening = await host.perform('server.start', {});
  const mock = host.server();
  if (!listening.ok || mock.state !== 'listening') {
    await host.close();
    return listening.ok ? refuse(problem('internal', 'The mock server does not listen.')) : listening;
  }
  const closeHost = async () => {
    await host.finishRequests(patience);
    return host.close();
  };
  if (!flags.console) return accept({ host, ready: { mock: mock.url }, close: closeHost });
  const token = flags.token ?? newToken();
  const consolePort = flags.consolePort ?? host.settings.consolePort;
  const opened = await startConsoleServer({ host, port: consolePort, token, assets, onFault: reportFault });
  if (!opened.ok) {
    await host.close();
    return opened;
  }
  const close = async () => {
    await Promise.all([opened.value.close(patience), host.finishRequests(patience)]);
    return host.close();
  };
  return accept({ host, ready: { mock: mock.url, console: opened.value.url, token }, close });
}

/** Prints a line for each request. */
function printRequests({ log }: Host): void {
  log.observers.add((entry) => {
    if (entry.durationMicros !== null) process.stdout.write(`${requestLine(summarize(entry))}\n`);
  });
}

function reportFault(error: unknown): void {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`A bug in the program: ${reason}\n`);
}

/** Reports in one sentence why the program cannot start; exit code 2. */
function failStart(sentence: string): void {
  process.stderr.write(`${sentence.replaceAll(/\s+/g, ' ')}\n`);
  process.exitCode = 2;
}

/** Milliseconds that requests in progress have to get their responses when the program ends. */
const patience = 4000;

/** Milliseconds within which a second signal is the first one, which npm has passed on again. */
const sameSignal = 1000;

/**
 * SIGTERM and SIGINT close cleanly, with the exit code of `close`: requests in progress get their responses first. A second
 * signal ends the program at once.
 */
function closeOnSignal(close: () => Promise<number>): void {
  let begun: number | null = null;
  const stop = () => {
    if (begun !== null) {
      if (performance.now() - begun > sameSignal) process.exit(1);
      return;
    }
    begun = performance.now();
    close().then(
      (code) => process.exit(code),
      (error: unknown) => {
        reportFault(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

async function main(): Promise<void> {
  // The program goes on when the reader of its output ends, as in `| head`.
  process.stdout.on('error', () => undefined);
  const flags = parseFlags(process.argv.slice(2));
  if (!flags.ok) return failStart(flags.problem);
  const started = await start(flags.value);
  if (!started.ok) return failStart(started.problem.detail);
  const { host, ready, close } = started.value;
  const { verify, junit, quiet } = flags.value;
  closeOnSignal(async () => {
    const dataFolder = userDataFolder(process.env, process.platform);
    const unsaved = await rescueUnsavedEdits(host, await close(), dataFolder);
    const unverified = verify === undefined ? 0 : await reportVerification(host, junit);
    return Math.max(unsaved, unverified);
  });
  for (const line of noteLines(host.notes)) process.stderr.write(`${line}\n`);
  process.stdout.write(`ready ${JSON.stringify({ ...ready, ...(host.notes.length > 0 && { notes: host.notes }) })}\n`);
  if (!quiet) printRequests(host);
  // Not earlier, because the start of the program produces no garbage to collect.
  limitHeapGrowth();
}

main().catch((error: unknown) => {
  reportFault(error);
  process.exitCode = 1;
});
