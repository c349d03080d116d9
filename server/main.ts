import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Problem, problem } from './domain/basics/problem.ts';
import { accept, type Result, refuse } from './domain/basics/result.ts';
import { paths } from './domain/request/paths.ts';
import { type Flags, parseCommandLine } from './flags/flags.ts';
import { beginScenes, reportAudit } from './headless/audit-report.ts';
import { newToken, startConsoleServer } from './headless/console-server.ts';
import { runFileCommand } from './headless/file-commands.ts';
import { helpText } from './headless/help.ts';
import { reachNotes, uncoveredNotes } from './headless/reach-notes.ts';
import { noteLines, printLines, requestLine, welcomeLines } from './headless/terminal-lines.ts';
import { rescueUnsavedEdits } from './headless/unsaved-edits.ts';
import { declareExpectations, reportVerification } from './headless/verification-report.ts';
import { createHost, type Host } from './host.ts';
import { summarize } from './log/log-entry.ts';
import { limitHeapGrowth } from './runtime/v8/heap-growth.ts';
import { disablePretenuring } from './runtime/v8/pretenuring.ts';
import { growYoungGenerationFor, growYoungGenerationInSteps } from './runtime/v8/young-generation.ts';
import type { Share } from './share/share.ts';
import { ensureUserWorkspace, OwnCertificates, type UserWorkspace, userDataFolder } from './shell.ts';
import { readExpectations } from './store/expectations-file.ts';
import { isSystemError, reasonOf } from './store/file-system.ts';
import { keptToken } from './store/kept-token.ts';
import { inMemory } from './store/workspace-file.ts';
import { GivenCertificate } from './tls/given-certificate.ts';

/**
 * The content of the ready line; `console`, `token` and `open` are missing with `--no-console`, and `notes` if there are none.
 */
interface Ready {
  readonly mock: string;
  /** Missing without HTTPS. */
  readonly https?: string;
  /** URL of the certificate authority to trust for HTTPS; missing for a given certificate. */
  readonly authority?: string;
  readonly console?: string;
  readonly token?: string;
  /** The address that opens the console in a browser; it has the token. */
  readonly open?: string;
  readonly notes?: readonly string[];
}

interface Service {
  readonly host: Host;
  /** Sentences for the person who starts the program. */
  readonly notes: readonly string[];
  readonly ready: Ready;
  /** Refused if an edit remains unsaved. */
  readonly close: () => Promise<Result<null>>;
}

/** The built console and the sample workspace, beside this bundle. */
const assets = fileURLToPath(new URL('./console/', import.meta.url));
const sample = fileURLToPath(new URL('../assets/sample.workspace.json', import.meta.url));

/** Opens the workspace and starts both servers. A refusal leaves nothing open. */
async function start(flags: Flags): Promise<Result<Service>> {
  const file = await workspaceOf(flags);
  if (!file.ok) return file;
  growYoungGenerationFor(file.value.path);
  const { port, host: address, scenario, allowedHosts, fixturesOnly } = flags;
  const expectations = flags.verify === undefined ? accept([]) : await readExpectations(flags.verify);
  if (!expectations.ok) return withPath(expectations, flags.verify);
  const { tls } = flags;
  const override = {
    ...(port === undefined ? {} : { port }),
    ...(address === undefined ? {} : { host: address }),
    ...(tls && { https: true, ...(tls.port === undefined ? {} : { httpsPort: tls.port }) }),
  };
  const share = await shareOf(flags);
  const created = await createHost({
    workspace: file.value.path,
    storage: flags.readOnly ? 'memory' : 'file',
    share,
    // The tour changes what others may be testing with.
    offersTour: !share && (file.value.isNew || file.value.path === sample),
    override,
    allowedHosts,
    fixturesOnly,
    certificates: tls?.files
      ? new GivenCertificate(tls.files.certificate, tls.files.key)
      : new OwnCertificates(userDataFolder, { writes: !flags.readOnly }),
    scenario,
    onFault: reportFault,
  });
  if (!created.ok) return withPath(created, file.value.path);
  const host = created.value;
  if (flags.upstream !== undefined) {
    await host.perform('upstream.set', { url: flags.upstream, mode: flags.upstreamMode });
  }
  if (!share || flags.verify !== undefined) await declareExpectations(host, expectations.value);
  const begun = flags.scenes ? await beginScenes(host, flags.scenes, flags.audit) : accept(null);
  const listening = begun.ok ? await host.perform('server.start', {}) : begun;
  const mock = host.server();
  if (!listening.ok || mock.state !== 'listening') {
    await host.close();
    return listening.ok ? refuse(problem('internal', 'The mock server does not listen.')) : listening;
  }
  const closeHost = async () => {
    await host.finishRequests(patience);
    return host.close();
  };
  const { host: mockHost } = host.settings;
  const reach = await host.perform('server.reach', {});
  const { authority, uncovered } = reach.ok ? reach.value : { authority: null, uncovered: [] };
  const tlsReady = {
    ...(mock.https && { https: mock.https.url }),
    ...(authority && { authority: mock.url + paths.authority }),
  };
  const started = [...host.notes, ...uncoveredNotes(uncovered)];
  if (!flags.console) {
    const notes = [...started, ...reachNotes({ mock: mockHost }, allowedHosts)];
    return accept({ host, notes, ready: { mock: mock.url, ...tlsReady }, close: closeHost });
  }
  const fresh = newToken();
  const keeps = flags.keepToken && !flags.readOnly;
  const token = flags.token ?? (keeps ? await keptToken(userDataFolder(), fresh) : fresh);
  const consolePort = flags.consolePort ?? host.settings.consolePort;
  const opened = await startConsoleServer({
    host,
    port: consolePort,
    address: flags.consoleHost,
    allowedHosts,
    token,
    assets,
    version: version(),
    onFault: reportFault,
  });
  if (!opened.ok) {
    await host.close();
    return opened;
  }
  const close = async () => {
    await Promise.all([opened.value.close(patience), host.finishRequests(patience)]);
    return host.close();
  };
  const notes = [...started, ...reachNotes({ mock: mockHost, console: flags.consoleHost }, allowedHosts)];
  const { url } = opened.value;
  const ready = { mock: mock.url, ...tlsReady, console: url, token, open: `${url}/#token=${token}` };
  return accept({ host, notes, ready, close });
}

