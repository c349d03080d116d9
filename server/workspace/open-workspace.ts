import type { RequestDetail } from '../contract/schema/output.ts';
import type { ConsoleState } from '../contract/schema/state.ts';
import { accept, type Result } from '../domain/basics/result.ts';
import { type RunWork, runAtOnce, type Work } from '../domain/basics/work.ts';
import type { CollectionDefinition } from '../domain/model/collection-definition.ts';
import { type Edit, EditHistory } from '../domain/records/edit-history.ts';
import type { ProposedEdit } from '../domain/records/edit-step.ts';
import type { RecordLevels } from '../domain/records/record-edit.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import { ReplicatedCollection } from '../domain/replication/replicated-collection.ts';
import { ReplicatedSessions } from '../domain/replication/replicated-sessions.ts';
import type { ScenarioChange } from '../domain/scenario/scenario-change.ts';
import { Sessions } from '../domain/session/sessions.ts';
import type { Workspace } from '../domain/workspace/workspace.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import type { FileSystem } from '../store/file-system.ts';
import { type OpenedWorkspace, type OpenFileOptions, openWorkspaceFile } from '../store/open-workspace.ts';
import { allAbove, highestOf } from '../store/recovery-file.ts';
import { readRequests, requestsPath } from '../store/requests-file.ts';
import {
  encodeSnapshot,
  type KeptSnapshots,
  readSnapshots,
  type SnapshotsByName,
  snapshotsPath,
} from '../store/snapshots-file.ts';
import type { WorkspaceFile } from '../store/workspace-file.ts';
import { LiveWorkspace, type SettingsOverride } from './live-workspace.ts';
import { SchemaChecker } from './schema-checker.ts';
import { Snapshots } from './snapshots.ts';
import { type PartName, type PartValues, snapshotPart, WorkspaceParts } from './workspace-parts.ts';
import { WorkspaceSaver } from './workspace-saver.ts';

/** A collection as an edit places it. */
export interface PlacedCollection {
  readonly definition: CollectionDefinition;
  /** The collection that is there; undefined for a new one. */
  readonly present?: SharedCollection | undefined;
  /** The records of a new one, or the collection from which it has them. */
  readonly records?: readonly RecordLevels[];
  readonly from?: SharedCollection | undefined;
}

/** An edit on which several instances have to agree, also of what is not a record. */
export interface ProposedChange extends ProposedEdit {
  scenarios(change: ScenarioChange): void;
  part<Name extends PartName>(name: Name, value: PartValues[Name]): void;
  /** The collections with the changes that are proposed so far. */
  readonly collections: readonly PlacedCollection[];
  /** Proposes other collections. */
  place(next: readonly PlacedCollection[]): void;
  /** Forgets the idempotency keys of the live state that the edit changes. */
  forgetKeys(): void;
}

/** Collects changes for the consoles. */
export interface DirtyTracker {
  /** Marks slices of the state that have changed. */
  markDirty(...slices: readonly (keyof ConsoleState)[]): void;
  /** Marks a record whose live state or fixture changed. */
  markRecordDirty(collection: string, id: string): void;
}

/** The live state that this instance shares with others. */
export interface SharedState {
  /** Joins the instances that serve this workspace. Returns the version above which all records start. */
  join(workspace: Workspace): Promise<Result<number>>;
}

export interface OpenOptions {
  readonly scheduler: Scheduler;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly dirty: DirtyTracker;
  /** Settings for this run only, over those of the file. */
  readonly override: SettingsOverride;
  /** True: requests to the mock cannot change the live state. */
  readonly fixturesOnly?: boolean | undefined;
  /** The certificate authority that the mock offers to devices. */
  readonly authority?: LiveWorkspace['authority'];
  /** The first active scenario, instead of the file's. */
  readonly scenario?: string | undefined;
  /** Where edits are kept: in the file, the default, or in memory only. */
  readonly storage?: OpenFileOptions['storage'] | undefined;
  /** Shares the live state; without it, the instance has one of its own. */
  readonly share?: SharedState | undefined;
  /** Versions begin above this one, if it is above those that the file knows. */
  readonly above?: number;
  /** Opens in time slices, because the program serves others meanwhile. */
  readonly isServing?: boolean;
  /** The file system of the workspace; Node's by default. */
  readonly fs?: FileSystem;
}

/** An open workspace with its file and everything else that lives as long as it is open. */
export class OpenWorkspace {
  readonly workspace: LiveWorkspace;
  /** Sentences about the parts of the file that could not be used. */
  readonly notes: readonly string[];
  /** Requests of an earlier run, kept beside the file. */
  readonly keptRequests: readonly RequestDetail[];
  readonly saver: WorkspaceSaver;
  readonly sessions: Sessions;
  readonly snapshots: Snapshots;
  readonly history: EditHistory;
  /** The edit under way, where several instances have to agree on it; without it, an edit is made at once. */
  proposal: ProposedChange | undefined;
  readonly parts: WorkspaceParts;
  readonly #stopObserving: () => void;

