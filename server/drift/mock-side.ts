import { accept } from '../domain/basics/result.ts';
import { isWork, type Work } from '../domain/basics/work.ts';
import type { SideRequest, SideResponse } from '../domain/drift/drift.ts';
import { respondTo } from '../domain/endpoints/respond-to.ts';
import { headerLinesOf } from '../domain/response/mock-response.ts';
import type { Scenario } from '../domain/scenario/scenario.ts';
import { ScenarioRuns } from '../domain/scenario/scenario-runs.ts';
import type { MockContext } from '../domain/session/context.ts';
import { IdempotencyKeys } from '../domain/session/idempotency-keys.ts';
import { Moment } from '../domain/timeline/moment.ts';
import type { Timeline } from '../domain/timeline/timeline.ts';
import { headerPairs } from '../message/header-lines.ts';
import { HttpRequest } from '../message/http-request.ts';
import { bytesOf } from '../message/long-text.ts';
import { parseTarget } from '../message/request-target.ts';
import type { LiveWorkspace } from '../workspace/live-workspace.ts';

/**
 * The mock as a comparison asks it: over a copy of the live state, without the log and its counters. Of the active scenario
 * only the quirks apply, because its other rules make trouble for clients and are no convention.
 */
export class MockSide {
  readonly #context: MockContext;
  readonly #moment: Moment;
  readonly #scenario: Scenario;

  private constructor(workspace: LiveWorkspace, moment: Moment) {
    const { title, settings, checkSchema, newId, run, paths, now, wallTime } = workspace;
    const active = workspace.scenarios.get(workspace.runs.active);
    const rules = (active?.rules ?? []).filter(({ then }) => then.kind === 'quirk');
    this.#scenario = { name: workspace.runs.active, description: '', rules };
    const scenarios = new Map([[this.#scenario.name, this.#scenario]]);
    this.#moment = moment;
    this.#context = {
      ...{ title, settings, checkSchema, newId, run, paths, now, wallTime, scenarios, fixturesOnly: false },
      ...{ collections: moment.collections, runs: new ScenarioRuns(scenarios, this.#scenario.name) },
      idempotencyKeys: new IdempotencyKeys(),
    };
  }

  /** Copies the live state of now; undefined if records are changed too fast for it. The caller must close it. */
  static *create(workspace: LiveWorkspace, timeline: Timeline): Work<MockSide | undefined> {
    const moment = yield* Moment.at(timeline, timeline.last);
    if (!moment) return undefined;
    yield* moment.indexEarlier(timeline);
    return new MockSide(workspace, moment);
  }

  close(): void {
    this.#moment.close();
  }

  *respond({ method, target, headers, body }: SideRequest): Work<SideResponse | null> {
    const parsed = parseTarget(target);
    if (!parsed.ok) return null;
    const lines = ['Host', 'mock', ...headers.flat()];
    const text = body === null ? undefined : accept(body);
    const request = new HttpRequest(method, parsed.value, lines, text, this.#scenario.name);
    const begun = respondTo(this.#context, request);
    const response = isWork(begun) ? yield* begun : begun;
    response.settled?.();
    const sent = response.body === null || method === 'HEAD' ? '' : bytesOf(response.body).toString();
    return { status: response.status, headers: headerPairs(headerLinesOf(response.headers)), body: sent };
  }
}
