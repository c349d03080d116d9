import { accept } from '../basics/result.ts';
import { finish, isWork } from '../basics/work.ts';
import { listEndpoint } from '../endpoints/list-endpoint.ts';
import { recordEndpoint } from '../endpoints/record-endpoint.ts';
import { type JsonObject, member } from '../json/json.ts';
import { parseJson } from '../json/json-text.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import { defaultSettings } from '../model/settings.ts';
import { SharedCollection } from '../records/shared-collection.ts';
import { PathTable } from '../request/path-table.ts';
import { fillPath, paths } from '../request/paths.ts';
import type { MockResponse } from '../response/mock-response.ts';
import type { Rule, Scenario } from '../scenario/scenario.ts';
import { ScenarioRuns } from '../scenario/scenario-runs.ts';
import type { MockContext } from '../session/context.ts';
import { IdempotencyKeys } from '../session/idempotency-keys.ts';

/** The part of a response that a client of the lab sees. */
export interface LabResponse {
  readonly status: number;
  /** The records of a page; empty for every other response. */
  readonly records: readonly JsonObject[];
  /** The target of `rel="next"`. */
  readonly next: string | null;
  readonly total: number;
  /** The server's sentence about the page, or about its refusal. */
  readonly detail: string;
}

export interface LabSource {
  readonly definition: CollectionDefinition;
  readonly records: readonly JsonObject[];
}

/** The most records of a page, and of the lab. */
export const mostLabRecords = 200;

/** The mock API over a copy of some records, without a socket: its endpoints, and no other code, make the responses. */
export class LabMock {
  readonly collection: SharedCollection;
  readonly #context: MockContext;
  readonly path: string;

  constructor({ definition, records }: LabSource) {
    this.collection = new SharedCollection(definition, records);
    this.path = fillPath(paths.list, definition.name);
    this.#context = {
      title: 'Pagination lab',
      settings: { ...defaultSettings, maxPageSize: mostLabRecords, envelope: 'array' },
      collections: new Map([[definition.name, this.collection]]),
      paths: new PathTable([], defaultSettings),
      ...scenarioOf([]),
      idempotencyKeys: new IdempotencyKeys(),
      run: 'lab',
      newId: () => 'new',
      now: () => 0,
      wallTime: () => 0,
      checkSchema: () => [],
      fixturesOnly: false,
    };
  }

  /** A separate client with its own counters of the rules. */
  client(rules: readonly Rule[]): (query: string) => LabResponse {
    const context = { ...this.#context, ...scenarioOf(rules) };
    return (query) => this.#list(context, query);
  }

  create(record: JsonObject): MockResponse {
    return this.#send(this.#context, 'POST', null, { content: record }).response;
  }

  change(id: string, patch: JsonObject): MockResponse {
    return this.#send(this.#context, 'PATCH', id, { content: patch }).response;
  }

  remove(id: string): MockResponse {
    return this.#send(this.#context, 'DELETE', id).response;
  }

  idOf(record: JsonObject): string {
    return String(member(record, this.collection.definition.key));
  }

  #list(context: MockContext, query: string): LabResponse {
    const { response, detail } = this.#send(context, 'GET', null, { query });
    // The body of a long page is a text in pieces.
    const body = parseJson(String(response.body));
    return {
      status: response.status,
      records: body.ok && Array.isArray(body.value) ? (body.value as readonly JsonObject[]) : [],
      next: headerOf(response, 'link')?.match(/<([^>]*)>; rel="next"/)?.[1] ?? null,
      total: Number(headerOf(response, 'x-total-count') ?? 0),
      detail,
    };
  }

  #send(
    context: MockContext,
    method: string,
    id: string | null,
    { query = '', content }: { readonly query?: string; readonly content?: JsonObject } = {},
  ): { readonly response: MockResponse; readonly detail: string } {
    const { name } = this.collection.definition;
    const path = id === null ? this.path : fillPath(paths.record, name, id);
    const body = content && JSON.stringify(content);
    const request = { method, isSecure: false, path, query, header: () => undefined, scenario: labScenario };
    const sent = { ...request, body: body === undefined ? undefined : accept(body) };
    const endpoint = id === null ? listEndpoint : recordEndpoint;
    const begun = endpoint.respond(context, sent, id === null ? [name] : [name, encodeURIComponent(id)]);
    const response = isWork(begun) ? finish(begun) : begun;
    const responseHeader = (wanted: string) => headerOf(response, wanted);
    const explained = response.explainer.explain({ ...request, body, responseHeader });
    return { response, detail: explained.query?.page.detail ?? explained.verdict };
  }
}

/** The value of a header, lower-case name. */
function headerOf({ headers }: MockResponse, name: string): string | undefined {
  const value = Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : undefined;
}

const labScenario = 'Lab';

function scenarioOf(rules: readonly Rule[]): Pick<MockContext, 'scenarios' | 'runs'> {
  const scenarios = new Map<string, Scenario>([[labScenario, { name: labScenario, description: '', rules }]]);
  return { scenarios, runs: new ScenarioRuns(scenarios, labScenario) };
}
