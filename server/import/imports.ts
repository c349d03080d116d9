import { parse } from 'node:path';
import type { CommandInput, CommandOutput } from '../contract/command.ts';
import type { ImportPreview } from '../contract/schema/output.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import type { Work } from '../domain/basics/work.ts';
import { isCollectionName } from '../domain/model/collection-definition.ts';
import { undoAll } from '../domain/records/edit-history.ts';
import { type Jobs, jobCancelled, type Report } from '../runtime/jobs.ts';
import { readImport } from '../store/formats/import-text.ts';
import type { CurrentWorkspace } from '../workspace/current-workspace.ts';
import type { LiveWorkspace } from '../workspace/live-workspace.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { AppliedImport, applyImport, type OnCollections } from './import-apply.ts';
import { type ImportPlan, type PlannedCollection, planImport } from './import-plan.ts';

/** The most refusals that a preview lists. */
const shownRefusals = 100;

/** A file that was read, and the plan for its import. */
interface Preview {
  readonly id: number;
  readonly file: string;
  readonly open: OpenWorkspace;
  readonly plan: ImportPlan;
}

/** Imports of files into the current workspace, one at a time. Holds the latest preview until it is applied. */
export class Imports {
  readonly #workspaces: CurrentWorkspace;
  readonly #jobs: Jobs;
  readonly #onCollections: OnCollections;
  #preview: Preview | null = null;
  #lastId = 0;

  constructor(workspaces: CurrentWorkspace, jobs: Jobs, onCollections: OnCollections) {
    this.#workspaces = workspaces;
    this.#jobs = jobs;
    this.#onCollections = onCollections;
  }

  /**
   * Reads a file and describes the result of its import. Cancels the import under way. Refused with `invalid-workspace`, and
   * with `job-cancelled` if it was cancelled meanwhile.
   */
  async preview({ text, fileName, into }: CommandInput<'import.preview'>): Promise<Result<ImportPreview, Problem>> {
    this.forget();
    const id = this.#lastId;
    await this.#jobs.cancel('import');
    if (id !== this.#lastId) return refuse(jobCancelled('import'));
    const open = this.#workspaces.current;
    const { name } = parse(fileName);
    const collection = into ?? (isCollectionName(name) ? name : 'users');
    const job = await this.#jobs.run('import', fileName, (report) =>
      readPlan(open.workspace, text, fileName, collection, report),
    );
    const planned = job.ok ? job.value : job;
    if (!planned.ok) return planned;
    this.#preview = { id, file: fileName, open, plan: planned.value };
    return accept(described(id, planned.value));
  }

  /**
   * Imports the named collections of a preview as one edit. Refused without any change: with `conflict` if a collection was
   * replaced since, and with `job-cancelled` if the preview was dropped or the import cancelled.
   */
  async apply(
    { id, collections: names }: CommandInput<'import.apply'>,
    by?: string,
  ): Promise<Result<CommandOutput<'import.apply'>, Problem>> {
    const preview = this.#preview;
    if (preview?.id !== id || preview.open !== this.#workspaces.current) return refuse(jobCancelled('import'));
    const { open, file } = preview;
    const chosen = preview.plan.collections.filter(({ definition }) => names.includes(definition.name));
    const replaced = chosen.find(
      ({ definition, existing }) => open.workspace.collections.get(definition.name) !== existing,
    );
    if (replaced) {
      const detail = `The collection ${replaced.definition.name} was replaced. Read the file again.`;
      return refuse(problem('conflict', detail));
    }
    this.#preview = null;
    const records = count(chosen);
    const applied = new AppliedImport(open.workspace, this.#onCollections);
    function* apply(report: Report): Work<{ readonly records: number }> {
      yield* applyImport(chosen, applied, report);
      open.remember({ label: `import of ${file}`, records, by, changes: applied.changes });
      return { records };
    }
    function* revert(): Work<void> {
      yield* undoAll(applied.changes);
      // Another save may have written a part of the import meanwhile.
      if (applied.changes.length > 0) open.saver.save();
    }
    return this.#jobs.run('import', file, apply, revert);
  }

  /** Drops the preview, also one that is still being read. */
  forget(): void {
    this.#preview = null;
    this.#lastId += 1;
  }
}

/** Reads the text of a file and plans its import; each is half of the progress. */
function* readPlan(
  workspace: LiveWorkspace,
  text: string,
  fileName: string,
  collection: string,
  report: Report,
): Work<Result<ImportPlan, Problem>> {
  const read = yield* readImport(text, fileName, {
    schemas: workspace.schemas,
    collection,
    known: (name) => workspace.collections.get(name)?.definition,
    progress: (share) => report(share / 2),
  });
  return read.ok ? yield* planImport(read.value, workspace, (share) => report(0.5 + share / 2)) : read;
}

function described(id: number, { collections, notes }: ImportPlan): ImportPreview {
  return {
    id,
    collections: collections.map(({ definition, existing, fresh, changed, same, refused, places, isNamed, mode }) => ({
      name: definition.name,
      state: existing ? 'exists' : 'new',
      fresh,
      changed,
      same,
      refused: refused.length,
      refusals: refused.slice(0, shownRefusals),
      places,
      isNamed,
      mode,
    })),
    notes,
  };
}

function count(collections: readonly PlannedCollection[]): number {
  return collections.reduce((sum, { records }) => sum + records.length, 0);
}
