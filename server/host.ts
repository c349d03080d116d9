import { basename } from 'node:path';
import type { CommandInput, CommandName, CommandOutput } from './contract/command.ts';
import { decodeCommand, type Reply } from './contract/decode.ts';
import type { ServerState } from './contract/state.ts';
import { endpoints, noRoute } from './domain/answer/endpoints.ts';
import { type Problem, problem } from './domain/problem.ts';
import { EditHistory } from './domain/records/edit-history.ts';
import { accept, type Result, refuse } from './domain/result.ts';
import { Sessions } from './domain/session/sessions.ts';
import { expectationHandlers } from './expectation-handlers.ts';
import { exportHandlers } from './export-handlers.ts';
import { Feed, type FeedListener } from './feed.ts';
import type { Handlers, HostParts } from './host-parts.ts';
import { systemClock } from './http/clock.ts';
import { type LogEntry, summarize } from './http/log-entry.ts';
import { createMockApp } from './http/mock-app.ts';
import { OwnClient } from './http/own-client.ts';
import { RequestLog } from './http/request-log.ts';
import { Turns } from './http/turns.ts';
import { importHandlers } from './import-handlers.ts';
import { Imports } from './imports.ts';
import { LiveWorkspace, type SettingsOverride } from './live-workspace.ts';
import { MockServer } from './mock-server.ts';
import { recordHandlers } from './record-handlers.ts';
import { requestHandlers } from './request-handlers.ts';
import { savedHandlers } from './saved-handlers.ts';
import { scenarioHandlers } from './scenario-handlers.ts';
import { scenarioImport } from './scenario-import.ts';
import { SchemaChecker } from './schema-checker.ts';
import { describeSession, sessionHandlers } from './session-handlers.ts';
import { snapshotHandlers } from './snapshot-handlers.ts';
import { Snapshots } from './snapshots.ts';
import { stateHandlers } from './state-handlers.ts';
import { type OpenedWorkspace, openWorkspaceFile } from './store/open-workspace.ts';
import { Verifier } from './verifier.ts';
import { workspaceHandlers } from './workspace-handlers.ts';
import { WorkspaceSaver } from './workspace-saver.ts';

/** For the desktop shell: the built console's files, and what a browser may do with them. */
export { type ConsoleFiles, contentSecurityPolicy, listConsoleFiles, mediaTypeOf } from './http/console-files.ts';
/** For the shells: where the person's own workspace is, made from the sample at the first start. */
export { ensureUserWorkspace, userDataFolder } from './store/user-workspace.ts';

export interface HostOptions {
  /** Path of the workspace file. */
  readonly workspace: string;
  /** Settings for this run only, over those of the file. */
  readonly override?: SettingsOverride;
  /** The scenario to begin with, instead of the file's. */
  readonly scenario?: string | undefined;
  /** Is told of bugs: what was thrown, never what was refused. */
  readonly onFault: (error: unknown) => void;
}

/** The program without its shells: an Electron window, a browser and test code all speak to this. */
export interface Host {
  /** Carries out a command of the contract; whatever goes wrong comes back as a problem. */
  call(name: string, input: unknown): Promise<Reply<unknown>>;
  /** Follows the events; returns the way to stop. */
  subscribe(listener: FeedListener): () => void;
  /** Sentences that say what of the workspace's file could not be used. */
  readonly notes: readonly string[];
  /** The requests that clients made; a terminal follows them too. */
  readonly log: RequestLog;
  /** What the mock server does now. */
  server(): ServerState;
  readonly settings: LiveWorkspace['settings'];
  /** Stops the servers and waits until what was edited is saved. */
  close(): Promise<void>;
}

/**
 * Opens a workspace and puts everything together. The mock server does not listen yet: `server.start` does that.
 * Refused with `invalid-workspace` or `unknown-scenario`, each with a sentence for a person.
 */
export async function createHost(options: HostOptions): Promise<Result<Host, Problem>> {
  const schemas = new SchemaChecker();
  const opened = await openWorkspaceFile(options.workspace, undefined, schemas);
  if (!opened.ok) return opened;
  const live = startWorkspace(opened.value, schemas, options);
  if (!live.ok) {
    await opened.value.file.close();
    return live;
  }
  return accept(assemble(live.value, opened.value, options));
}

function startWorkspace(
  { workspace, marks }: OpenedWorkspace,
  schemas: SchemaChecker,
  { override, scenario }: HostOptions,
): Result<LiveWorkspace, Problem> {
  const live = LiveWorkspace.open(workspace, marks, override ?? {}, schemas);
  if (!live.ok || scenario === undefined) return live;
  const activated = live.value.activate(scenario);
  return activated.ok ? live : activated;
}

