import type { CommandInput, CommandOutput } from '../contract/command.ts';
import type { ImportPreview, SuggestedSettings } from '../contract/schema/import.ts';
import type { AddedRecords, RecordName } from '../contract/schema/output.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import type { Work } from '../domain/basics/work.ts';
import { quote } from '../domain/json/wording.ts';
import { undoAll } from '../domain/records/edit-history.ts';
import { type AddingOutput, addedRecords } from '../editing/record-page.ts';
import { Afterwards } from '../runtime/afterwards.ts';
import { type JobOwner, type Jobs, jobCancelled, type Report } from '../runtime/jobs.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import type { CurrentWorkspace } from '../workspace/current-workspace.ts';
import type { LiveWorkspace } from '../workspace/live-workspace.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { HeldPreviews } from './held-previews.ts';
import { AppliedImport, applyImport, changeCount, findOvertaken } from './import-apply.ts';
import { type ImportPlan, type PlannedCollection, planImport } from './import-plan.ts';
import { previewRows } from './import-rows.ts';
import type { ImportSource } from './import-source.ts';

/** The most refusals that a preview lists. */
const shownRefusals = 100;

/** A source that was read, and the plan for its import. */
interface Preview extends JobOwner {
  readonly id: number;
  readonly label: string;
  readonly open: OpenWorkspace;
  readonly plan: SuggestedPlan;
  readonly records: number;
}

interface SuggestedPlan extends ImportPlan {
  readonly settings: SuggestedSettings | null;
}

/** Is told what an import has changed. */
interface ImportObserver {
  markCollectionsDirty(names: readonly string[]): void;
  markDirty(slice: 'workspace'): void;
}

/**
 * Imports of files and recordings into the current workspace, one at a time for each console. Holds the latest preview of a
 * console until it is applied.
 */
export class Imports {
  readonly #workspaces: CurrentWorkspace;
  readonly #jobs: Jobs;
  readonly #scheduler: Scheduler;
  readonly #observer: ImportObserver;
  readonly #previews = new HeldPreviews<Preview>();
  /** The ids of the previews to come, by their consoles. */
  readonly #awaited = new Map<string | undefined, number>();
  /** Begins at the present time, so that no id of an earlier run of the host means another preview. */
  #lastId = Date.now();

  constructor(workspaces: CurrentWorkspace, jobs: Jobs, scheduler: Scheduler, observer: ImportObserver) {
    this.#workspaces = workspaces;
    this.#jobs = jobs;
    this.#scheduler = scheduler;
    this.#observer = observer;
    // They would keep the whole of the former workspace in memory.
    workspaces.onChange(() => {
      this.#previews.drop();
    });
  }

