import { Auditor } from './audit/auditor.ts';
import { ScenePlayer } from './audit/scene-player.ts';
import { CommandCalls } from './commands/command-calls.ts';
import { carryOut } from './commands/context.ts';
import { handlersOf } from './commands/handlers.ts';
import type { CommandInput, CommandName, CommandOutput } from './contract/command.ts';
import type { Reply } from './contract/decode.ts';
import type { ServerState } from './contract/schema/state.ts';
import type { Problem } from './domain/basics/problem.ts';
import { accept, type Result } from './domain/basics/result.ts';
import { noRoute } from './domain/endpoints/endpoint.ts';
import { endpoints } from './domain/endpoints/endpoints.ts';
import { secretsOf } from './domain/request/secrets.ts';
import { Drifter } from './drift/drifter.ts';
import { announceScenario } from './feed/announce-scenario.ts';
import { Feed, type FeedListener } from './feed/feed.ts';
import { followRequests } from './feed/follow-requests.ts';
import { slicesOf } from './feed/state-slices.ts';
import { createMockApp } from './http/app/mock-app.ts';
import { MockServer } from './http/app/mock-server.ts';
import { RequestSender } from './http/connection/request-sender.ts';
import type { Certificates } from './http/connection/tls-identity.ts';
import { Upstream } from './http/upstream/upstream.ts';
import { Imports } from './import/imports.ts';
import { ClearedLog } from './log/cleared-log.ts';
import { LogPersistence } from './log/log-persistence.ts';
import { RefusedRequests } from './log/refused-requests.ts';
import { RequestLog } from './log/request-log.ts';
import { systemClock } from './runtime/clock.ts';
import { Jobs } from './runtime/jobs.ts';
import { Scheduler } from './runtime/scheduler.ts';
import { keepTickShape } from './runtime/v8/tick-shape.ts';
import type { FleetLogParts } from './share/fleet/fleet-log.ts';
import type { Share } from './share/share.ts';
import { TimeMachine } from './time-machine/time-machine.ts';
import { Verifier } from './verification/verifier.ts';
import { CurrentWorkspace } from './workspace/current-workspace.ts';
import type { LiveWorkspace, SettingsOverride } from './workspace/live-workspace.ts';
import { workAhead } from './workspace/work-ahead.ts';
import type { FileDialogs } from './workspace/workspace-files.ts';

export interface HostOptions {
  /** Path of the workspace file. */
  readonly workspace: string;
  /** Where edits are kept: in the file, the default, or in memory only, so that nothing is ever written. */
  readonly storage?: 'file' | 'memory';
  /** Settings for this run only, over those of the file. */
  readonly override?: SettingsOverride;
  /** Host names that the mock accepts beside those of the settings. */
  readonly allowedHosts?: readonly string[];
  /** True: requests to the mock cannot change the live state. */
  readonly fixturesOnly?: boolean;
  /** Shares the live state with other instances; without it, the host has one of its own. */
  readonly share?: Share | undefined;
  /** The source of certificates for HTTPS; without it, the mock cannot serve HTTPS. */
  readonly certificates?: Certificates | undefined;
  /** The scenario to begin with, instead of the file's. */
  readonly scenario?: string | undefined;
  /** Dialogs for files. Without them, the workspace that the host begins with stays open. */
  readonly dialogs?: FileDialogs;
  /** True if consoles offer the tour: this person has never run the program, or it serves the sample. */
  readonly offersTour?: boolean;
  /** Is called with bugs: errors that were thrown, never refusals. */
  readonly onFault: (error: unknown) => void;
}

