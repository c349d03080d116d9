import { onTestFinished } from 'vitest';
import type { Endpoint } from '../../../../server/domain/endpoints/endpoint.ts';
import { defaultSettings, type Settings } from '../../../../server/domain/model/settings.ts';
import type { Explanation } from '../../../../server/domain/response/explanation.ts';
import type { MockResponse } from '../../../../server/domain/response/mock-response.ts';
import { immediateDelivery } from '../../../../server/domain/scenario/delivery.ts';
import type { MockContext } from '../../../../server/domain/session/context.ts';
import { IdempotencyKeys } from '../../../../server/domain/session/idempotency-keys.ts';
import { createMockApp } from '../../../../server/http/app/mock-app.ts';
import { listen, type Timeouts } from '../../../../server/http/connection/listener.ts';
import { RequestLog } from '../../../../server/log/request-log.ts';
import { noOwnPaths } from '../../../support/own-paths.ts';
import { scenariosOf } from '../../domain/scenario/scenarios-of.ts';

export interface MockOptions {
  readonly settings?: Partial<Settings>;
  readonly endpoints?: readonly Endpoint[];
  readonly timeouts?: Partial<Timeouts>;
}

/** A running mock with endpoints of the test's own; it is closed when the test ends. */
export async function startMock({ settings, endpoints = [echoEndpoint, userEndpoint], timeouts }: MockOptions = {}) {
  const context: MockContext = {
    title: 'Test',
    settings: { ...defaultSettings, ...settings },
    collections: new Map(),
    ...noOwnPaths,
    ...scenariosOf(),
    run: 'run',
    newId: () => 'new',
    wallTime: () => 0,
    idempotencyKeys: new IdempotencyKeys(),
    checkSchema: () => [],
    fixturesOnly: false,
  };
  const log = new RequestLog(context.settings.log);
  const faults: unknown[] = [];
  const refusals: string[] = [];
  const app = createMockApp({
    context: () => context,
    endpoints,
    noRoute: () => responseOf(404, 'no route'),
    log,
    onFault: (fault) => faults.push(fault),
    onRefusal: ({ detail }) => refusals.push(detail),
  });
  const listening = await listen(app, { port: 0, host: '127.0.0.1', ...(timeouts && { timeouts }) });
  if (!listening.ok) throw new Error(listening.problem.detail);
  onTestFinished(() => listening.value.close());
  return { port: listening.value.port, log, faults, refusals, close: listening.value.close };
}

/** Returns the received request as JSON. */
export const echoEndpoint: Endpoint = {
  path: '/echo',
  respond(_context, { method, path, query, body, header }) {
    void header;
    return body?.ok === false
      ? responseOf(body.problem.status, JSON.stringify(body.problem))
      : responseOf(200, JSON.stringify({ method, path, query, body: body?.value ?? null }));
  },
};

/** Returns the captured, undecoded id. */
const userEndpoint: Endpoint = {
  path: '/users/:userId',
  respond: (_context, _request, [id]) => responseOf(200, JSON.stringify({ id: id ?? null })),
};

/** An endpoint with a fixed response. */
export function fixedEndpoint(path: string, given: Partial<MockResponse>): Endpoint {
  return { path, respond: () => fixedAnswer(given) };
}

export function fixedAnswer(given: Partial<MockResponse>): MockResponse {
  return { ...responseOf(200, 'fixed'), ...given };
}

function responseOf(status: number, body: string | null): MockResponse {
  return {
    status,
    headers: { 'Content-Type': 'application/json' },
    body,
    delivery: immediateDelivery,
    explainer: { explain: () => explanation },
  };
}

export const explanation: Explanation = {
  route: { pattern: '/echo', collection: null, id: null },
  scenario: { name: 'Default', chosenBy: 'console', rules: [] },
  conditions: [],
  record: null,
  query: null,
  patch: null,
  verdict: 'The test said so.',
};
