import type { RequestSummary, ScenarioSwitch } from '../contract/schema/state.ts';
import type { ReplayedRequest } from '../contract/schema/timeline.ts';
import { isWork, type Work } from '../domain/basics/work.ts';
import { targetOf } from '../domain/endpoints/endpoints.ts';
import { respondTo } from '../domain/endpoints/respond-to.ts';
import { member } from '../domain/json/json.ts';
import { secretsOf } from '../domain/request/secrets.ts';
import { evaluateScenario, readControls } from '../domain/response/evaluate-scenario.ts';
import { headerLinesOf, type MockResponse } from '../domain/response/mock-response.ts';
import { ScenarioRuns } from '../domain/scenario/scenario-runs.ts';
import type { MockContext } from '../domain/session/context.ts';
import { IdempotencyKeys } from '../domain/session/idempotency-keys.ts';
import {
  type ComparedResponse,
  compareResponses,
  type ResponseDifference,
} from '../domain/timeline/compare-responses.ts';
import { Moment } from '../domain/timeline/moment.ts';
import type { Timeline, TimelineChange } from '../domain/timeline/timeline.ts';
import { describeBytes, describeCaptured } from '../log/captured-body.ts';
import { detail, type LogEntry, recordedExchange, summarize } from '../log/log-entry.ts';
import type { RequestLog } from '../log/request-log.ts';
import { headerValue } from '../message/header-lines.ts';
import { HttpRequest } from '../message/http-request.ts';
import { bytesOf } from '../message/long-text.ts';
import { parseTarget } from '../message/request-target.ts';
import { type TextBody, textBody } from '../message/text-body.ts';
import type { Report } from '../runtime/jobs.ts';
import type { LiveWorkspace } from '../workspace/live-workspace.ts';

export interface ReplayParts {
  readonly workspace: LiveWorkspace;
  readonly timeline: Timeline;
  readonly log: RequestLog;
  /** Id of the first request to the workspace. */
  readonly firstRequest: number;
}

export interface FinishedReplay {
  readonly requests: readonly ReplayedRequest[];
  /** False if rules of a scenario may have counted earlier requests that the log no longer has. */
  readonly knowsCounters: boolean;
}

/**
 * Runs the requests since a moment against the records of that moment, with the settings, scenarios and schemas of now, and
 * compares the responses with those that were sent. Edits of the console in between are made as they were. Rules have counted
 * the earlier requests in the log; the clock of scenarios is that of the requests. Nothing outside changes. Undefined if the
 * timeline does not reach back.
 */
export function* replayFrom(
  { workspace, timeline, log, firstRequest }: ReplayParts,
  from: number,
  report: Report,
): Work<FinishedReplay | undefined> {
  const to = timeline.last;
  const moment = yield* Moment.at(timeline, from);
  if (!moment) return undefined;
  try {
    yield* moment.indexEarlier(timeline);
    // A record that only the replay creates must not take the key that a later request or edit gives to its own.
    yield* moment.reserveLaterKeys(timeline);
    const mock = new ReplayedMock(workspace, moment, log.switches);
    const isLogWhole = log.oldest <= firstRequest;
    const { earlier, byMoment } = requestsAround(from, timeline, log);
    for (const entry of earlier) {
      if (entry.id >= firstRequest) mock.count(entry);
      yield;
    }
    const results: ReplayedRequest[] = [];
    for (let at = from; at <= to; at += 1) {
      const entries = byMoment.get(at) ?? [];
      const step = timeline.step(at);
      if (at > from) {
        const changes = changesOf(timeline, at);
        if (!step || !changes) return undefined;
        const writer = entries.find(({ id }) => id === step.request);
        if (writer && obstacleTo(writer) === null) mock.planKeys(changes);
        else for (const change of changes) moment.apply(change);
        if (writer) results.push(yield* mock.repeat(writer));
        mock.planKeys([]);
      }
      for (const entry of entries) {
        if (at === from || entry.id !== step?.request) results.push(yield* mock.repeat(entry));
        yield;
      }
      report((at - from) / Math.max(1, to - from));
      yield;
    }
    return { requests: results, knowsCounters: isLogWhole || !mock.hasUsedRules };
  } finally {
    moment.close();
  }
}

