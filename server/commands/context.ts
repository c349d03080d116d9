import type { CommandInput, CommandName, CommandOutput } from '../contract/command.ts';
import type { Result } from '../domain/basics/result.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import type { Exports } from '../export/exports.ts';
import type { Feed } from '../feed/feed.ts';
import type { MockServer } from '../http/app/mock-server.ts';
import type { RequestSender } from '../http/connection/request-sender.ts';
import type { LogPersistence } from '../log/log-persistence.ts';
import type { RequestLog } from '../log/request-log.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import type { WorkspaceFile } from '../store/workspace-file.ts';
import type { Verifier } from '../verification/verifier.ts';
import type { Room } from '../workspace/open-workspace.ts';
import type { FileDialogs } from '../workspace/workspace-files.ts';

/** Where the open workspace sits, and another one can take its place. */
export interface Seat {
  /** Opens a file beside the one that is open, for this program as it was started. */
  open(path: string): Promise<Result<Room>>;
  /** Puts a workspace in place of the one that is open: another one, or the same one from its file anew. */
  take(room: Room, as: 'same' | 'another'): void;
  /** Keeps the open workspace in another file from now on. */
  move(file: WorkspaceFile): void;
}

/** What the handlers of the commands work on. */
export interface HostParts extends Room {
  readonly seat: Seat;
  readonly log: RequestLog;
  readonly keeper: LogPersistence;
  readonly scheduler: Scheduler;
  readonly server: MockServer;
  readonly requestSender: RequestSender;
  readonly feed: Feed;
  readonly verifier: Verifier;
  readonly exports: Exports;
  /** Undefined where the shell has no dialogs for files. */
  readonly dialogs: FileDialogs | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The one implementation of each command, whichever way it came. */
export type Handlers = {
  readonly [Name in CommandName]: (
    input: CommandInput<Name>,
  ) => Result<CommandOutput<Name>> | Promise<Result<CommandOutput<Name>>>;
};

/** Carries out an edit of fixtures: it can be undone, it is saved, and the consoles hear of it. */
export function performEdit(
  { history, saver, feed }: HostParts,
  label: string,
  targets: readonly { readonly collection: SharedCollection; readonly id: string }[],
  change: () => void,
): void {
  history.perform(label, targets, change);
  saver.save();
  feed.touch('history');
}

/** Says that another scenario answers from now on: in the log, and to the consoles. */
export function announceSwitch({ workspace, log, feed, now }: HostParts): void {
  const to = { name: workspace.runs.active, time: now() };
  log.switched(to);
  feed.touch('scenario');
  feed.flush();
  feed.emit([{ type: 'scenario-switched', ...to }]);
}
