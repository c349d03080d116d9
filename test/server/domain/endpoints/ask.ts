import { accept } from '../../../../server/domain/basics/result.ts';
import { finish, isWork } from '../../../../server/domain/basics/work.ts';
import { respondTo } from '../../../../server/domain/endpoints/respond-to.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { defaultSettings, type Settings } from '../../../../server/domain/model/settings.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import type { MockRequest } from '../../../../server/domain/request/mock-request.ts';
import type { RuleEffect } from '../../../../server/domain/scenario/scenario.ts';
import type { MockContext } from '../../../../server/domain/session/context.ts';
import { contextOf } from '../openapi/arbitrary-context.ts';
import { scenariosOf } from '../scenario/scenarios-of.ts';

/** What a client sends beside the method and the address. */
interface Sent {
  /** By lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A text, or a value that is sent as JSON. */
  readonly body?: unknown;
  readonly isSecure?: boolean;
}

/** A request by its first line, such as `GET /api/users?limit=1`. */
export function requestOf(line: string, { headers = {}, body, isSecure = false }: Sent = {}): MockRequest {
  const [method = '', address = ''] = line.split(' ');
  const [path = '', query = ''] = address.split('?');
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    ...{ method, isSecure, path, query, scenario: '' },
    header: (name) => headers[name],
    body: body === undefined ? undefined : accept(text),
  };
}

/** The response to a request, read and explained. */
export function ask(context: MockContext, line: string, sent: Sent = {}) {
  const request = requestOf(line, sent);
  const responded = respondTo(context, request);
  const { status, headers, body, isMissing, explainer } = isWork(responded) ? finish(responded) : responded;
  const own = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
  const { verdict, route, patch } = explainer.explain({
    ...request,
    body: request.body?.ok ? request.body.value : undefined,
    responseHeader: (name) => own.get(name),
  });
  return { status, headers, body: body === null ? null : readJson(String(body)), isMissing, verdict, route, patch };
}

function readJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function collectionOf(name: string, records: readonly JsonObject[]): SharedCollection {
  return new SharedCollection({ name, key: 'id', sort: null, time: null, schema: null }, records);
}

/** A context with collections of these records, and an active scenario with a rule for each effect. */
export function mockOf(
  records: Readonly<Record<string, readonly JsonObject[]>>,
  settings: Partial<Settings> = {},
  ...effects: readonly RuleEffect[]
): MockContext {
  const rules = effects.map((then) => ({ when: {}, then }));
  const scenarios = rules.length === 0 ? [] : [{ name: 'Rules', description: '', rules }];
  return {
    ...contextOf(Object.entries(records).map(([name, given]) => collectionOf(name, given))),
    settings: { ...defaultSettings, ...settings },
    ...scenariosOf(...scenarios),
  };
}