/** The part in a shared live state. Loaded only when it is asked for. */
async function shareOf({ share: address, scenario }: Flags): Promise<Share | undefined> {
  if (!address) return undefined;
  const { Share } = await import('./share/share.ts');
  return new Share({ address, scenario, onNews: (sentence) => process.stderr.write(`${sentence}\n`) });
}

/** The workspace that the flags name, else the sample for a program that writes nothing, else that of the account. */
async function workspaceOf({ workspace, readOnly }: Flags): Promise<Result<UserWorkspace>> {
  if (workspace !== undefined) return accept({ path: workspace, isNew: false });
  if (readOnly) return accept({ path: sample, isNew: false });
  try {
    return await ensureUserWorkspace(sample, userDataFolder());
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const detail = `The home folder of this account is not known: ${reasonOf(error)}. Name a workspace with --workspace.`;
    return refuse(problem('save-failed', detail));
  }
}

/** A refusal that names its file by the whole path: a program may be started in any folder. */
function withPath(refused: { readonly ok: false; readonly problem: Problem }, path: string | undefined) {
  const name = basename(path ?? '');
  const { detail } = refused.problem;
  if (path === undefined || !detail.startsWith(name)) return refused;
  return refuse({ ...refused.problem, detail: resolve(path) + detail.slice(name.length) });
}

/** Prints a line for each request. */
function printRequests({ log }: Host): void {
  log.observers.add((entry) => {
    if (entry.durationMicros !== null && log.isOwn(entry)) process.stdout.write(`${requestLine(summarize(entry))}\n`);
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

/** True if the program was started with an IPC channel, as by `fork` or the client for test code. */
const hasParent = process.channel !== undefined;

/** True for `npx mock-api-console`, which without a workspace shows the sample. */
const isTrial = process.env.npm_command === 'exec';

/** Milliseconds within which a second signal is the first one, which npm has passed on again. */
const sameSignal = 1000;

/**
 * SIGTERM, SIGINT and the end of a parent with an IPC channel close cleanly, with the exit code of `close`: requests in
 * progress get their responses first. So does the end of stdin if an agent speaks there. A second signal ends the program
 * at once.
 */
function closeOnEnd(close: () => Promise<number>, hasAgent: boolean): void {
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
  // The system closes the channel also of a parent that is killed.
  if (hasParent) process.once('disconnect', stop);
  if (hasParent && !process.connected) stop();
  if (hasAgent) process.stdin.once('close', stop);
}

/** The version of the package, whose manifest lies beside the folder of this bundle. */
function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return String(JSON.parse(manifest).version);
}

/** True once the servers have listened. */
export let hasServed = false;

async function main(): Promise<void> {
  // The program goes on when the reader of its output ends, as in `| head`.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const words = process.argv.slice(2);
  const code = await runFileCommand(words);
  if (code !== undefined) {
    process.exitCode = code;
    return;
  }
  const asked = parseCommandLine(words, process.env);
  if (!asked.ok) return failStart(asked.problem);
  const order = asked.value;
  if (order.kind === 'mcp' && order.flags.share) {
    return failStart('An agent cannot work with --share: it edits fixtures, which are not shared.');
  }
  if (!('flags' in order)) {
    process.stdout.write(`${order.kind === 'help' ? helpText() : version()}\n`);
    return;
  }
  const showsSample = isTrial && order.flags.workspace === undefined;
  const flags = { ...order.flags, readOnly: order.flags.readOnly || showsSample };
  const started = await start(flags);
  if (!started.ok) return failStart(started.problem.detail);
  const { host, notes, ready, close } = started.value;
  const { verify, junit, audit, report, quiet, readOnly } = flags;
  // Loaded for an agent only.
  const agent =
    order.kind === 'mcp' ? await (await import('./mcp/agents.ts')).connectStdio({ host, version: version() }) : null;
  closeOnEnd(async () => {
    await agent?.end();
    const unsaved = await rescueUnsavedEdits(host, await close(), userDataFolder);
    const unverified = verify === undefined ? 0 : await reportVerification(host, junit);
    const faulty = audit === undefined ? 0 : await reportAudit(host, audit, report);
    return Math.max(unsaved, unverified, faulty);
  }, agent !== null);
  // The flag asked for it, so a program that reads the notes knows it.
  if (readOnly) process.stderr.write(`${inMemory.reason}\n`);
  for (const line of noteLines(notes)) process.stderr.write(`${line}\n`);
  // With an agent, stdout carries its protocol alone.
  const output = agent ? process.stderr : process.stdout;
  output.write(`ready ${JSON.stringify({ ...ready, ...(notes.length > 0 && { notes }) })}\n`);
  if (showsSample) printLines(welcomeLines(ready));
  hasServed = true;
  if (!quiet && !agent) printRequests(host);
  // Not earlier, because the start of the program produces no garbage to collect.
  limitHeapGrowth();
  disablePretenuring();
  growYoungGenerationInSteps();
}

main().catch((error: unknown) => {
  reportFault(error);
  process.exitCode = 1;
});
