import type { RequestDetail } from '../contract/schema/output.ts';
import type { ConsoleState } from '../contract/schema/state.ts';
import { accept, type Result } from '../domain/basics/result.ts';
import { EditHistory } from '../domain/records/edit-history.ts';
import { Sessions } from '../domain/session/sessions.ts';
import { Imports } from '../import/imports.ts';
import { LongWork } from '../runtime/long-work.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { type OpenedWorkspace, openWorkspaceFile } from '../store/open-workspace.ts';
import { readRequests, requestsPath } from '../store/requests-file.ts';
import type { WorkspaceFile } from '../store/workspace-file.ts';
import { LiveWorkspace, type SettingsOverride } from './live-workspace.ts';
import { SchemaChecker } from './schema-checker.ts';
import { Snapshots } from './snapshots.ts';
import { WorkspaceSaver } from './workspace-saver.ts';

/** What belongs to one open workspace, and goes when another one takes its place. */
export interface Room {
  readonly workspace: LiveWorkspace;
  readonly file: WorkspaceFile;
  /** Sentences that say what of the file could not be used. */
  readonly notes: readonly string[];
  /** Requests of an earlier run that were kept with it. */
  readonly requests: readonly RequestDetail[];
  readonly saver: WorkspaceSaver;
  readonly sessions: Sessions;
  readonly snapshots: Snapshots;
  readonly history: EditHistory;
  readonly imports: Imports;
  readonly work: LongWork;
}

export interface RoomOptions {
  readonly scheduler: Scheduler;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Is told which slices of the state have another value. */
  readonly touch: (...slices: readonly (keyof ConsoleState)[]) => void;
  /** Settings for this run only, over those of the file. */
  readonly override: SettingsOverride;
  /** The scenario to begin with, instead of the file's. */
  readonly scenario: string | undefined;
}

/** Opens a workspace file. Refused with `invalid-workspace` or `unknown-scenario`; then the file is given free again. */
export async function openRoom(path: string, options: RoomOptions): Promise<Result<Room>> {
  const { scheduler, now, touch, override, scenario } = options;
  const schemas = new SchemaChecker();
  const opened = await openWorkspaceFile(path, undefined, schemas);
  if (!opened.ok) return opened;
  const { notes, file } = opened.value;
  const live = start(opened.value, schemas, override, scenario);
  if (!live.ok) {
    await file.close();
    return live;
  }
  const workspace = live.value;
  return accept({
    workspace,
    file,
    notes,
    requests: await readRequests(requestsPath(file.path)),
    saver: new WorkspaceSaver(file, workspace, now, () => touch('save')),
    sessions: new Sessions(workspace, now, () => touch('sessions')),
    snapshots: new Snapshots(),
    history: new EditHistory(now),
    imports: new Imports(workspace, scheduler, () => touch('importing')),
    work: new LongWork(scheduler, () => touch('working')),
  });
}

function start(
  { workspace, marks }: OpenedWorkspace,
  schemas: SchemaChecker,
  override: SettingsOverride,
  scenario: string | undefined,
): Result<LiveWorkspace> {
  const live = LiveWorkspace.open(workspace, marks, override, schemas);
  if (!live.ok || scenario === undefined) return live;
  const activated = live.value.activate(scenario);
  return activated.ok ? live : activated;
}

/** The same workspace, kept in another file from now on. */
export function moveRoom(room: Room, file: WorkspaceFile, { now, touch }: Pick<RoomOptions, 'now' | 'touch'>): Room {
  return { ...room, file, saver: new WorkspaceSaver(file, room.workspace, now, () => touch('save')) };
}
