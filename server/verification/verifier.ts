import type { ExpectationsState } from '../contract/schema/state.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import type { Secrets } from '../domain/request/secrets.ts';
import {
  completeExpectation,
  type DeclaredExpectation,
  type Expectation,
  withFollowing,
} from '../domain/verification/expectation.ts';
import { countOutcomes, type ExpectationResult } from '../domain/verification/result.ts';
import { type Beginning, Verification } from '../domain/verification/verification.ts';
import { receivedRequest } from '../log/received-request.ts';
import type { RequestLog } from '../log/request-log.ts';

/** Matches the requests of the log against all expectations as they end. Costs nothing while there are none. */
export class Verifier {
  readonly #log: RequestLog;
  readonly #onChange: () => void;
  readonly #secrets: () => Secrets;
  #verification: Verification;
  #stop: (() => void) | undefined;
  #revision = 0;

  /** `onChange` is called when results may have changed; `secrets` are the values that no result names. */
  constructor(log: RequestLog, secrets: () => Secrets, onChange: () => void) {
    this.#log = log;
    this.#onChange = onChange;
    this.#secrets = secrets;
    this.#verification = new Verification(secrets);
  }

  get state(): ExpectationsState {
    const results = this.#verification.results();
    return { total: results.length, met: countOutcomes(results).met, revision: this.#revision };
  }

  /** The results of all expectations, or of one session. */
  results(session?: string): readonly ExpectationResult[] {
    const results = this.#verification.results();
    return session === undefined ? results : results.filter(({ expectation }) => expectation.session === session);
  }

  /** The expectation of a name in a session. */
  find({ name, session }: Pick<Expectation, 'name' | 'session'>): Expectation | undefined {
    return this.#verification.expectations.find((one) => one.name === name && one.session === session);
  }

  /**
   * Adds expectations, all or none of them, and gives their names. `since` is the time of the first request that counts,
   * in milliseconds since 1970; without it the next one is the first.
   */
  add(declared: readonly DeclaredExpectation[], since?: number): Result<readonly string[], Problem> {
    return this.#declare(declared, this.#verification.expectations, since);
  }

  /** Replaces the selected expectations, and those to be met after them. */
  replace(
    declared: readonly DeclaredExpectation[],
    isReplaced: (expectation: Expectation) => boolean,
    since?: number,
  ): Result<readonly string[], Problem> {
    const left = this.#verification.expectations.filter((expectation) => !isReplaced(expectation));
    const added = this.#declare(declared, left, since, () => this.#verification.remove(isReplaced));
    if (added.ok) this.#settle();
    return added;
  }

  /**
   * Replaces an expectation, which keeps its place, and its name unless it gets another. Those that come after it count
   * again with it.
   */
  edit(
    { name, session }: Pick<Expectation, 'name' | 'session'>,
    declared: DeclaredExpectation,
    since?: number,
  ): Result<readonly string[], Problem> {
    const before = this.#verification.expectations;
    const [edited, ...following] = withFollowing(before, { name, session });
    if (!edited) return refuse(problem('unknown-expectation', `There is no expectation "${name}".`));
    const next = { ...declared, name: declared.name ?? name };
    const after = following.map((one) => (one.after === name ? { ...one, after: next.name } : one));
    const replaced = this.replace([next, ...after], (one) => one === edited || following.includes(one), since);
    if (replaced.ok) this.#verification.arrange(before.map((one) => (one === edited ? next : one)));
    return replaced;
  }

  /** Removes the selected expectations, and those to be met after them; gives all that it has removed. */
  remove(isSelected: (expectation: Expectation) => boolean): readonly Expectation[] {
    const removed = this.#verification.remove(isSelected);
    if (removed.length > 0) this.#settle();
    return removed;
  }

  /** Counts requests to other instances that this one will never know. */
  lose(requests: number): void {
    if (!this.#stop) return;
    this.#verification.lose(requests, this.#log.nextId);
    this.#markChanged();
  }

  #declare(
    declared: readonly DeclaredExpectation[],
    before: readonly Expectation[],
    since: number | undefined,
    prepare?: () => void,
  ): Result<readonly string[], Problem> {
    const complete: Expectation[] = [];
    for (const one of declared) {
      const completed = completeExpectation(one, [...before, ...complete]);
      if (!completed.ok) {
        const { member, reason } = completed.problem;
        const which = declared.length === 1 ? 'The expectation' : `Expectation ${complete.length + 1}`;
        return refuse(problem('invalid-expectation', `${which} cannot be declared: ${reason}.`, { member }));
      }
      complete.push(completed.value);
    }
    prepare?.();
    if (complete.length > 0) this.#follow();
    const beginning = this.#beginning(since);
    for (const expectation of complete) this.#verification.declare(expectation, beginning, this.#past(beginning));
    this.#markChanged();
    return accept(complete.map(({ name }) => name));
  }

  /** Requests that the log has dropped may all have come after `since`, unless it still holds an earlier one. */
  #beginning(since: number | undefined): Beginning {
    if (since === undefined) return { first: this.#log.nextId, lost: 0 };
    let first = this.#log.nextId;
    let isWhole = false;
    for (const { id, time } of this.#log.entries()) {
      if (time < since) isWhole = true;
      else first = Math.min(first, id);
    }
    return { first, lost: isWhole ? 0 : this.#log.state.dropped };
  }

  *#past({ first }: Beginning) {
    for (const entry of this.#log.entries()) {
      if (entry.id >= first && entry.durationMicros !== null) yield receivedRequest(entry, this.#log);
    }
  }

  #follow(): void {
    if (this.#stop) return;
    for (const { id, durationMicros } of this.#log.entries()) if (durationMicros === null) this.#verification.began(id);
    this.#stop = this.#log.observers.add((entry) => {
      if (entry.durationMicros === null) return this.#verification.began(entry.id);
      this.#verification.ended(receivedRequest(entry, this.#log));
      this.#markChanged();
    });
  }

  /** Stops observing requests once no expectation is left. */
  #settle(): void {
    this.#markChanged();
    if (this.#verification.expectations.length > 0) return;
    this.#stop?.();
    this.#stop = undefined;
    this.#verification = new Verification(this.#secrets);
  }

  #markChanged(): void {
    this.#revision += 1;
    this.#onChange();
  }
}
