import type { Handlers, HostParts, Seat } from './commands/context.ts';
import { expectationHandlers } from './commands/expectations.ts';
import { exportHandlers } from './commands/exports.ts';
import { generateHandlers } from './commands/generate.ts';
import { importHandlers } from './commands/imports.ts';
import { stateHandlers } from './commands/live-state.ts';
import { recordChangeHandlers } from './commands/record-changes.ts';
import { recordHandlers } from './commands/records.ts';
import { requestHandlers } from './commands/requests.ts';
import { savedHandlers } from './commands/saved-requests.ts';
import { scenarioImport } from './commands/scenario-import.ts';
import { scenarioHandlers } from './commands/scenarios.ts';
import { sessionHandlers } from './commands/sessions.ts';
import { snapshotHandlers } from './commands/snapshots.ts';
import { workspaceHandlers } from './commands/workspace.ts';
import { fileHandlers } from './commands/workspace-file.ts';
import type { CommandInput, CommandName, CommandOutput } from './contract/command.ts';
import type { Reply } from './contract/decode.ts';
import type { ServerState } from './contract/schema/state.ts';
import { type Problem, problem } from './domain/basics/problem.ts';
import { accept, type Result, refuse } from './domain/basics/result.ts';
import { noRoute } from './domain/endpoints/endpoint.ts';
import { endpoints } from './domain/endpoints/endpoints.ts';
import { Exports } from './export/exports.ts';
import { Feed, type FeedListener } from './feed/feed.ts';
import { slicesOf } from './feed/state-slices.ts';
import { createMockApp } from './http/app/mock-app.ts';
import { MockServer } from './http/app/mock-server.ts';
import { RequestSender } from './http/connection/request-sender.ts';
import { type LogEntry, summarize } from './log/log-entry.ts';
import { LogPersistence } from './log/log-persistence.ts';
import { RequestLog } from './log/request-log.ts';
import { systemClock } from './runtime/clock.ts';
import { Scheduler } from './runtime/scheduler.ts';
import { beginCollection } from './runtime/v8/heap-growth.ts';
import { keepTickShape } from './runtime/v8/tick-shape.ts';
import { Verifier } from './verification/verifier.ts';
import type { LiveWorkspace, SettingsOverride } from './workspace/live-workspace.ts';
import { moveRoom, openRoom, type Room, type RoomOptions } from './workspace/open-workspace.ts';
import type { FileDialogs } from './workspace/workspace-files.ts';

/** For the desktop shell: the built console's files, and what a browser may do with them. */
export { type ConsoleFiles, listConsoleFiles, mediaTypeOf } from './http/app/console-assets.ts';
export { contentSecurityPolicy } from './http/middleware/security-headers.ts';
/** For the desktop shell: what to do about a workspace that is damaged, and what was open before. */
export { readRecent, withRecent, writeRecent } from './store/recent-files.ts';
/** For the shells: where the person's own workspace is, made from the sample at the first start. */
export { ensureUserWorkspace, userDataFolder } from './store/user-workspace.ts';
export { restoreBackup } from './store/workspace-backup.ts';
export type { FileDialogs } from './workspace/workspace-files.ts';

export interface HostOptions {
  /** Path of the workspace file. */
  readonly workspace: string;
  /** Settings for this run only, over those of the file. */
  readonly override?: SettingsOverride;
  /** The scenario to begin with, instead of the file's. */
  readonly scenario?: string | undefined;
  /** Where workspaces are opened and kept; without it, the one that the host begins with stays. */
  readonly dialogs?: FileDialogs;
  /** True when the person has never run the program before. */
  readonly isFirstRun?: boolean;
  /** Is told of bugs: what was thrown, never what was refused. */
  readonly onFault: (error: unknown) => void;
}

/** The program without its shells: an Electron window, a browser and test code all speak to this. */
export interface Host {
  /** Decodes a command of the contract and carries it out; whatever goes wrong comes back as a problem. */
  call(name: string, input: unknown): Promise<Reply<unknown>>;
  /** Carries out a command that the program itself gives. */
  perform<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<Reply<CommandOutput<Name>>>;
  /** Follows the events; returns the way to stop. */
  subscribe(listener: FeedListener): () => void;
  /** Sentences that say what of the workspace's file could not be used when the host began. */
  readonly notes: readonly string[];
  /** The requests that clients made; a terminal follows them too. */
  readonly log: RequestLog;
  /** What the mock server does now. */
  server(): ServerState;
  readonly settings: LiveWorkspace['settings'];
  /** Path of the workspace file. */
  readonly file: string;
  /** Stops the servers and waits until what was edited is saved. */
  close(): Promise<void>;
}

/**
 * Opens a workspace and puts everything together. The mock server does not listen yet: `server.start` does that.
 * Refused with `invalid-workspace` or `unknown-scenario`, each with a sentence for a person.
 */
