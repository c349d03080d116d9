import type { LongText } from '../basics/long-text.ts';
import { type Problem, problem } from '../basics/problem.ts';
import { assertNever } from '../basics/result.ts';
import type { Representation } from '../conditions/precondition.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { dialects } from '../dialect/dialects.ts';
import type { JsonObject } from '../json/json.ts';
import type { ListOptions } from '../list/list-plan.ts';
import type { Collection } from '../records/collection.ts';
import type { Overlay, RecordChange } from '../records/record-source.ts';
import { StoredRecord } from '../records/stored-record.ts';
import type { MockRequest } from '../request/mock-request.ts';
import type { Preferences } from '../request/prefer.ts';
import { secretsOf } from '../request/secrets.ts';
import { renderResponse, type TemplateSource } from '../scenario/render-response.ts';
import type { RuleOutcome, RuleResponse } from '../scenario/rule-outcome.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { MockContext } from '../session/context.ts';
import { errorBody } from './error-body.ts';
import type { Controls, EvaluatedScenario } from './evaluate-scenario.ts';
import type { RouteOf, ScenarioExplanation } from './explanation.ts';
import { type DetailExplainer, ExplanationContext, LazyExplanation, type Verdict } from './lazy-explanation.ts';
import type { MockResponse, ResponseHeaders } from './mock-response.ts';
import { RefusedPatch } from './refused-patch.ts';
import { type Scope, wholeCollection } from './scope.ts';
import { insertedValues, templateSource } from './template-source.ts';

/** Caches must revalidate, because the tester may change the next response. Vary names Prefer (RFC 7240, section 2). */
const cacheControl = 'no-cache';
const vary = 'Prefer, X-Mock-Scenario, X-Mock-Session';

export type Headers = Readonly<Record<string, string>>;

/** A request and the decisions about it, until its response exists. The response holds no reference to the exchange. */
export class Exchange {
  readonly context: MockContext;
  readonly request: MockRequest;
  readonly preferences: Preferences;
  readonly scenario: Scenario;
  readonly outcome: RuleOutcome;
  /** The problem of the first invalid header. */
  readonly #badHeader: Problem | null;
  readonly #explanationContext: ExplanationContext;
  /** The representation that the conditions were compared with: null for no record, undefined before a comparison. */
  compared: Representation | null | undefined;
  details: DetailExplainer | null = null;
  /** The records that the path names. */
  scope: Scope = wholeCollection;
  /** Whose forms the response has. */
  dialect: Dialect;

  constructor(
    context: MockContext,
    request: MockRequest,
    routeOf: RouteOf,
    { chosenBy, preferences, problem: badHeader }: Controls,
    { scenario, outcome }: EvaluatedScenario,
  ) {
    this.context = context;
    this.dialect = dialects[context.settings.dialect];
    this.request = request;
    this.scenario = scenario;
    this.outcome = outcome;
    this.#explanationContext = ExplanationContext.of(routeOf, scenario, chosenBy, outcome);
    this.preferences = preferences;
    this.#badHeader = badHeader;
  }

  /**
   * The response that does not need an endpoint: the refusal of an invalid header, else the response of a rule, else the
   * status of `Prefer: code=…`. Null if the endpoint decides.
   */
  earlyResponse(): MockResponse | null {
    if (this.#badHeader) return this.refuse(this.#badHeader);
    const { response } = this.outcome;
    if (response) return this.#ruleResponse(response);
    if (this.preferences.code !== null) return this.#chosenStatus(this.preferences.code);
    return null;
  }

  /** The record as clients see it: with the user status that the scenario sets. */
  shownRecord(collection: Collection, record: StoredRecord): StoredRecord {
    if (this.outcome.statuses === null || collection.definition.name !== 'users') return record;
    const status = this.outcome.statuses.get(record.id);
    if (status === undefined || record.value.status === status) return record;
    return new StoredRecord(record.id, { ...record.value, status }, record.version);
  }

  /** The entity tag as clients see it and as conditions compare it: weak if the scenario says so. */
  shownTag(tag: string): string {
    return this.outcome.quirks.weakTags ? `W/${tag}` : tag;
  }

  /** A new object with ETag and X-Resource-Version. A list has a tag but no version. */
  validators({ tag, version }: Representation): { [name: string]: string } {
    const shown = this.shownTag(tag);
    return version === undefined ? { ETag: shown } : { ETag: shown, 'X-Resource-Version': String(version) };
  }

  /** The current difference between shown and stored records; undefined if the scenario sets no status. */
  overlay(collection: Collection): (() => Overlay) | undefined {
    const { statuses } = this.outcome;
    if (statuses === null || collection.definition.name !== 'users') return undefined;
    const change = (id: string): readonly RecordChange[] => {
      const before = collection.get(id);
      const after = before && this.shownRecord(collection, before);
      return after === before ? [] : [{ id, before, after }];
    };
    return () => ({ changes: [...statuses.keys()].flatMap(change), revision: collection.revision });
  }

  /**
   * The reverse of {@link shownRecord} for a write: a status that comes from the scenario, and that the client sends back
   * as it saw it, is not stored, unless a patch `names` it.
   */
  valueToStore(
    collection: Collection,
    value: JsonObject,
    shown: StoredRecord | undefined,
    names: (member: string) => boolean,
  ): JsonObject {
    if (this.outcome.statuses === null || names('status')) return value;
    const stored = shown && collection.get(shown.id);
    if (!stored || stored === shown || value.status !== shown.value.status) return value;
    const { status: _, ...rest } = value;
    return stored.value.status === undefined ? rest : { ...value, status: stored.value.status };
  }

  /** A response with a body of JSON text, or without a body. */
  respond(status: number, headers: Headers, body: string | LongText | null, verdict: Verdict): MockResponse {
    return this.#respond(
      status,
      withCommonHeaders(body === null ? null : this.dialect.mediaType, headers),
      body,
      verdict,
    );
  }