/** The program without its shells: an Electron window, a browser and test code all speak to it. */
export interface Host {
  /**
   * Decodes a command of the contract and its caller, and carries it out, once for each key of a caller. Every failure is a
   * problem.
   */
  call(name: string, input: unknown, caller?: unknown): Promise<Reply<unknown>>;
  /** {@link call}, but the member `text` of the reply may be a long text in pieces. */
  callInPieces(name: string, input: unknown, caller?: unknown): Promise<Reply<unknown>>;
  /** Carries out a command that the program itself gives. */
  perform<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<Reply<CommandOutput<Name>>>;
  /** Follows the events; returns how to stop. */
  subscribe(listener: FeedListener): () => void;
  /** Sentences about the workspace's file at the start: why it is read-only, and which parts could not be used. */
  readonly notes: readonly string[];
  /** The requests of clients; a terminal follows them too. */
  readonly log: RequestLog;
  /** The state of the mock server. */
  server(): ServerState;
  /** How the live state is shared; undefined without sharing. */
  share(): Share['report'] | undefined;
  readonly settings: LiveWorkspace['settings'];
  /** Path of the workspace file. */
  readonly file: string;
  /** Saves every edit. Refused with `save-failed` or `read-only` if one cannot be saved. */
  save(): Promise<Result<null>>;
  /**
   * Stops the mock server and waits this many milliseconds for the responses to requests in progress, none by default. The
   * host goes on until {@link Host.close}.
   */
  finishRequests(patience: number): Promise<void>;
  /**
   * Stops the servers, saves every edit and releases the file. Refused with `save-failed` or `read-only` if an edit remains
   * unsaved; `workspace.export` still gives it.
   */
  close(): Promise<Result<null>>;
}

/**
 * Opens a workspace and composes the program around it. The mock server does not listen yet: `server.start` does that.
 * Refused with `invalid-workspace` or `unknown-scenario`, each with a sentence for a person.
 */