export async function createHost(options: HostOptions): Promise<Result<Host, Problem>> {
  const { workspace: path, override = {}, scenario, dialogs, isFirstRun = false, onFault } = options;
  keepTickShape();
  const clock = systemClock;
  const scheduler = new Scheduler();
  const common: Pick<RoomOptions, 'scheduler' | 'now' | 'touch'> = {
    scheduler,
    now: clock.now,
    touch: (...slices) => feed.touch(...slices),
  };
  const opened = await openRoom(path, { ...common, override, scenario });
  if (!opened.ok) return opened;
  let room = opened.value;

  const log = new RequestLog(room.workspace.settings.log);
  const keeper: LogPersistence = new LogPersistence(
    log,
    scheduler,
    () => room,
    () => feed.touch('log'),
  );
  keeper.restore(room.requests);
  const verifier = new Verifier(log, () => feed.touch('expectations'));
  const exports = new Exports(scheduler, () => feed.touch('exporting'));
  const requestSender = new RequestSender({ clock });
  const context = (session: string | null) => (session === null ? room.workspace : room.sessions.use(session));
  const app = createMockApp({ context, endpoints, noRoute, log, scheduler, clock, requestSender, onFault });
  const server: MockServer = new MockServer(app, () => feed.touch('server'));
  const slices = slicesOf({
    room: () => room,
    server: () => server,
    log,
    keeper: () => keeper,
    verifier,
    exports,
    dialogs,
    isFirstRun,
  });
  const feed: Feed = new Feed(slices);

  const seat: Seat = {
    open: async (file) => {
      await keeper.leaving;
      return openRoom(file, { ...common, override: room.workspace.override, scenario: undefined });
    },
    take: (next, as) => {
      const scenarioBefore = room.workspace.runs.active;
      if (as === 'another') keeper.leave();
      enter(next);
      if (as === 'same') next.workspace.activate(scenarioBefore);
      else {
        log.clear();
        keeper.restore(next.requests);
      }
      followRecords(next.workspace, () => room, feed);
      learnSoon(next.workspace, scheduler, onFault);
      log.limit(next.workspace.settings.log);
      if (server.state.state !== 'stopped') void server.start(next.workspace.settings);
      feed.flush();
      feed.emit([{ type: 'workspace-opened' }]);
    },
    move: (file) => {
      enter(moveRoom(room, file, common));
      feed.touch('workspace', 'save');
    },
  };
  const permanent = {
    seat,
    log,
    keeper,
    scheduler,
    server,
    requestSender,
    feed,
    verifier,
    exports,
    dialogs,
    now: clock.now,
  };
  let handlers = handlersOf({ ...room, ...permanent });
  const enter = (next: Room) => {
    room = next;
    handlers = handlersOf({ ...room, ...permanent });
  };
  followRecords(room.workspace, () => room, feed);
  followRequests(log, feed);
  learnSoon(room.workspace, scheduler, onFault);

  const perform: Host['perform'] = async (name, input) => {
    try {
      return await handlers[name](input);
    } catch (error) {
      onFault(error);
      return refuse(problem('internal', `The command ${name} failed because of a bug in the program.`));
    } finally {
      feed.flush();
    }
  };

  return accept({
    notes: room.notes,
    log,
    server: () => server.state,
    get settings() {
      return room.workspace.settings;
    },
    get file() {
      return room.file.path;
    },
    subscribe: (listener) => feed.subscribe(listener),
    perform,
    async call(name, input) {
      // Not loaded before it is needed: making the schemas of all commands is a good part of a start.
      const { decodeCommand } = await import('./contract/decode.ts');
      const command = decodeCommand(name, input);
      return command.ok ? carryOut(perform, command.value) : command;
    },
    async close() {
      await server.stop();
      await keeper.close();
      await room.saver.close();
      feed.close();
    },
  });
}

function handlersOf(parts: HostParts): Handlers {
  return {
    ...workspaceHandlers(parts),
    ...fileHandlers(parts),
    ...recordHandlers(parts),
    ...recordChangeHandlers(parts),
    ...generateHandlers(parts),
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
}

/** Name and input of a decoded command belong together by construction of the decoder. */
function carryOut<Name extends CommandName>(
  perform: Host['perform'],
  { name, input }: { readonly name: Name; readonly input: CommandInput<Name> },
): Promise<Reply<CommandOutput<Name>>> {
  return perform(name, input);
}

/**
 * Every change of the live state, whoever made it, reaches the consoles and the marks that outlive the process; not of a
 * workspace that was left, where a slow request may still write.
 */
function followRecords(workspace: LiveWorkspace, room: () => Room, feed: Feed): void {
  workspace.observe((collection, { id }) => {
    if (room().workspace !== workspace) return;
    feed.touchRecord(collection, id);
    room().saver.saveMarks();
  });
}

/** Milliseconds after which a workspace that was just opened is ready, and mostly not yet asked for. */
const learnWait = 30;

/** Records beyond which what was needed to read them is worth a collection. */
const veryMany = 250_000;

/** What has to be known of all records of a collection is learned before somebody waits for it. */
function learnSoon(workspace: LiveWorkspace, scheduler: Scheduler, onFault: HostOptions['onFault']): void {
  const learn = async () => {
    let records = 0;
    for (const collection of workspace.collections.values()) {
      await scheduler.run(collection.index());
      records += collection.size;
    }
    if (records > veryMany) beginCollection();
  };
  setTimeout(() => void learn().catch(onFault), learnWait).unref();
}

/** A batch names the latest requests only: a console shows rows, it does not need each of two thousand a second. */
function followRequests(log: RequestLog, feed: Feed): void {
  const atOnce = 500;
  const pending = new Map<number, LogEntry>();
  log.observers.add((entry) => {
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
