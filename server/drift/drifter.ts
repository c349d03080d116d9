import { randomUUID } from 'node:crypto';
import type { CommandInput } from '../contract/command.ts';
import type { DriftRun, ShownExchange } from '../contract/schema/drift.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import type { DriftCheck, DriftExchange, DriftRequest, Script, SideResponse } from '../domain/drift/drift.ts';
import { driftScript } from '../domain/drift/drift-script.ts';
import { DriftSecrets } from '../domain/drift/masked-drift.ts';
import { secretsOf } from '../domain/request/secrets.ts';
import type { Timeline } from '../domain/timeline/timeline.ts';
import { isLoopbackName } from '../http/connection/loopback.ts';
import { parseUpstream } from '../http/upstream/upstream-address.ts';
import type { Clock } from '../runtime/clock.ts';
import { type Jobs, jobCancelled, type Report } from '../runtime/jobs.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import type { CurrentWorkspace } from '../workspace/current-workspace.ts';
import { MockSide } from './mock-side.ts';
import { ServiceSide } from './service-side.ts';

export interface DrifterParts {
  readonly workspaces: CurrentWorkspace;
  readonly timeline: Timeline;
  readonly jobs: Jobs;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
}

/** Requests and milliseconds of a comparison, and responses in a row that fail before it ends. */
const limits = { requests: 5000, time: 900_000, failures: 3 };
/** Requests a second, to a service elsewhere and to one on this machine. */
const usualRate = 10;
const localRate = 100;

/** Requests that a collection takes, roughly. */
const usualRequests = 50;

/** Never aborted. */
const never = new AbortController().signal;

/** Both sides of a comparison under way, and what they have sent. */
interface Sides {
  readonly mock: MockSide;
  readonly service: ServiceSide;
  readonly secrets: DriftSecrets;
  readonly shown: ShownExchange[];
  /** Called after each exchange. */
  readonly onExchange: () => void;
}

/** Compares the mock with the real service, and holds the latest comparison. */
export class Drifter {
  readonly #parts: DrifterParts;
  #runs = 0;
  #latest: { readonly run: DriftRun; readonly exchanges: readonly ShownExchange[] } | null = null;

  constructor(parts: DrifterParts) {
    this.#parts = parts;
    parts.workspaces.onChange(({ kind }) => {
      if (kind === 'replaced') this.#latest = null;
      return undefined;
    });
  }