  constructor(
    workspace: LiveWorkspace,
    { notes, file }: Pick<OpenedWorkspace, 'notes' | 'file'>,
    keptRequests: readonly RequestDetail[],
    kept: KeptSnapshots,
    { scheduler, now, dirty, fs, share }: OpenOptions,
  ) {
    this.workspace = workspace;
    this.notes = [...notes, ...kept.notes];
    this.keptRequests = keptRequests;
    this.saver = new WorkspaceSaver(file, workspace, now, () => dirty.markDirty('save'));
    const Kind = share ? ReplicatedSessions : Sessions;
    this.sessions = new Kind(workspace, now, () => dirty.markDirty('sessions'));
    this.snapshots = new Snapshots(kept.snapshots, {
      // Shared snapshots are those of the engine.
      file: () => (share ? unwritten : this.saver.file),
      fs,
      onChange: () => dirty.markDirty('snapshots'),
    });
    this.parts = new WorkspaceParts(workspace, this.snapshots, (slice) => dirty.markDirty(slice));
    this.history = new EditHistory({
      now,
      run: (work) => this.saver.during(scheduler.run(work)),
      onMoved: () => this.saver.save(),
      onChange: () => dirty.markDirty('history'),
      proposal: () => this.proposal,
    });
    this.#stopObserving = workspace.observe((collection, { id }) => {
      dirty.markRecordDirty(collection, id);
    });
  }

  /** The file that the workspace is saved to now. */
  get file(): WorkspaceFile {
    return this.saver.file;
  }

  /** Returns a function that makes work a part of the edit under way, where several instances have to agree on it. */
  get partOfEdit(): <T>(work: Work<T>) => Work<T> {
    const { proposal } = this;
    return proposal ? (work) => proposal.inSlices(work) : (work) => work;
  }

  /** Replaces a part: at once, or as a part of the edit under way, where several instances have to agree on it. */
  replacePart<Name extends PartName>(name: Name, value: PartValues[Name]): void {
    if (this.proposal) this.proposal.part(name, value);
    else this.parts.set(name, value);
  }

  /** Carries out an edit of records by a console. Remembers it for undo and saves, unless it changed nothing. */
  edit(
    label: string,
    targets: readonly { readonly collection: SharedCollection; readonly id: string }[],
    change: () => void,
    by: string | undefined,
  ): void {
    if (this.history.perform(label, targets, change, by)) this.saver.save();
  }

  /** Remembers an edit that has been carried out, and saves, unless it changed nothing. */
  remember(edit: Edit): void {
    if (this.history.remember(edit)) this.saver.save();
  }

  /**
   * Writes unsaved changes and releases the file. Later changes are neither saved nor reported. Refused with `save-failed` or
   * `read-only` if an edit or a snapshot remains unsaved.
   */
  async close(): Promise<Result<null>> {
    this.#stopObserving();
    const snapshots = await this.snapshots.flush();
    const edits = await this.saver.close();
    return edits.ok ? snapshots : edits;
  }
}

const unwritten = { path: '', mode: 'memory', prepared: () => Promise.resolve() } as const;

/** Proposes other snapshots. */
export function proposeSnapshots(proposal: ProposedChange, before: SnapshotsByName, after: SnapshotsByName): void {
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const next = after.get(name);
    if (next !== before.get(name)) proposal.part(snapshotPart(name), next ? encodeSnapshot(name, next) : null);
  }
}

/** Opens a workspace file. Refused with `invalid-workspace` or `unknown-scenario`. */
export async function openWorkspace(path: string, options: OpenOptions): Promise<Result<OpenWorkspace>> {
  const schemas = new SchemaChecker();
  const { scheduler, isServing = false } = options;
  const run: RunWork = isServing ? (work) => scheduler.run(work) : runAtOnce;
  const opened = await openWorkspaceFile(path, { ...options, schemas, run: isServing ? run : undefined });
  if (!opened.ok) return opened;
  const { file } = opened.value;
  const hasSchema = opened.value.workspace.collections.some(({ definition }) => definition.schema !== null);
  if (isServing && hasSchema) await run(schemas.prepare());
  const joined = await options.share?.join(opened.value.workspace);
  if (joined?.ok === false) {
    await file.close();
    return joined;
  }
  const watermarks = joined ? allAbove(joined.value) : opened.value.watermarks;
  const live = await run(start({ ...opened.value, watermarks }, schemas, options));
  if (!live.ok) {
    await file.close();
    return live;
  }
  const keptRequests = await readRequests(requestsPath(file.path), options.fs);
  const kept = await readSnapshots(snapshotsPath(file.path), options.fs);
  return accept(new OpenWorkspace(live.value, opened.value, keptRequests, kept, options));
}

function* start(
  { workspace, watermarks }: OpenedWorkspace,
  schemas: SchemaChecker,
  { override, fixturesOnly = false, authority, scenario, above = 0, share }: OpenOptions,
): Work<Result<LiveWorkspace>> {
  const known = highestOf(watermarks) < above ? allAbove(above) : watermarks;
  const live = yield* LiveWorkspace.open(workspace, known, override, schemas, share && ReplicatedCollection);
  if (live.ok) Object.assign(live.value, { fixturesOnly, authority });
  if (!live.ok || scenario === undefined) return live;
  const activated = live.value.activate(scenario);
  return activated.ok ? live : activated;
}