  /** {@link refuse}, for a resource that the mock never had. */
  refuseMissing(reason: Problem): MockResponse {
    return { ...this.refuse(reason), isMissing: true };
  }

  /** A refusal, as problem details (RFC 9457) or in the form of the dialect. */
  refuse(reason: Problem, headers: Headers = {}): MockResponse {
    const { type, body } = errorBody(this.dialect, reason);
    const { details } = this;
    if (details && 'explainPatch' in details) this.details = new RefusedPatch(details, reason);
    return this.#respond(reason.status, withCommonHeaders(type, headers), body, reason.detail);
  }

  /** The response to an earlier request once more. */
  repeat({ status, headers, body }: Pick<MockResponse, 'status' | 'headers' | 'body'>): MockResponse {
    const verdict = 'The Idempotency-Key was used before; its response is repeated and nothing is carried out.';
    const repeated = this.#respond(status, {}, body, verdict);
    return { ...repeated, headers: { ...headers, ...repeated.headers } };
  }

  #respond(status: number, headers: Headers, body: MockResponse['body'], verdict: Verdict): MockResponse {
    const { request, compared, details, outcome } = this;
    const all = outcome.headers === null ? headers : { ...headers, ...outcome.headers };
    const explainer = LazyExplanation.of(this.#explanationContext, request, compared, headers.ETag, details, verdict);
    return { status, headers: all, body, delivery: outcome.delivery, explainer };
  }

  #ruleResponse(rule: RuleResponse): MockResponse {
    switch (rule.kind) {
      case 'answer': {
        const { type, headers, body, inserted } = renderResponse(rule, this.#templateSource());
        this.#explanationContext.inserted = insertedValues(inserted, secretsOf(this.context.settings));
        const given = this.#respond(
          rule.status,
          withCommonHeaders(type, {}),
          body,
          `The scenario answered ${rule.status}.`,
        );
        return { ...given, headers: replaceHeaders(given.headers, headers) };
      }
      case 'rate-limit': {
        const seconds = Math.max(1, Math.ceil(rule.milliseconds / 1000));
        const detail = `The limit of requests is used up; the next window begins in ${seconds} s.`;
        return this.refuse(problem('rate-limited', detail, { retryAfter: seconds }), {
          'Retry-After': String(seconds),
        });
      }
      case 'fault':
        return this.respond(503, {}, null, 'The scenario let the connection fail; nothing was read or written.');
      default:
        return assertNever(rule);
    }
  }

  /** The values that a rule put into the response. */
  get insertedValues(): NonNullable<ScenarioExplanation['values']> {
    return this.#explanationContext.inserted ?? [];
  }

  #templateSource(): TemplateSource {
    const { context, request, scenario, outcome } = this;
    const pattern = outcome.responder === null ? undefined : scenario.rules[outcome.responder]?.when.path;
    const route = this.#explanationContext.routeOf(request.path);
    const shown = (collection: Collection, record: StoredRecord) => this.shownRecord(collection, record);
    return templateSource({ context, request, route, pattern, shown });
  }

  /** `Prefer: code=…`: nothing is read or written. */
  #chosenStatus(code: number): MockResponse {
    const applied = { 'Preference-Applied': `code=${code}` };
    const detail = `The request asked for this status with Prefer: code=${code}.`;
    return this.refuse({ ...problem('chosen-status', detail), status: code }, applied);
  }

  get listOptions(): ListOptions {
    const lenient = this.preferences.handling === 'lenient';
    const { pageSize, maxPageSize, unknownFields, dialect } = this.context.settings;
    const options = { dialect, pageSize, maxPageSize, unknownFields, lenient, quirks: this.outcome.quirks.list };
    const { members } = this.scope;
    return members.length === 0 ? options : { ...options, scope: members };
  }
}

/** The common headers, then the response's own. A loop, because V8 runs it faster than a spread. */
function withCommonHeaders(type: string | null, own: Headers): Headers {
  const headers: { [name: string]: string } =
    type === null
      ? { 'Cache-Control': cacheControl, Vary: vary }
      : { 'Content-Type': type, 'Cache-Control': cacheControl, Vary: vary };
  for (const name in own) headers[name] = own[name] ?? '';
  return headers;
}

/** Replaces headers of the same name, ignoring case. */
function replaceHeaders(headers: ResponseHeaders, own: ResponseHeaders): ResponseHeaders {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const kept = Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...own };
}
