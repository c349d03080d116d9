import type { ExportProgress } from '../contract/schema/state.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { type Result, refuse } from '../domain/basics/result.ts';
import { type Work, whileWanted } from '../domain/basics/work.ts';
import type { Scheduler } from '../runtime/scheduler.ts';

/** Work on a text that says how far it has come, from 0 to 1. */
export type WritingWork<T> = (progress: (share: number) => void) => Work<Result<T>>;

/** Texts of many records, written while clients are answered and the tester watches. */
export class Exports {
  readonly #scheduler: Scheduler;
  readonly #changed: () => void;
  readonly #jobs = new Set<{ share: number; file: string }>();

  /** `changed` is called whenever {@link progress} has another value. */
  constructor(scheduler: Scheduler, changed: () => void) {
    this.#scheduler = scheduler;
    this.#changed = changed;
  }

  /** Of the one that began last; null while none is under way. */
  get progress(): ExportProgress | null {
    const latest = [...this.#jobs].at(-1);
    return latest ? { file: latest.file, share: latest.share } : null;
  }

  /** Refused with `export-ended` when it was cancelled meanwhile. */
  async run<T>(file: string, work: WritingWork<T>): Promise<Result<T, Problem>> {
    const job = { share: 0, file };
    this.#jobs.add(job);
    const report = (share: number) => {
      job.share = share;
      this.#changed();
    };
    const result = await this.#scheduler.run(whileWanted(work(report), () => this.#jobs.has(job)));
    this.#jobs.delete(job);
    this.#changed();
    return result ?? refuse(problem('export-ended', `The export of ${file} was cancelled.`));
  }

  /** Ends all that are under way. */
  cancel(): void {
    this.#jobs.clear();
    this.#changed();
  }
}
