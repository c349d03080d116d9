import type { WorkProgress } from '../contract/schema/state.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { type Work, whileWanted } from '../domain/basics/work.ts';
import type { Scheduler } from './scheduler.ts';

/** Work that may take long, one at a time: it is done in scheduler, tells how far it is, and can be cancelled. */
export class LongWork {
  readonly #scheduler: Scheduler;
  readonly #changed: () => void;
  #underWay: { progress: WorkProgress | null } | null = null;

  /** `changed` is called whenever {@link progress} has another value. */
  constructor(scheduler: Scheduler, changed: () => void) {
    this.#scheduler = scheduler;
    this.#changed = changed;
  }

  /** Null while nothing is under way, or nothing that has paused yet. */
  get progress(): WorkProgress | null {
    return this.#underWay?.progress ?? null;
  }

  /**
   * What the work comes to; it is given the way to say how far it is, from 0 to 1. Refused with `conflict` while other
   * work is under way, and with `work-ended` when it was cancelled: it then stopped at one of its pauses.
   */
  async run<T>(label: string, work: (report: (share: number) => void) => Work<T>): Promise<Result<T, Problem>> {
    if (this.#underWay) {
      return refuse(problem('conflict', 'Another change of many records is under way. Wait for it, or cancel it.'));
    }
    const job: { progress: WorkProgress | null } = { progress: null };
    this.#underWay = job;
    const report = (share: number) => {
      job.progress = { label, share };
      this.#changed();
    };
    const isWanted = () => this.#underWay === job;
    try {
      const done = await this.#scheduler.run(whileWanted(boxed(work(report)), isWanted));
      return done ? accept(done.value) : refuse(problem('work-ended', 'The work was cancelled. Nothing was changed.'));
    } finally {
      if (isWanted()) this.cancel();
    }
  }

  /** Ends what is under way. */
  cancel(): void {
    this.#underWay = null;
    this.#changed();
  }
}

/** Work that comes to undefined is not to be taken for work that was cancelled. */
function* boxed<T>(work: Work<T>): Work<{ readonly value: T }> {
  return { value: yield* work };
}
