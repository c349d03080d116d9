import type { JobKind, JobState } from '../contract/schema/state.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import type { Work } from '../domain/basics/work.ts';
import type { Scheduler } from './scheduler.ts';

/** Takes how far a job is, from 0 to 1. */
export type Report = (share: number) => void;

/** Who has a job done: the console of that id, or a caller without one. */
export interface JobOwner {
  readonly by: string | undefined;
}

/** A job before it begins. */
interface JobOrder extends JobOwner {
  readonly kind: JobKind;
  readonly label: string;
}

interface Job extends JobOrder {
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

  /** Whether a job of that kind is under way; with an owner, one of that owner. */
  isUnderWay(kind: JobKind, owner?: JobOwner): boolean {
    return this.#jobsOf(kind, owner).length > 0;
  }

  #jobsOf(kind: JobKind, owner: JobOwner | undefined): readonly Job[] {
    const jobs = [...this.#underWay.keys()];
    return jobs.filter((job) => job.kind === kind && (owner === undefined || job.by === owner.by));
  }

  /**
   * Does the work of a job and gives its result. Refused with `job-cancelled` when the job was cancelled: its work then
   * stops at its next pause, and `revert` takes back what it has done.
   */
  run<T>(order: JobOrder, work: (report: Report) => Work<T>, revert?: () => Work<void>): Promise<Result<T, Problem>> {
    return this.#follow(order, (job) => this.#scheduler.run(this.#work(job, work, revert)));
  }

  /**
   * Follows work that waits for others, such as for responses over the network. Once the job is cancelled, the signal is
   * aborted; the work then ends by itself, and its result is refused with `job-cancelled`.
   */
  wait<T>(order: JobOrder, work: (report: Report, signal: AbortSignal) => Promise<T>): Promise<Result<T, Problem>> {
    return this.#follow(order, async (job) => {
      const value = await work(this.#reportOf(job), job.abort.signal);
      return job.isCancelled ? refuse(jobCancelled(order.kind)) : accept(value);
    });
  }

  #follow<T>(order: JobOrder, begin: (job: Job) => Promise<Result<T, Problem>>): Promise<Result<T, Problem>> {
    const job: Job = { ...order, share: null, isCancelled: false, abort: new AbortController() };
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

  /** Cancels the jobs of a kind; with an owner, those of that owner. Fulfilled once what they have done is taken back. */
  async cancel(kind: JobKind, owner?: JobOwner): Promise<void> {
    const jobs = this.#jobsOf(kind, owner);
    for (const job of jobs) {
      job.isCancelled = true;
      job.abort.abort();
    }
    await Promise.all(jobs.map((job) => this.#underWay.get(job)));
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
