import type { CommandInput, CommandName, CommandOutput } from './contract/command.ts';
import type { EditHistory } from './domain/records/edit-history.ts';
import type { SharedCollection } from './domain/records/shared-collection.ts';
import type { Result } from './domain/result.ts';
import type { Sessions } from './domain/session/sessions.ts';
import type { Feed } from './feed.ts';
import type { OwnClient } from './http/own-client.ts';
import type { RequestLog } from './http/request-log.ts';
import type { Turns } from './http/turns.ts';
import type { Imports } from './imports.ts';
import type { LiveWorkspace } from './live-workspace.ts';
import type { MockServer } from './mock-server.ts';
import type { Snapshots } from './snapshots.ts';
import type { Verifier } from './verifier.ts';
import type { WorkspaceSaver } from './workspace-saver.ts';

/** What the handlers of the commands work on. */
export interface HostParts {
  readonly workspace: LiveWorkspace;
  readonly sessions: Sessions;
  readonly snapshots: Snapshots;
  readonly history: EditHistory;
  readonly log: RequestLog;
  readonly turns: Turns;
  readonly server: MockServer;
  readonly ownClient: OwnClient;
  readonly saver: WorkspaceSaver;
  readonly feed: Feed;
  readonly verifier: Verifier;
  readonly imports: Imports;
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
