import type { ReplayedRequest, ReplaySummary } from '../contract/schema/timeline.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import type { Work } from '../domain/basics/work.ts';
import { Moment } from '../domain/timeline/moment.ts';
import { Timeline } from '../domain/timeline/timeline.ts';
import type { RequestLog } from '../log/request-log.ts';
import type { Clock } from '../runtime/clock.ts';
import { type Jobs, jobCancelled } from '../runtime/jobs.ts';
import type { CurrentWorkspace } from '../workspace/current-workspace.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { replayFrom } from './replay.ts';

export interface TimeMachineParts {
  readonly workspaces: CurrentWorkspace;
  readonly log: RequestLog;
  readonly jobs: Jobs;
  readonly clock: Clock;
}

interface Replay extends ReplaySummary {
  readonly requests: readonly ReplayedRequest[];
}

/** The bytes that changes may take, as a share of those of the log: both together stay below promise 7. */
const logShare = 1 / 4;

/** The states that the open workspace had in this run. Holds the timeline, the latest moment asked for and the latest replay. */
export class TimeMachine {
  readonly timeline: Timeline;
  readonly #parts: TimeMachineParts;
  #latest: Moment | null = null;
  /** Id of the first request to the open workspace. */
  #firstRequest = 1;
  #replay: Replay | null = null;
  #replays = 0;

  constructor(parts: TimeMachineParts) {
    const { workspaces, clock } = parts;
    this.#parts = parts;
    this.timeline = new Timeline({
      now: clock.now,
      limit: () => workspaces.current.workspace.settings.log.bytes * logShare,
    });
    this.#follow(workspaces.current);
    workspaces.onChange(({ kind, now }) => {
      if (kind !== 'moved') this.#follow(now);
      return undefined;
    });
  }

  /** The records at a moment, which stay as they are. Refused with `unknown-moment`. */
  *moment(number: number): Work<Result<Moment, Problem>> {
    const latest = this.#latest;
    if (latest && latest.number === number && latest.end === this.timeline.endOf(number)) return accept(latest);
    const moment = yield* Moment.at(this.timeline, number);
    if (!moment) return refuse(this.unknownMoment(number));
    this.#latest?.close();
    this.#latest = moment;
    return accept(moment);
  }

  /** Repeats the requests since a moment for a console, by its id. Refused with `unknown-moment` and `job-cancelled`. */
  async replay(from: number, by?: string): Promise<Result<ReplaySummary, Problem>> {
    const { jobs, workspaces, log } = this.#parts;
    this.#replays += 1;
    const mine = this.#replays;
    this.#replay = null;
    await jobs.cancel('replay');
    if (mine !== this.#replays) return refuse(jobCancelled('replay'));
    const { workspace } = workspaces.current;
    const job = await jobs.run({ kind: 'replay', label: 'replay of requests', by }, (report) =>
      replayFrom({ workspace, timeline: this.timeline, log, firstRequest: this.#firstRequest }, from, report),
    );
    if (!job.ok) return job;
    if (!job.value) return refuse(this.unknownMoment(from));
    const { requests, knowsCounters } = job.value;
    const count = (outcome: ReplayedRequest['outcome']) => requests.filter((one) => one.outcome === outcome).length;
    const counts = { same: count('same'), different: count('different'), skipped: count('skipped') };
    const summary = { moment: from, ...counts, knowsCounters };
    if (mine === this.#replays) this.#replay = { ...summary, requests };
    return accept(summary);
  }

  /** The requests of the latest replay. Refused with `conflict` if there is none. */
  replayed(): Result<readonly ReplayedRequest[], Problem> {
    if (!this.#replay)
      return refuse(problem('conflict', 'There is no finished replay. Start one with timeline.replay.'));
    return accept(this.#replay.requests);
  }

  unknownMoment(number: number): Problem {
    const { first, last } = this.timeline;
    const detail = `There is no moment ${number}. The timeline has the moments ${first} to ${last}.`;
    return problem('unknown-moment', detail, { first, last });
  }

  #follow({ workspace: { collectionSet }, history }: OpenWorkspace): void {
    this.#latest?.close();
    this.#latest = null;
    this.#replay = null;
    this.#replays += 1;
    this.#firstRequest = this.#parts.log.nextId;
    this.timeline.follow(collectionSet);
    history.onEdit = (label) => this.timeline.label(label);
  }
}