/** The requests that were answered before a moment, and those after it by the moment of their response. */
function requestsAround(from: number, timeline: Timeline, log: RequestLog) {
  const earlier: LogEntry[] = [];
  const byMoment = new Map<number, LogEntry[]>();
  for (const entry of log.entries()) {
    const { id, moment } = entry;
    if (moment === 0) continue;
    const together = byMoment.get(moment);
    if (timeline.around(id, moment).before < from) earlier.push(entry);
    else if (together) together.push(entry);
    else byMoment.set(moment, [entry]);
  }
  return { earlier, byMoment };
}

/** The changes of a step; undefined once they were dropped. */
function changesOf(timeline: Timeline, at: number): readonly TimelineChange[] | undefined {
  const [begin, end] = [timeline.endOf(at - 1), timeline.endOf(at)];
  if (begin === undefined || end === undefined) return undefined;
  const changes: TimelineChange[] = [];
  for (let number = begin; number < end; number += 1) {
    const change = timeline.change(number);
    if (!change) return undefined;
    changes.push(change);
  }
  return changes;
}

/** Why a request cannot be repeated, as a sentence; null if it can. */
function obstacleTo({ session, durationMicros, requestBody, requestBytes, target }: LogEntry): string | null {
  if (durationMicros === null) return 'It was still in progress.';
  if (session !== null) return `It belongs to the session “${session}”, whose records the timeline does not have.`;
  if (requestBytes > 0 && (requestBody === null || describeCaptured(requestBody, requestBytes).truncated)) {
    return 'The log has only a part of its body.';
  }
  return parseTarget(target).ok ? null : 'Its target cannot be read.';
}

/** The mock as it answers in a replay. */
class ReplayedMock {
  readonly #workspace: LiveWorkspace;
  readonly #moment: Moment;
  readonly #runs: ScenarioRuns;
  readonly #context: MockContext;
  /** Switches of the scenario that are not made yet, the next one first. */
  readonly #switches: ScenarioSwitch[];
  /** True if a request met a scenario with rules. */
  hasUsedRules = false;
  /** When the request arrived that is repeated. */
  #now = 0;
  #wallTime = 0;

  constructor(workspace: LiveWorkspace, moment: Moment, switches: readonly ScenarioSwitch[]) {
    const { title, settings, scenarios, checkSchema, newId, run, paths, fixturesOnly } = workspace;
    this.#workspace = workspace;
    this.#switches = [...switches];
    this.#moment = moment;
    this.#runs = new ScenarioRuns(scenarios, workspace.runs.active);
    const { collections } = moment;
    const now = () => this.#now;
    const wallTime = () => this.#wallTime;
    this.#context = {
      ...{ title, settings, scenarios, checkSchema, newId, run, paths, fixturesOnly },
      ...{ collections, runs: this.#runs, idempotencyKeys: new IdempotencyKeys(), now, wallTime },
    };
  }

