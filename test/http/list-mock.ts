import { noRoute } from '../../server/domain/endpoints/endpoint.ts';
import { endpoints } from '../../server/domain/endpoints/endpoints.ts';
import type { JsonObject } from '../../server/domain/json/json.ts';
import { defaultSettings } from '../../server/domain/model/settings.ts';
import { SharedCollection } from '../../server/domain/records/shared-collection.ts';
import type { Explanation } from '../../server/domain/response/explanation.ts';
import type { MockContext } from '../../server/domain/session/context.ts';
import { IdempotencyKeys } from '../../server/domain/session/idempotency-keys.ts';
import { createMockApp } from '../../server/http/app/mock-app.ts';
import { listen } from '../../server/http/connection/listener.ts';
import { RequestLog } from '../../server/log/request-log.ts';
import { scenariosOf } from '../server/domain/scenario/scenarios-of.ts';
import { clientOf, type Send } from '../support/http-client.ts';
import { noOwnPaths } from '../support/own-paths.ts';

/** A mock without a host and a file. Each run of a property replaces its records. */
export interface ListMock {
  readonly send: Send;
  /** Replaces the records of /api/things. */
  readonly serve: (records: readonly JsonObject[]) => void;
  /** The explanation of the latest request in the log. */
  readonly latestExplanation: () => Explanation | null;
  readonly faults: readonly unknown[];
  readonly close: () => Promise<void>;
}

const definition = { name: 'things', key: 'id', sort: null, time: 'at', schema: null };

export async function startListMock(): Promise<ListMock> {
  let collections: MockContext['collections'] = new Map();
  const faults: unknown[] = [];
  const scenarios = scenariosOf();
  const context = (): MockContext => ({
    title: 'Lists',
    settings: defaultSettings,
    collections,
    ...noOwnPaths,
    ...scenarios,
    run: 'run',
    newId: () => 'new',
    wallTime: () => 0,
    idempotencyKeys: new IdempotencyKeys(),
    checkSchema: () => [],
    fixturesOnly: false,
  });
  const log = new RequestLog({ entries: 10, bytes: 1_000_000, bodyBytes: 0 });
  const app = createMockApp({ context, endpoints, noRoute, log, onFault: (fault) => faults.push(fault) });
  const listening = await listen(app, { port: 0, host: '127.0.0.1' });
  if (!listening.ok) throw new Error(listening.problem.detail);
  return {
    send: clientOf(listening.value.port),
    serve: (records) => {
      collections = new Map([[definition.name, new SharedCollection(definition, records)]]);
    },
    latestExplanation: () => log.get(log.list({ limit: 1 })[0]?.id ?? 0)?.explanation ?? null,
    faults,
    close: listening.value.close,
  };
}
