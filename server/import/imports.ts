import { parse } from 'node:path';
import type { CommandInput, CommandOutput } from '../contract/command.ts';
import type { ImportPreview } from '../contract/schema/output.ts';
import type { ImportProgress } from '../contract/schema/state.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { finish, type Work, whileWanted } from '../domain/basics/work.ts';
import { isCollectionName } from '../domain/model/collection-definition.ts';
import { type Edit, runStep } from '../domain/records/edit-history.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { readImport } from '../store/formats/import-text.ts';
import type { LiveWorkspace } from '../workspace/live-workspace.ts';
import { AppliedImport, applyImport } from './import-apply.ts';
import { type ImportPlan, type PlannedCollection, planImport } from './import-plan.ts';

/** Refusals that a preview gives in full. */
const shownRefusals = 100;

/** One import, from the reading of its file to its end. */
interface Job {
  readonly id: number;
  readonly file: string;
  plan: ImportPlan | null;
  progress: ImportProgress | null;
}

/** Imports of files, one at a time, while clients are answered and the tester watches. */
export class Imports {
  readonly #workspace: LiveWorkspace;
  readonly #scheduler: Scheduler;
  readonly #changed: () => void;
  /** The import that is wanted: work for any other one stops at its next pause. */
  #job: Job | null = null;
  #lastId = 0;

  /** `changed` is called whenever {@link progress} has another value. */
  constructor(workspace: LiveWorkspace, scheduler: Scheduler, changed: () => void) {
    this.#workspace = workspace;
    this.#scheduler = scheduler;
    this.#changed = changed;
  }

  /** Null while nothing is under way. */
  get progress(): ImportProgress | null {
    return this.#job?.progress ?? null;
  }

  /** Reads a file and says what importing it would do. Refused with `import-ended` when it was cancelled meanwhile. */
  async preview({ text, fileName, into }: CommandInput<'import.preview'>): Promise<Result<ImportPreview, Problem>> {
    this.#lastId += 1;
    const job: Job = { id: this.#lastId, file: fileName, plan: null, progress: null };
    this.#job = job;
    const { name } = parse(fileName);
    const collection = into ?? (isCollectionName(name) ? name : 'users');
    const planned = await this.#run(job, this.#plan(job, text, collection));
    if (planned === undefined) return refuse(ended());
    if (!planned.ok) return planned;
    job.plan = planned.value;
    return accept(described(job.id, planned.value));
  }

  /**
   * Imports what was previewed, as far as the collections are named. Gives the number of records and the way back; refused
   * with `import-ended` when there is no such preview any more, or when it was cancelled, and then nothing has changed.
   */
  async apply({
    id,
    collections: names,
  }: CommandInput<'import.apply'>): Promise<Result<CommandOutput<'import.apply'> & { readonly edit: Edit }, Problem>> {
    const job = this.#job;
    if (job?.id !== id || !job.plan || job.progress) return refuse(ended());
    const chosen = job.plan.collections.filter(({ definition }) => names.includes(definition.name));
    const moved = chosen.find(
      ({ definition, existing }) => this.#workspace.collections.get(definition.name) !== existing,
    );
    if (moved)
      return refuse(problem('conflict', `${moved.definition.name} is another collection now: read the file again.`));
    const applied = new AppliedImport();
    const progress = this.#report(job, 'adding', 0, 1);
    const work = applyImport(chosen, this.#workspace, applied, progress);
    const isDone = (await this.#run(job, completed(work))) !== undefined;
    const ways = applied.ways(this.#workspace);
    if (!isDone) {
      finish(runStep(ways.undo));
      return refuse(ended());
    }
    this.cancel();
    return accept({ records: count(chosen), edit: { label: `import of ${job.file}`, ...ways } });
  }

  /** Ends what is under way. */
  cancel(): void {
    this.#job = null;
    this.#changed();
  }

  *#plan(job: Job, text: string, collection: string): Work<Result<ImportPlan, Problem>> {
    const { collections, schemas } = this.#workspace;
    const read = yield* readImport(text, job.file, {
      schemas,
      collection,
      known: (name) => collections.get(name)?.definition,
      progress: this.#report(job, 'reading', 0, 0.5),
    });
    if (!read.ok) return read;
    return yield* planImport(read.value, this.#workspace, this.#report(job, 'reading', 0.5, 1));
  }

  /** Tells a step's progress, from 0 to 1, as that part of the whole. */
  #report(job: Job, step: ImportProgress['step'], from: number, to: number): (share: number) => void {
    return (share) => {
      job.progress = { file: job.file, step, share: from + share * (to - from) };
      this.#changed();
    };
  }

  /** Does a job's work in scheduler; undefined when the job was no longer wanted before its end. */
  async #run<T>(job: Job, work: Work<T>): Promise<T | undefined> {
    const isWanted = () => this.#job === job;
    const result = await this.#scheduler.run(whileWanted(work, isWanted));
    job.progress = null;
    this.#changed();
    return result;
  }
}

function* completed(work: Work<void>): Work<true> {
  yield* work;
  return true;
}

function described(id: number, { collections, notes }: ImportPlan): ImportPreview {
  return {
    id,
    collections: collections.map(({ definition, existing, fresh, changed, same, refused, places, isNamed }) => ({
      name: definition.name,
      state: existing ? 'exists' : 'new',
      fresh,
      changed,
      same,
      refused: refused.length,
      refusals: refused.slice(0, shownRefusals),
      places,
      isNamed,
    })),
    notes,
  };
}

function count(collections: readonly PlannedCollection[]): number {
  return collections.reduce((sum, { records }) => sum + records.length, 0);
}

function ended(): Problem {
  return problem('import-ended', 'The import was cancelled, or another one took its place. Nothing was imported.');
}
