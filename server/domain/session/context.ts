import type { Result } from '../basics/result.ts';
import type { Settings } from '../model/settings.ts';
import type { Collection } from '../records/collection.ts';
import type { CheckSchema } from '../records/validate-record.ts';
import type { MockRequest } from '../request/mock-request.ts';
import type { PathTable } from '../request/path-table.ts';
import type { CounterValues, RuleCounters } from '../scenario/rule-counters.ts';
import type { RuleOutcome } from '../scenario/rule-outcome.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { ScenarioRuns } from '../scenario/scenario-runs.ts';
import type { RequestKeys } from './idempotency-keys.ts';

/** Everything that a response depends on besides the request. Clock, random ids and the schema checker are passed in. */
export interface MockContext {
  readonly title: string;
  readonly settings: Settings;
  readonly collections: Collections;
  /** The paths of collections beside those below `/api`. */
  readonly paths: PathTable;
  readonly scenarios: ReadonlyMap<string, Scenario>;
  /** The scenarios as the client of the request meets them. */
  readonly runs: ScenarioRuns;
  /** The Idempotency-Key headers that the client of the request, and those beside it, have used. */
  readonly idempotencyKeys: RequestKeys;
  /** A word that differs between runs, and between sessions: list tags carry it, because revisions start anew with each. */
  readonly run: string;
  readonly newId: () => string;
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number;
  /** Milliseconds since 1970. */
  readonly wallTime: () => number;
  readonly checkSchema: CheckSchema;
  /** True if requests cannot change the live state. */
  readonly fixturesOnly: boolean;
  /** Only a live state that several instances share has them. */
  readonly outcomes?: SharedOutcomes | undefined;
  /** The certificate authority of the program as PEM, or null; missing where the mock has no server. */
  readonly authority?: (() => string | null) | undefined;
  /** Begins the session, or uses it, for a request that is not refused; returns its context. Only sessions have it. */
  readonly enter?: () => MockContext;
}

/** The outcomes of requests whose rules all instances count together. A request can be decided again, and counts once. */
export interface SharedOutcomes {
  /**
   * The outcome of a request under a scenario. Throws where the request has to be counted first: the caller counts it and
   * decides again.
   */
  of(request: MockRequest, scenario: string, evaluate: (counters: RuleCounters) => RuleOutcome): RuleOutcome;
  /** Those of a session, whose requests are counted apart. */
  inSession(name: string): SharedOutcomes;
  /** The values of a scenario's counters. Refused with `share-away`. */
  values(scenario: string, keys: readonly string[]): Promise<Result<CounterValues>>;
}

/** Collections by name. */
export interface Collections {
  get(name: string): Collection | undefined;
  keys(): Iterable<string>;
  values(): Iterable<Collection>;
}