  /** The latest comparison and its exchanges. Refused with `conflict` if there is none, or `id` is that of another one. */
  latest(id?: string): Result<{ readonly run: DriftRun; readonly exchanges: readonly ShownExchange[] }, Problem> {
    if (!this.#latest) return refuse(problem('conflict', 'There is no finished comparison. Start one with drift.run.'));
    if (id === undefined || id === this.#latest.run.id) return accept(this.#latest);
    return refuse(problem('conflict', 'Another comparison has been made since. Compare again.'));
  }

  /** Compares collections for a console, by its id. Refused with `bad-parameter`, `unknown-collection`, `upstream-…` and `job-cancelled`. */
  async run(
    input: CommandInput<'drift.run'> & { readonly url: string },
    by?: string,
  ): Promise<Result<DriftRun, Problem>> {
    const { jobs, workspaces } = this.#parts;
    const address = parseUpstream(input.url);
    if (!address.ok) {
      const detail = `The URL of the upstream ${address.problem}.`;
      return refuse(problem('bad-parameter', detail, { parameter: 'url', reason: address.problem }));
    }
    const { workspace } = workspaces.current;
    const names = input.collections ?? [...workspace.collections.keys()];
    const missing = names.find((name) => !workspace.collections.get(name));
    if (missing !== undefined) return refuse(problem('unknown-collection', `There is no collection "${missing}".`));
    this.#runs += 1;
    const mine = this.#runs;
    await jobs.cancel('drift');
    if (mine !== this.#runs) return refuse(jobCancelled('drift'));
    const upstream = address.value.href;
    const label = `comparison with ${upstream}`;
    const done = await jobs.wait({ kind: 'drift', label, by }, (report, signal) =>
      this.#compare(names, { ...input, address: address.value }, report, signal),
    );
    if (!done.ok) return done;
    if (!done.value.ok) return done.value;
    const { exchanges, checks } = done.value.value;
    const run = { id: randomUUID(), upstream, requests: exchanges.length, checks };
    this.#latest = { run, exchanges };
    return accept(run);
  }

  async #compare(
    names: readonly string[],
    input: CommandInput<'drift.run'> & { readonly address: ConstructorParameters<typeof ServiceSide>[0] },
    report: Report,
    signal: AbortSignal,
  ): Promise<
    Result<{ readonly checks: readonly DriftCheck[]; readonly exchanges: readonly ShownExchange[] }, Problem>
  > {
    const { workspaces, timeline, scheduler, clock } = this.#parts;
    const { workspace } = workspaces.current;
    const headers = input.headers ?? [];
    const mock = await scheduler.run(MockSide.create(workspace, timeline));
    if (!mock) return refuse(problem('conflict', 'The records change too fast to be copied. Try again.'));
    const checks: DriftCheck[] = [];
    let [compared, since] = [0, 0];
    const sides: Sides = {
      mock,
      service: new ServiceSide(
        input.address,
        headers,
        input.rate ?? (isLoopbackName(input.address.hostname) ? localRate : usualRate),
        clock,
      ),
      secrets: new DriftSecrets(secretsOf(workspace.settings), headers),
      shown: [],
      onExchange: () => {
        since += 1;
        report((compared + Math.min(0.95, since / usualRequests)) / names.length);
      },
    };
    const script = driftScript({
      collections: names.flatMap((name) => workspace.collections.get(name)?.definition ?? []),
      settings: workspace.settings,
      writes: input.writes ?? false,
      word: `drift${randomUUID().slice(0, 8)}`,
      done: (found) => {
        checks.push(...found);
        compared += 1;
        since = 0;
        report(compared / names.length);
      },
    });
    report(0);
    try {
      const fault = await this.#drive(script, sides, signal);
      return fault ? refuse(fault) : accept({ checks, exchanges: sides.shown });
    } finally {
      mock.close();
    }
  }

  /**
   * Drives a script to its end. Once it is cancelled, or beyond a limit, the script is asked to end, and its last requests
   * delete what it has made. Gives the problem that ended it.
   */
  async #drive(script: Script<void>, sides: Sides, signal: AbortSignal): Promise<Problem | undefined> {
    const { clock } = this.#parts;
    const began = clock.elapsed();
    let fault: Problem | undefined;
    let failures = 0;
    let isEnding = false;
    let step = script.next();
    while (!step.done) {
      const isBeyond = sides.shown.length >= limits.requests || clock.elapsed() - began > limits.time;
      if (isBeyond)
        fault ??= problem('upstream-timeout', 'The comparison needs more than 5000 requests or 15 minutes.');
      if (!isEnding && (signal.aborted || fault)) {
        isEnding = true;
        step = script.return();
        continue;
      }
      const { exchange, problem: failed } = await this.#exchange(step.value, sides, isEnding ? never : signal);
      failures = failed ? failures + 1 : 0;
      if (failed && (failures >= limits.failures || sides.shown.length === 1)) fault ??= failed;
      step = script.next(exchange);
    }
    return fault;
  }

  async #exchange(request: DriftRequest, { mock, service, secrets, shown, onExchange }: Sides, signal: AbortSignal) {
    const { scheduler } = this.#parts;
    const [ours, theirs] = await Promise.all([
      request.ours && scheduler.run(mock.respond(request.ours)),
      // A write is never given up: its response tells what it has made.
      request.theirs && service.respond(request.theirs, request.theirs.method === 'GET' ? signal : never),
    ]);
    const judged = (response: SideResponse | null) => response && scheduler.run(secrets.judged(response));
    const response = { ours: await judged(ours), theirs: await judged(theirs?.ok ? theirs.value : null) };
    const exchange: DriftExchange = { number: shown.length, request, response };
    const masked = (side: 'ours' | 'theirs') => ({
      request: request[side] && secrets.request(request[side]),
      response: response[side] && secrets.response(response[side]),
    });
    onExchange();
    shown.push({ number: exchange.number, ours: masked('ours'), theirs: masked('theirs') });
    return { exchange, problem: theirs?.ok === false ? theirs.problem : undefined };
  }
}
