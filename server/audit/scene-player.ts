import type { CommandInput, CommandOutput } from '../contract/command.ts';
import type { AuditRunState } from '../contract/schema/state.ts';
import { hasFailed } from '../domain/audit/result.ts';
import { type Scene, sceneScenario } from '../domain/audit/scenes.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import type { Session, SharedMock } from '../domain/session/session.ts';
import type { RequestHead } from '../log/log-entry.ts';
import type { RequestLog } from '../log/request-log.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Auditor } from './auditor.ts';
import { defaultClientHeader } from './log-audit.ts';
import { clientName } from './logged-exchange.ts';
import { SceneStage } from './scene-stage.ts';

/** Which client the scenes play against; every given member must match. Without a session, clients without one. */
type SceneTarget = Pick<CommandInput<'audit.begin'>, 'client' | 'clientHeader' | 'connection' | 'session'>;

interface ScenePart {
  readonly scene: Scene;
  state: 'waiting' | 'playing' | 'played';
  requests: number;
  failed: readonly string[] | null;
}

interface SceneRun {
  readonly stage: SceneStage;
  readonly target: SceneTarget;
  readonly rules: string | undefined;
  /** Missing if only {@link ScenePlayer.step} ends a scene. */
  readonly seconds: number | undefined;
  readonly parts: readonly ScenePart[];
  /** Id of the first request. */
  readonly from: number;
  /** Index of the scene that plays; the number of scenes after the last one. */
  place: number;
}

export interface ScenePlayerOptions {
  readonly auditor: Auditor;
  readonly clock: Clock;
  readonly log: RequestLog;
  readonly mock: () => SharedMock;
  readonly findSession: (name: string) => Session | undefined;
  /** Called when {@link ScenePlayer.state} has another value. */
  readonly onChange: () => void;
}

/**
 * Plays scenes against one client. Its requests are served from a {@link SceneStage} of the run, so that they change neither
 * the workspace nor a session, and end, cancel or a crash leave both as they were.
 */
export class ScenePlayer {
  readonly #options: ScenePlayerOptions;
  #run: SceneRun | null = null;
  #runs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ScenePlayerOptions) {
    this.#options = options;
  }

  /** The run that plays, or the latest one; null before the first run and after a cancel. */
  get state(): AuditRunState | null {
    if (!this.#run) return null;
    return stateOf(this.#run);
  }

  /** Begins a run with its first scene. Refused with `conflict` while another run plays. */
  begin(
    scenes: readonly Scene[],
    { rules, seconds, ...target }: Omit<CommandInput<'audit.begin'>, 'scenes'>,
  ): Result<AuditRunState, Problem> {
    if (this.#run && isPlaying(this.#run)) {
      return refuse(problem('conflict', 'Scenes play already; end or cancel them first.'));
    }
    const { mock, findSession, clock, log } = this.#options;
    const { session } = target;
    this.#runs += 1;
    const shared = mock();
    const source = typeof session === 'string' ? (findSession(session) ?? shared) : shared;
    // A session that has not begun yet begins with the fixtures, so its stage does too.
    const isNew = typeof session === 'string' && source === shared;
    const name = `Client audit ${this.#runs}`;
    const stage = new SceneStage(shared, source, name, clock.now());
    if (isNew) stage.session.reset();
    const parts = scenes.map((scene): ScenePart => ({ scene, state: 'waiting', requests: 0, failed: null }));
    this.#run = { stage, target, rules, seconds, parts, from: log.nextId, place: -1 };
    this.#playNext(this.#run);
    return accept(stateOf(this.#run));
  }

  /** Ends the scene that plays and begins the next one; after the last one, the run is over. Refused with `conflict`. */
  async step(): Promise<Result<AuditRunState, Problem>> {
    const run = this.#run;
    if (!run || !isPlaying(run)) return refuse(noRun());
    this.#playNext(run);
    await this.#judge(run);
    return accept(stateOf(run));
  }

  /** Ends the run, if it still plays, and gives its results. Refused with `conflict` without a run. */
  async end(): Promise<Result<CommandOutput<'audit.end'>, Problem>> {
    const run = this.#run;
    if (!run) return refuse(noRun());
    this.#stop(run);
    const judged = await this.#judge(run);
    if (!judged.ok) return judged;
    return accept({ ...judged.value, ...stateOf(run) });
  }

  /** Ends the run without results. */
  cancel(): void {
    if (!this.#run) return;
    this.#stop(this.#run);
    this.#run = null;
    this.#options.onChange();
  }

  /** The mock for a request of the client that scenes play against; undefined for every other request. */
  stageFor(head: Pick<RequestHead, 'headers' | 'session' | 'connection' | 'origin'>): Session | undefined {
    const run = this.#run;
    const part = run?.parts[run.place];
    if (!run || !part || !isTarget(head, run.target)) return undefined;
    part.requests += 1;
    if (run.seconds !== undefined && part.requests === 1) {
      this.#timer = setTimeout(() => void this.step(), run.seconds * 1000);
      this.#timer.unref();
    }
    this.#options.onChange();
    return run.stage.session;
  }

  #playNext(run: SceneRun): void {
    const next = run.place + 1;
    const part = run.parts[next];
    this.#stop(run);
    if (!part) return;
    run.place = next;
    part.state = 'playing';
    run.stage.play(part.scene);
    this.#options.onChange();
  }

  /** Ends the scene that plays. Those that wait stay as they are. */
  #stop(run: SceneRun): void {
    clearTimeout(this.#timer);
    const playing = run.parts[run.place];
    if (playing) playing.state = 'played';
    run.place = run.parts.length;
    this.#options.onChange();
  }

  /** Judges the requests of a run, and notes which rules the client broke in each scene that has played. */
  async #judge({ stage, target, rules, parts, from }: SceneRun): ReturnType<Auditor['run']> {
    const { clientHeader } = target;
    const judged = await this.#options.auditor.run({
      session: stage.session.name,
      from,
      ...(rules === undefined ? {} : { rules }),
      ...(clientHeader === undefined ? {} : { clientHeader }),
    });
    if (!judged.ok) return judged;
    const broken = judged.value.results.filter((result) => hasFailed([result]));
    for (const part of parts) {
      if (part.state !== 'played') continue;
      const name = sceneScenario(part.scene);
      part.failed = broken.filter(({ failedIn }) => failedIn.includes(name)).map(({ id }) => id);
    }
    this.#options.onChange();
    return judged;
  }
}

function isPlaying({ place, parts }: SceneRun): boolean {
  return place < parts.length;
}

function stateOf(run: SceneRun): AuditRunState {
  const scenes = run.parts.map(({ scene, state, requests, failed }) => ({ name: scene.name, state, requests, failed }));
  return { session: run.stage.session.name, from: run.from, isPlaying: isPlaying(run), scenes };
}

function noRun(): Problem {
  return problem('conflict', 'No scenes play.');
}

function isTarget(
  { headers, session, connection, origin }: Pick<RequestHead, 'headers' | 'session' | 'connection' | 'origin'>,
  target: SceneTarget,
): boolean {
  const header = (target.clientHeader ?? defaultClientHeader).toLowerCase();
  return (
    origin === 'client' &&
    session === (target.session ?? null) &&
    (target.connection === undefined || connection?.number === target.connection) &&
    (target.client === undefined || clientName({ headers }, header) === target.client)
  );
}
