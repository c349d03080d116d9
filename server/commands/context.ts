import type { Auditor } from '../audit/auditor.ts';
import type { ScenePlayer } from '../audit/scene-player.ts';
import type { Caller } from '../contract/caller.ts';
import type { CommandInput, CommandName, CommandOutput } from '../contract/command.ts';
import type { AddedRecords } from '../contract/schema/output.ts';
import type { UndoableCommand } from '../contract/undoable-commands.ts';
import type { LongText } from '../domain/basics/long-text.ts';
import type { Result } from '../domain/basics/result.ts';
import type { Drifter } from '../drift/drifter.ts';
import type { AddingOutput } from '../editing/record-page.ts';
import type { Feed } from '../feed/feed.ts';
import type { MockServer } from '../http/app/mock-server.ts';
import type { RequestSender } from '../http/connection/request-sender.ts';
import type { Upstream } from '../http/upstream/upstream.ts';
import type { Imports } from '../import/imports.ts';
import type { ClearedLog } from '../log/cleared-log.ts';
import type { LogPersistence } from '../log/log-persistence.ts';
import type { RequestLog } from '../log/request-log.ts';
import type { Jobs } from '../runtime/jobs.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import type { TimeMachine } from '../time-machine/time-machine.ts';
import type { Verifier } from '../verification/verifier.ts';
import type { CurrentWorkspace } from '../workspace/current-workspace.ts';
import type { FileDialogs } from '../workspace/workspace-files.ts';

/** The parts that the commands work on. They live as long as the host; only the current workspace changes. */
export interface HandlerContext {
  readonly workspaces: CurrentWorkspace;
  readonly scheduler: Scheduler;
  readonly jobs: Jobs;
  readonly imports: Imports;
  readonly log: RequestLog;
  readonly clearedLog: ClearedLog;
  readonly timeMachine: TimeMachine;
  readonly persistence: LogPersistence;
  readonly verifier: Verifier;
  readonly auditor: Auditor;
  readonly scenePlayer: ScenePlayer;
  readonly server: MockServer;
  readonly requestSender: RequestSender;
  readonly upstream: Upstream;
  readonly drifter: Drifter;
  readonly feed: Feed;
  /** Undefined where the shell has no dialogs for files. */
  readonly dialogs: FileDialogs | undefined;
}

/** The commands that begin jobs without an edit, or cancel them. */
type JobCommand =
  | 'drift.run'
  | 'import.preview'
  | 'jobs.cancel'
  | 'records.export'
  | 'timeline.replay'
  | 'upstream.preview';

/**
 * The one implementation of each command, for every shell. Handlers are made once and keep no state. Only those of
 * undoable commands, of jobs and of the history get the caller.
 */
export type Handlers = {
  readonly [Name in CommandName]: (
    ...call: Name extends UndoableCommand | JobCommand | 'history.undo' | 'history.redo' | 'history.goTo'
      ? [input: CommandInput<Name>, caller: Caller]
      : [input: CommandInput<Name>]
  ) => HandlerReply<Name>;
};

/** The reply of a handler, which it may give at once. */
type HandlerReply<Name extends CommandName> = Result<HandlerOutput<Name>> | Promise<Result<HandlerOutput<Name>>>;

/** Carries out a decoded command. */
export function carryOut<Name extends CommandName>(
  handlers: Handlers,
  name: Name,
  input: CommandInput<Name>,
  caller: Caller,
): HandlerReply<Name> {
  // A handler without a caller ignores it.
  const handler = handlers[name] as (input: CommandInput<Name>, caller: Caller) => HandlerReply<Name>;
  return handler(input, caller);
}

/** The output of a command, whose `text` may still be in pieces and whose `added` may be still to come. */
export type HandlerOutput<Name extends CommandName> =
  CommandOutput<Name> extends { readonly text: string }
    ? Omit<CommandOutput<Name>, 'text'> & { readonly text: string | LongText }
    : CommandOutput<Name> extends { readonly added: AddedRecords | null }
      ? AddingOutput<CommandOutput<Name>>
      : CommandOutput<Name>;