function assemble(workspace: LiveWorkspace, { file, notes }: OpenedWorkspace, { onFault }: HostOptions): Host {
  const clock = systemClock;
  const log = new RequestLog(workspace.settings.log);
  const history = new EditHistory();
  const saver = new WorkspaceSaver(file, workspace, clock.now, () => feed.touch('save'));
  const verifier = new Verifier(log, () => feed.touch('expectations'));
  const turns = new Turns();
  const imports = new Imports(workspace, turns, () => feed.touch('importing'));
  const ownClient = new OwnClient({ clock });
  const sessions = new Sessions(workspace, clock.now, () => feed.touch('sessions'));
  const snapshots = new Snapshots();
  const context = (session: string | null) => (session === null ? workspace : sessions.use(session));
  const app = createMockApp({ context, endpoints, noRoute, log, turns, clock, ownClient, onFault });
  const server = new MockServer(app, () => feed.touch('server'));
  const feed = new Feed({
    workspace: () => ({
      name: workspace.title,
      file: basename(file.path),
      readOnly: file.readOnly,
      settings: workspace.settings,
      notes,
    }),
    server: () => server.state,
    collections: () =>
      Array.from(workspace.collections.values(), ({ definition, size, changedCount, revision }) => ({
        name: definition.name,
        key: definition.key,
        count: size,
        changed: changedCount,
        revision,
      })),
    scenarios: () => [...workspace.scenarios.values()],
    scenario: () => workspace.runs.active,
    sessions: () => sessions.all().map(describeSession),
    snapshots: () => snapshots.state,
    saved: () => workspace.requests,
    save: () => saver.state,
    history: () => ({ undo: history.undoLabel, redo: history.redoLabel }),
    log: () => log.state,
    expectations: () => verifier.state,
    importing: () => imports.progress,
  });
  followRecords(workspace, saver, feed);
  followRequests(log, feed);

  const parts: HostParts = {
    workspace,
    sessions,
    snapshots,
    history,
    log,
    turns,
    server,
    ownClient,
    saver,
    feed,
    verifier,
    imports,
    now: clock.now,
  };
  const handlers: Handlers = {
    ...workspaceHandlers(parts),
    ...recordHandlers(parts),
    ...stateHandlers(parts),
    ...sessionHandlers(parts),
    ...snapshotHandlers(parts),
    ...importHandlers(parts),
    ...exportHandlers(parts),
    ...requestHandlers(parts),
    ...savedHandlers(parts),
    ...scenarioHandlers(parts),
    ...scenarioImport(parts),
    ...expectationHandlers(parts),
  };

  return {
    notes,
    log,
    server: () => server.state,
    get settings() {
      return workspace.settings;
    },
    subscribe: (listener) => feed.subscribe(listener),
    async call(name, input) {
      const command = decodeCommand(name, input);
      if (!command.ok) return command;
      try {
        return await carryOut(handlers, command.value);
      } catch (error) {
        onFault(error);
        return refuse(problem('internal', `The command ${name} failed because of a bug in the program.`));
      } finally {
        feed.flush();
      }
    },
    async close() {
      await server.stop();
      await saver.close();
      feed.close();
    },
  };
}

/** Picks the handler of a decoded command; name and input belong together by construction of the decoder. */
function carryOut<Name extends CommandName>(
  handlers: Handlers,
  { name, input }: { readonly name: Name; readonly input: CommandInput<Name> },
): Result<CommandOutput<Name>> | Promise<Result<CommandOutput<Name>>> {
  return handlers[name](input);
}

/** Every change of the live state, whoever made it, reaches the consoles and the marks that outlive the process. */
function followRecords(workspace: LiveWorkspace, saver: WorkspaceSaver, feed: Feed): void {
  workspace.observe((collection, { id }) => {
    feed.touchRecord(collection, id);
    saver.saveMarks();
  });
}

/** A batch names the latest requests only: a console shows rows, it does not need each of two thousand a second. */
function followRequests(log: RequestLog, feed: Feed): void {
  const atOnce = 500;
  const pending = new Map<number, LogEntry>();
  log.observe((entry) => {
    if (!feed.isFollowed) return;
    pending.set(entry.id, entry);
    if (pending.size > atOnce) pending.delete(pending.keys().next().value ?? entry.id);
    feed.touch('log');
  });
  feed.addSource(() => {
    const entries = Array.from(pending.values(), summarize);
    pending.clear();
    return entries.length === 0 ? [] : [{ type: 'requests', entries }];
  });
}