  /** Lets the rules count a request without repeating it. */
  count(entry: LogEntry): void {
    const request = entry.session === null ? this.#enter(entry) : undefined;
    if (!request) return;
    const routeOf = (path: string) => ({ pattern: null, ...targetOf(this.#context, path) });
    evaluateScenario(this.#context, request, routeOf, readControls(this.#context, request));
  }

  /** Gives the records that the next request creates the keys that they got then. */
  planKeys(changes: readonly TimelineChange[]): void {
    for (const [, collection] of this.#moment.collections) collection.planKeys([]);
    for (const { collection, before, after } of changes) {
      const { name, key } = collection.definition;
      const made = !before && after && member(after.value, key);
      if (typeof made === 'string' || typeof made === 'number') this.#moment.collections.get(name)?.planKeys([made]);
    }
  }

  /** Repeats a request, if that is possible, and compares the response with the one that was sent. */
  *repeat(entry: LogEntry): Work<ReplayedRequest> {
    const request = summarize(entry);
    const obstacle = obstacleTo(entry);
    if (obstacle !== null) return skipped(request, obstacle);
    const replayed = yield* this.#respond(entry);
    const status = entry.response?.status ?? entry.delayed?.status ?? null;
    if (!replayed || status === null) return skipped(request, 'No response was sent, so there is nothing to compare.');
    const found = this.#compare(entry, status, replayed);
    if (found.length === 0)
      return { request, outcome: 'same', reason: null, sent: null, replayed: null, differences: [] };
    const headers = headerLinesOf(replayed.headers);
    return {
      request,
      outcome: 'different',
      reason: null,
      sent: detail(entry).explanation?.verdict ?? null,
      replayed: replayed.explainer.explain(recordedExchange(entry, headers)).verdict,
      differences: found.map((one) => this.#masked(one)),
    };
  }

  /** The request as it arrived, with the clock and the scenario of its arrival; undefined if its target cannot be read. */
  #enter(entry: LogEntry): HttpRequest | undefined {
    const { method, target, headers, scenario, started, time, isSecure } = entry;
    const parsed = parseTarget(target);
    if (!parsed.ok) return undefined;
    this.#now = started;
    this.#wallTime = time;
    while (this.#switches[0] && this.#switches[0].time <= time) this.#runs.activate(this.#switches.shift()?.name ?? '');
    if (scenario !== this.#runs.active) this.#runs.activate(scenario);
    const request = new HttpRequest(method, parsed.value, headers, bodyOf(entry), scenario, isSecure);
    const chosen = readControls(this.#context, request).scenario;
    if (chosen !== undefined && this.#runs.find(chosen)?.hasRules) this.hasUsedRules = true;
    return request;
  }

  *#respond(entry: LogEntry): Work<MockResponse | undefined> {
    const request = this.#enter(entry);
    if (!request) return undefined;
    return yield* whole(respondTo(this.#context, request));
  }

  #compare(entry: LogEntry, status: number, replayed: MockResponse): readonly ResponseDifference[] {
    const { response, brokenBy, method } = entry;
    const header = (name: string) => headerValue(headerLinesOf(replayed.headers), name);
    const body = response && response.body !== null ? describeCaptured(response.body, response.bytes) : null;
    const isComparable = response !== null && brokenBy === null;
    const sent: ComparedResponse = {
      status,
      header: (name) => (isComparable ? headerValue(response.headers, name) : header(name)),
      body: body?.content ?? null,
    };
    const hasBody = isComparable && method !== 'HEAD';
    const given = { status: replayed.status, header, body: hasBody ? textOf(replayed.body) : sent.body };
    return compareResponses(sent, given, body?.truncated !== true);
  }

  #masked(one: ResponseDifference): ResponseDifference {
    const secrets = secretsOf(this.#workspace.settings);
    if (one.part !== 'body') return one;
    const isSecret = one.name?.split('/').some((name) => secrets.isMember(name)) ?? false;
    const mask = (text: string | null) => (text === null ? null : isSecret ? '"•••"' : secrets.json(text));
    return { ...one, sent: mask(one.sent), replayed: mask(one.replayed) };
  }
}

/** The text of a body as the log describes it: bytes that are not UTF-8 in base64. */
function textOf(body: MockResponse['body']): string | null {
  return body === null || typeof body === 'string'
    ? body
    : describeBytes(bytesOf(body), Number.POSITIVE_INFINITY).content;
}

function skipped(request: RequestSummary, reason: string): ReplayedRequest {
  return { request, outcome: 'skipped', reason, sent: null, replayed: null, differences: [] };
}

function bodyOf({ requestBody, requestBytes, headers }: LogEntry): TextBody {
  if (requestBytes === 0 || requestBody === null) return undefined;
  const { encoding, content } = describeCaptured(requestBody, requestBytes);
  return textBody(headers, encoding === 'utf8' ? content : undefined);
}

function* whole(response: MockResponse | Work<MockResponse>): Work<MockResponse> {
  const decided = isWork(response) ? yield* response : response;
  decided.settled?.();
  return decided;
}
