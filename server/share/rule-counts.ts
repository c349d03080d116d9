import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import type { MockRequest } from '../domain/request/mock-request.ts';
import type { CounterValues, RuleCounters, WindowHit } from '../domain/scenario/rule-counters.ts';
import type { RuleOutcome } from '../domain/scenario/rule-outcome.ts';
import type { SharedOutcomes } from '../domain/session/context.ts';
import { ask } from './engine/ask.ts';
import { EngineRefusal } from './engine/connection.ts';
import { countersScript, countScript } from './engine/count-scripts.ts';
import { writePatience } from './engine/patience.ts';
import type { Replica } from './replica.ts';
import { Unsettled } from './unsettled.ts';

/** The counters of scenario rules in the engine: a third request is the third of all instances. */
export class RuleCounts implements SharedOutcomes {
  readonly #replica: Replica;
  readonly #session: string | null;
  readonly #counts: WeakMap<MockRequest, RequestCounts>;
  readonly #outcomes: WeakMap<MockRequest, RuleOutcome>;

  constructor(replica: Replica, session: string | null = null, of?: RuleCounts) {
    this.#replica = replica;
    this.#session = session;
    this.#counts = of ? of.#counts : new WeakMap();
    this.#outcomes = of ? of.#outcomes : new WeakMap();
  }

  inSession(name: string): RuleCounts {
    return new RuleCounts(this.#replica, name, this);
  }

  of(request: MockRequest, scenario: string, evaluate: (counters: RuleCounters) => RuleOutcome): RuleOutcome {
    const known = this.#outcomes.get(request);
    if (known) return known;
    const counts = this.#counts.get(request) ?? new RequestCounts((args) => this.#count(scenario, args));
    this.#counts.set(request, counts);
    const outcome = evaluate(counts);
    this.#outcomes.set(request, outcome);
    return outcome;
  }

  async values(scenario: string, keys: readonly string[]): Promise<Result<CounterValues>> {
    const { keys: names } = this.#replica;
    const asked = await ask(this.#replica, countersScript, [names.counters(this.#session, scenario)], () => keys);
    if (!asked.ok) return refuse(problem('share-away', asked.problem.detail, { retryAfter: 1 }));
    const [now = '', ...values] = asked.value.map(String);
    const counts = (at: number) => keys.map((key, index) => [key, Number(values[3 * index + at] || 0)] as const);
    const windows = keys.flatMap((key, index) => {
      const [began, requests] = (values[3 * index + 2] ?? '').split(' ').map(Number);
      // A window has the engine's time; a dry run has the clock of this instance.
      return requests === undefined || began === undefined
        ? []
        : [[key, { began: performance.now() - (Number(now) - began), requests }] as const];
    });
    return accept({ matched: counts(0), steps: counts(1), windows });
  }

  /** Sent once: where the answer is lost, nobody knows whether the request was counted, and its client is told so. */
  async #count(scenario: string, args: readonly string[]): Promise<Result<readonly string[]>> {
    const replica = this.#replica;
    const { meta, counted, counters } = replica.keys;
    const keys = [meta, counted, counters(this.#session, scenario)];
    const deadline = performance.now() + writePatience;
    for (;;) {
      const connection = await replica.live(deadline - performance.now());
      if (!connection) return refuse(uncounted(`${replica.status.away()} The request was not counted.`));
      const { epoch } = replica.status;
      try {
        const reply = await connection.script(countScript, keys, [`${epoch}`, ...args]);
        const [kind, ...numbers] = reply.map(String);
        if (kind === 'counted') return accept(numbers);
        if (replica.status.epoch === epoch) replica.rejoin();
      } catch (error) {
        if (error instanceof EngineRefusal) return refuse(uncounted(`${error.sentence} The request was not counted.`));
        return refuse(uncounted('The engine of the shared state did not say whether it has counted the request.'));
      }
    }
  }
}

/** The counts of the engine for one request. */
class RequestCounts implements RuleCounters {
  readonly #count: (args: readonly string[]) => Promise<Result<readonly string[]>>;
  /** The numbers that the engine gave, by what it was asked. */
  readonly #known = new Map<string, readonly number[]>();

  constructor(count: (args: readonly string[]) => Promise<Result<readonly string[]>>) {
    this.#count = count;
  }

  places(keys: readonly string[]): readonly number[] {
    return this.#numbers(['places', ...keys]).map((number) => number - 1);
  }

  step(key: string): number {
    const [number = 1] = this.#numbers(['step', key]);
    return number - 1;
  }

  hit(key: string, length: number): WindowHit {
    const [requests = 1, left = length] = this.#numbers(['hit', key, String(length)]);
    return { requests, left };
  }

  #numbers(args: readonly string[]): readonly number[] {
    const question = JSON.stringify(args);
    const known = this.#known.get(question);
    if (known) return known;
    throw new Unsettled(async () => {
      const counted = await this.#count(args);
      if (!counted.ok) return counted;
      this.#known.set(question, counted.value.map(Number));
      return accept(null);
    });
  }
}

function uncounted(detail: string): Problem {
  return problem('share-away', detail, { outcome: 'not-made', retryAfter: 1 });
}