export async function createHost(options: HostOptions): Promise<Result<Host, Problem>> {
  const { workspace: path, storage, override = {}, allowedHosts = [], fixturesOnly, scenario, share } = options;
  const { certificates, dialogs, offersTour = false, onFault } = options;
  keepTickShape();
  const clock = systemClock;
  const scheduler = new Scheduler();
  const feed = new Feed();
  const jobs = new Jobs(scheduler, () => feed.markDirty('jobs'));
  const authority = () => certificates?.authority ?? null;
  const openOptions = {
    ...{ scheduler, now: clock.now, dirty: feed, override, fixturesOnly, scenario, storage, share },
    authority,
  };
  const opened = await CurrentWorkspace.open(path, openOptions, jobs);
  if (!opened.ok) return opened;
  const workspaces = opened.value;
  const { workspace, notes, keptRequests } = workspaces.current;
  const imports = new Imports(workspaces, jobs, scheduler, feed);

  const log = new RequestLog(workspace.settings.log);
  const clearedLog = new ClearedLog(log);
  const persistence = new LogPersistence(
    log,
    scheduler,
    () => workspaces.current,
    () => feed.markDirty('log'),
  );
  // A shared log has the latest requests from the other instances.
  persistence.restore(share ? keptRequests.filter(({ pinned, note }) => pinned || note !== '') : keptRequests);
  const timeMachine = new TimeMachine({ workspaces, log, jobs, clock });
  const verifier = new Verifier(
    log,
    () => secretsOf(workspaces.current.workspace.settings),
    () => feed.markDirty('expectations'),
  );
  const auditor = new Auditor(log, scheduler, () => workspaces.current.workspace);
  const scenePlayer = new ScenePlayer({
    auditor,
    clock,
    log,
    mock: () => workspaces.current.workspace,
    findSession: (name) => workspaces.current.sessions.find(name),
    onChange: () => feed.markDirty('audit'),
  });
  followRequests(log, feed);

  const requestSender = new RequestSender({ clock, logged: async () => share?.logged() });
  const upstream = new Upstream(() => feed.markDirty('upstream'));
  const drifter = new Drifter({ workspaces, timeline: timeMachine.timeline, jobs, scheduler, clock });
  const context = (session: string | null) => {
    const { workspace: shared, sessions } = workspaces.current;
    return session === null ? shared : sessions.of(session);
  };
  const refused = new RefusedRequests();
  const onRefusal = ({ detail }: Problem) => {
    refused.add(detail);
    feed.markDirty('log');
  };
  const { timeline } = timeMachine;
  const onScenario = () => announceScenario(workspaces, log, feed);
  const onStatus = () => feed.markDirty('sharing');
  const onScenarios = () => feed.markDirty('scenarios', 'sessions');
  const requests: FleetLogParts = {
    ...{ log, timeline },
    carryOut: (name, input) => carryOut(handlers, name, input, {}) as Reply<never>,
    onLost: (lost) => verifier.lose(lost),
  };
  const onCollections = (names: readonly string[]) => {
    feed.markCollectionsDirty(names);
    feed.markDirty('scenarios', 'saved', 'snapshots', 'workspace');
  };
  const observers = { onScenario, onScenarios, onCollections, onStatus };
  const begun = await share?.begin({ open: workspaces.current, scheduler, requests, ...observers });
  if (begun?.ok === false) {
    await workspaces.close();
    return begun;
  }
  const parts = { context, endpoints, noRoute, log, timeline, scheduler, clock, requestSender, upstream, allowedHosts };
  const app = createMockApp({
    ...parts,
    shared: share?.requests,
    stageFor: (head) => scenePlayer.stageFor(head),
    onFault,
    onRefusal,
  });
  const onChange = () => feed.markDirty('server');
  const server = new MockServer({ app, certificates, allowedHosts, onChange });

  const shared = { workspaces, server, log, persistence, verifier, scenePlayer, upstream, jobs, dialogs };
  feed.provide(slicesOf({ ...shared, refused, offersTour, sharing: () => share?.state ?? null }));
  workAhead(workspace, scheduler, onFault);
  workspaces.onChange(({ kind, before, now }) => {
    if (kind === 'moved') {
      persistence.markDirty();
      feed.markDirty('workspace', 'save');
      return undefined;
    }
    const { settings } = now.workspace;
    const left = kind === 'replaced' ? persistence.leave(before) : undefined;
    scenePlayer.cancel();
    if (kind === 'replaced') {
      log.clear();
      clearedLog.forget();
      imports.forget();
      upstream.forget();
      persistence.restore(now.keptRequests);
    }
    workAhead(now.workspace, scheduler, onFault);
    log.limit(settings.log);
    if (server.state.state !== 'stopped') void server.start(settings);
    feed.emit({ type: 'workspace-opened' });
    return left;
  });

  const handlers = handlersOf({
    ...shared,
    ...{ scheduler, imports, clearedLog, timeMachine, auditor, requestSender, drifter, feed },
  });
  const calls = new CommandCalls({
    ...{ handlers, share, onFault },
    endOfTurn: () => scheduler.endOfTurn(),
    onDone: () => feed.flush(),
  });
  await share?.followRequests();

  const { readOnly, mode } = workspaces.current.file;
  return accept({
    notes: [
      ...(share ? [share.note] : []),
      ...(readOnly === null || mode === 'memory' ? notes : [`In memory: ${readOnly}`, ...notes]),
    ],
    log,
    server: () => server.state,
    share: () => share?.report,
    get settings() {
      return workspaces.current.workspace.settings;
    },
    get file() {
      return workspaces.current.file.path;
    },
    subscribe: (listener) => feed.subscribe(listener),
    perform: (name, input) => calls.perform(name, input),
    call: (name, input, caller) => calls.call(name, input, caller),
    callInPieces: (name, input, caller) => calls.callInPieces(name, input, caller),
    save: () => workspaces.current.saver.settled(),
    async finishRequests(patience) {
      await server.stop(patience);
    },
    async close() {
      await server.stop();
      await share?.close();
      await persistence.close();
      const closed = await workspaces.close();
      feed.close();
      return closed;
    },
  });
}
