import type { JobKind, JobState } from '../contract/schema/state.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import type { Work } from '../domain/basics/work.ts';
import type { Scheduler } from './scheduler.ts';

/** Takes how far a job is, from 0 to 1. */
export type Report = (share: number) => void;

interface Job {
  readonly kind: JobKind;
  readonly label: string;
  /** Null until the job reports for the first time. */
  share: number | null;
  isCancelled: boolean;
  /** Tells work that waits for others. */
  readonly abort: AbortController;
}

const cancelled: Readonly<Record<JobKind, string>> = {
  import: 'The import was cancelled, or another one took its place. Nothing was imported.',
  export: 'The export was cancelled.',
  edit: 'The edit was cancelled. Nothing was changed.',
  replay: 'The replay was cancelled, or another one took its place.',
  drift: 'The comparison was cancelled, or another one took its place. What it had made is deleted.',
};

/** Work that may take long: done in time slices, it reports its progress and can be cancelled. */
export class Jobs {
  readonly #scheduler: Scheduler;
  readonly #onChange: () => void;
  readonly #underWay = new Map<Job, Promise<unknown>>();

  /** `onChange` is called when {@link state} has another value. */
  constructor(scheduler: Scheduler, onChange: () => void) {
    this.#scheduler = scheduler;
    this.#onChange = onChange;
  }

  /** The jobs that have reported, in the order in which they began. */
  get state(): readonly JobState[] {
    return [...this.#underWay.keys()].flatMap(({ kind, label, share }) =>
      share === null ? [] : [{ kind, label, share }],
    );
  }

  isUnderWay(kind: JobKind): boolean {
    return [...this.#underWay.keys()].some((job) => job.kind === kind);
  }

  /**
   * Does the work of a job and gives its result. Refused with `job-cancelled` when the job was cancelled: its work then
   * stops at its next pause, and `revert` takes back what it has done.
   */
  run<T>(
    kind: JobKind,
    label: string,
    work: (report: Report) => Work<T>,
    revert?: () => Work<void>,
  ): Promise<Result<T, Problem>> {
    return this.#follow(kind, label, (job) => this.#scheduler.run(this.#work(job, work, revert)));
  }

  /**
   * Follows work that waits for others, such as for responses over the network. Once the job is cancelled, the signal is
   * aborted; the work then ends by itself, and its result is refused with `job-cancelled`.
   */
  wait<T>(
    kind: JobKind,
    label: string,
    work: (report: Report, signal: AbortSignal) => Promise<T>,
  ): Promise<Result<T, Problem>> {
    return this.#follow(kind, label, async (job) => {
      const value = await work(this.#reportOf(job), job.abort.signal);
      return job.isCancelled ? refuse(jobCancelled(kind)) : accept(value);
    });
  }

  #follow<T>(
    kind: JobKind,
    label: string,
    begin: (job: Job) => Promise<Result<T, Problem>>,
  ): Promise<Result<T, Problem>> {
    const job: Job = { kind, label, share: null, isCancelled: false, abort: new AbortController() };
    const result = begin(job).finally(() => {
      this.#underWay.delete(job);
      if (job.share !== null) this.#onChange();
    });
    this.#underWay.set(
      job,
      result.catch(() => {}),
    );
    return result;
  }

  #reportOf(job: Job): Report {
    return (share) => {
      job.share = share;
      this.#onChange();
    };
  }

  /** Cancels the jobs of a kind. Fulfilled once what they have done is taken back. */
  async cancel(kind: JobKind): Promise<void> {
    for (const job of this.#underWay.keys()) {
      if (job.kind !== kind) continue;
      job.isCancelled = true;
      job.abort.abort();
    }
    await this.ended([kind]);
  }

  /** Fulfilled once the jobs of these kinds that are under way have ended. */
  async ended(kinds: readonly JobKind[]): Promise<void> {
    await Promise.all([...this.#underWay].map(([job, end]) => (kinds.includes(job.kind) ? end : null)));
  }

  *#work<T>(job: Job, work: (report: Report) => Work<T>, revert?: () => Work<void>): Work<Result<T, Problem>> {
    const slices = work(this.#reportOf(job));
    while (!job.isCancelled) {
      const { done, value } = slices.next();
      if (done) return accept(value);
      yield;
    }
    if (revert) yield* revert();
    return refuse(jobCancelled(job.kind));
  }
}

/** The refusal of what a cancelled job was asked for. */
export function jobCancelled(kind: JobKind): Problem {
  return problem('job-cancelled', cancelled[kind]);
}
