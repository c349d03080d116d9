import { finish, isWork } from '../../../../server/domain/basics/work.ts';
import { respondTo } from '../../../../server/domain/endpoints/respond-to.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import type { CollectionDefinition } from '../../../../server/domain/model/collection-definition.ts';
import type { Settings } from '../../../../server/domain/model/settings.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import type { MockRequest } from '../../../../server/domain/request/mock-request.ts';
import type { Explanation } from '../../../../server/domain/response/explanation.ts';
import type { MockResponse } from '../../../../server/domain/response/mock-response.ts';
import type { Rule, RuleEffect } from '../../../../server/domain/scenario/scenario.ts';
import type { MockContext } from '../../../../server/domain/session/context.ts';
import { contextOf } from '../openapi/arbitrary-context.ts';
import { scenariosOf } from '../scenario/scenarios-of.ts';

export function collectionOf(
  name: string,
  records: readonly JsonObject[],
  more: Partial<CollectionDefinition> = {},
): SharedCollection {
  return new SharedCollection({ name, key: 'id', sort: null, time: null, schema: null, ...more }, records);
}

/** A context with a scenario named Rules, which is active and has these rules. */
export function contextUnder(
  rules: readonly (RuleEffect | Rule)[],
  collections: readonly SharedCollection[] = [],
  settings: Partial<Settings> = {},
): MockContext {
  const whole = rules.map((rule) => ('then' in rule ? rule : { when: {}, then: rule }));
  return {
    ...contextOf(collections, settings),
    ...scenariosOf({ name: 'Rules', description: '', rules: whole }),
  };
}

/** A request; names of headers are in lower case. */
export interface Sent extends Partial<Pick<MockRequest, 'method' | 'query' | 'isSecure' | 'scenario' | 'parsed'>> {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | object;
}

export function requestOf({ path, headers = {}, body, ...more }: Sent): MockRequest {
  return {
    ...{ method: 'GET', isSecure: false, path, query: '', scenario: 'Default' },
    ...more,
    header: (name) => headers[name],
    body: body === undefined ? undefined : { ok: true, value: typeof body === 'string' ? body : JSON.stringify(body) },
  };
}

/** The response to a request, which arrives under the active scenario. */
export function answerTo(context: MockContext, sent: Sent): MockResponse {
  const response = respondTo(context, requestOf({ scenario: context.runs.active, ...sent }));
  return isWork(response) ? finish(response) : response;
}

/** The explanation of the response to a request. */
export function explained(
  context: MockContext,
  sent: Sent,
  response = answerTo(context, sent),
  record?: string,
): Explanation {
  const request = requestOf(sent);
  const body = request.body?.ok ? request.body.value : undefined;
  const responseHeader = (wanted: string) => {
    const [, value] = Object.entries(response.headers).find(([name]) => name.toLowerCase() === wanted) ?? [];
    return typeof value === 'string' ? value : undefined;
  };
  return response.explainer.explain({ ...request, body, responseHeader }, record);
}

/** The body of a response, as JSON. */
export function bodyOf({ body }: MockResponse): unknown {
  return body === null ? null : JSON.parse(String(body));
}