  /**
   * Reads a source for a console, by its id, and describes the result of its import. Cancels the import of that console which
   * is under way. Refused with `invalid-workspace`, and with `job-cancelled` if it was cancelled meanwhile. A refused choice
   * leaves the preview as it was.
   */
  async preview(source: ImportSource, by?: string): Promise<Result<ImportPreview, Problem>> {
    const { label, choices } = source;
    if (choices.size === 0) this.#previews.drop({ by });
    this.#lastId += 1;
    const id = this.#lastId;
    this.#awaited.set(by, id);
    await this.#jobs.cancel('import', { by });
    if (this.#awaited.get(by) !== id) return refuse(jobCancelled('import'));
    const open = this.#workspaces.current;
    const reading = this.#jobs.run({ kind: 'import', label, by }, (report) => readPlan(open.workspace, source, report));
    const job = await reading.finally(() => {
      if (this.#awaited.get(by) === id) this.#awaited.delete(by);
    });
    const planned = job.ok ? job.value : job;
    if (!planned.ok) return planned;
    this.#previews.hold({ id, by, label, open, plan: planned.value, records: recordsIn(planned.value) });
    return accept(described(id, planned.value));
  }

  /**
   * Imports the named collections of a preview as one edit, and changes the suggested settings if they are wanted. Refused
   * without any change: with `conflict` if a planned collection or record has changed since, with `job-cancelled` if the
   * preview was dropped or the import cancelled.
   */
  async apply(
    { id, collections: names, settings: wantsSettings = false }: CommandInput<'import.apply'>,
    by?: string,
  ): Promise<Result<AddingOutput<CommandOutput<'import.apply'>>, Problem>> {
    const preview = this.#held(id);
    if (!preview) return refuse(previewGone());
    if (this.#jobs.isUnderWay('import', preview)) return refuse(jobCancelled('import'));
    const { open, label } = preview;
    const chosen = preview.plan.collections.filter(({ definition }) => names.includes(definition.name));
    const { proposal, partOfEdit } = open;
    // A proposal may have to be made again.
    if (!proposal) this.#previews.drop(preview);
    const records = chosen.reduce((sum, planned) => sum + changeCount(planned), 0);
    const applied = new AppliedImport(open.workspace, (names) => this.#observer.markCollectionsDirty(names), proposal);
    const { settings } = preview.plan;
    const changeSettings = () => {
      if (!wantsSettings || !settings) return;
      if (proposal) proposal.part('settings', { ...open.parts.get('settings'), ...settings });
      else
        applied.changes.push(...open.workspace.changeSettings(settings, () => this.#observer.markDirty('workspace')));
    };
    function* apply(report: Report): Work<Result<CommandOutput<'import.apply'>, Problem>> {
      const overtaken = yield* findOvertaken(chosen, open.workspace);
      if (overtaken) return refuse(overtaken);
      // First, because they decide which paths are free.
      changeSettings();
      const meanwhile = yield* applyImport(chosen, applied, report, open.workspace);
      if (meanwhile) {
        yield* undoAll(applied.changes);
        return refuse(meanwhile);
      }
      open.remember({ label: `import of ${label}`, records, by, changes: applied.changes });
      return accept({ records, first: firstRecord(chosen, applied), added: null });
    }
    const revert = () => undoAll(applied.changes);
    const whole = (report: Report) => partOfEdit(apply(report));
    const job = await open.saver.during(
      this.#jobs.run({ kind: 'import', label, by }, whole, () => partOfEdit(revert())),
    );
    const done = job.ok ? job.value : job;
    if (!done.ok) return done;
    const added = new Afterwards(() => this.#addedTo(open, done.value.first?.collection, applied));
    return accept({ ...done.value, added });
  }

  /** The new records of a collection; null if it has none. */
  async #addedTo(
    { workspace }: OpenWorkspace,
    name: string | undefined,
    { added }: AppliedImport,
  ): Promise<AddedRecords | null> {
    const collection = name === undefined ? undefined : workspace.collections.get(name);
    const ids = new Set(added.get(name ?? ''));
    return collection ? this.#scheduler.run(addedRecords(collection, ids)) : null;
  }

  /**
   * A page of the records of a preview, in file order, compared with the workspace as it is now. Refused with `job-cancelled`
   * if it is not held any more, and with `unknown-collection`.
   */
  async rows({
    id,
    collection,
    kind,
    offset,
    limit,
  }: CommandInput<'import.rows'>): Promise<Result<CommandOutput<'import.rows'>, Problem>> {
    const preview = this.#held(id);
    if (!preview) return refuse(previewGone());
    const planned = preview.plan.collections.find(({ definition }) => definition.name === collection);
    if (!planned) return refuse(problem('unknown-collection', `The import has no collection ${quote(collection)}.`));
    return accept(await this.#scheduler.run(previewRows(planned, kind, offset, limit)));
  }

  /** The preview of that id, unless another workspace is open now. */
  #held(id: number): Preview | undefined {
    const preview = this.#previews.find(id);
    return preview?.open === this.#workspaces.current ? preview : undefined;
  }

  /** Drops the preview of an owner, also one that is still being read; without an owner, all. */
  forget(owner?: JobOwner): void {
    this.#previews.drop(owner);
    if (owner) this.#awaited.delete(owner.by);
    else this.#awaited.clear();
  }
}

function previewGone(): Problem {
  return problem('job-cancelled', 'The host does not have this preview any more. Nothing was imported.');
}

/** Reads a source and plans its import; each is half of the progress. */
function* readPlan(
  workspace: LiveWorkspace,
  { choices, read: readSource }: ImportSource,
  report: Report,
): Work<Result<SuggestedPlan, Problem>> {
  const read = yield* readSource(workspace, (share) => report(share / 2));
  if (!read.ok) return read;
  const plan = yield* planImport(read.value, workspace, (share) => report(0.5 + share / 2), choices);
  return plan.ok ? accept({ ...plan.value, settings: read.value.settings ?? null }) : plan;
}

/** The number of records that a plan holds. */
function recordsIn({ collections }: ImportPlan): number {
  const lists = collections.flatMap(({ records, refused }) => [...Object.values(records), refused]);
  return lists.reduce((sum, { length }) => sum + length, 0);
}

/** The first new record of an import; the first changed one if none is new. */
function firstRecord(collections: readonly PlannedCollection[], { added }: AppliedImport): RecordName | null {
  const named = (idOf: (planned: PlannedCollection) => string | undefined) =>
    collections.flatMap((planned) => {
      const [collection, id] = [planned.definition.name, idOf(planned)];
      return id === undefined ? [] : [{ collection, id }];
    });
  const [fresh] = named(({ definition }) => added.get(definition.name)?.[0]);
  const [changed] = named(({ records }) => records.changed[0]?.id);
  return fresh ?? changed ?? null;
}

function described(id: number, { collections, notes, settings }: SuggestedPlan): ImportPreview {
  return {
    id,
    collections: collections.map(({ definition, existing, records, refused, ...planned }) => ({
      name: definition.name,
      source: planned.source,
      state: existing ? 'exists' : 'new',
      key: definition.key,
      keys: planned.keys,
      paths: (definition.paths ?? []).map(({ path }) => path),
      sort: definition.sort,
      time: definition.time,
      fresh: records.new.length,
      changed: records.changed.length,
      same: records.same.length,
      removed: records.removed.length,
      kept: planned.kept,
      refused: refused.length,
      refusals: refused.slice(0, shownRefusals).map(({ value: _, ...line }) => line),
      places: planned.places,
      isNamed: planned.isNamed,
      mode: planned.mode,
    })),
    notes,
    settings,
  };
}
