import { Agent } from 'node:http';
import { expect, test } from 'vitest';
import { auditLog } from '../../../server/audit/log-audit.ts';
import { auditRules } from '../../../server/domain/audit/audit.ts';
import type { Json } from '../../../server/domain/json/json.ts';
import { defaultSettings } from '../../../server/domain/model/settings.ts';
import { RequestLog } from '../../../server/log/request-log.ts';
import { requestHead, sentResponse } from '../../server/log/log-samples.ts';
import { clientOf } from '../../support/http-client.ts';
import { noOwnPaths } from '../../support/own-paths.ts';
import { startMock, workspaceOf } from '../../support/running-mock.ts';
import { hostValue } from '../../support/temporary-host.ts';
import { auditedClient, pause } from './audited-client.ts';
import { faultyClients } from './faulty-clients.ts';
import type { FaultyClient } from './faulty-writers.ts';

const items = {
  items: {
    time: 'created_at',
    schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    records: Array.from({ length: 24 }, (_, index) => ({
      id: index + 1,
      name: `Item ${index + 1}`,
      price: 10 + index,
      tags: ['a', 'b'],
      created_at: new Date(1_700_000_000_000 + index * 10_000).toISOString(),
    })),
  },
};

function startAudited(clients: readonly FaultyClient[]) {
  const scenarios = clients.flatMap(({ rule, scenario }) =>
    scenario ? [{ name: rule, description: '', rules: scenario.map((one) => ({ when: {}, ...(one as object) })) }] : [],
  );
  return startMock({ ...(workspaceOf(items, { cors: 'off' }) as object), scenarios } as Json);
}

test('every rule has a client that breaks it', () => {
  expect(faultyClients.map(({ rule }) => rule).toSorted()).toEqual(auditRules.map(({ id }) => id).toSorted());
});

test.each(faultyClients)(
  '$rule: catches a faulty client and passes the same client mended',
  async (client) => {
    await using mock = await startAudited([client]);
    const judged = async (kind: 'faulty' | 'mended') => {
      const session = `${client.rule} ${kind}`;
      if (client.scenario) await hostValue(mock.host, 'scenario.activate', { name: client.rule, session });
      await client[kind](auditedClient(mock.port, session));
      const { results } = await hostValue(mock.host, 'audit.run', { client: session, session });
      return results.find(({ id }) => id === client.rule);
    };
    for (const kind of ['faulty', 'mended'] as const) {
      let own = await judged(kind);
      // A busy machine may spread out requests that a client sends at once: the faulty client then goes on.
      for (let round = 0; kind === 'faulty' && own?.outcome !== 'fail' && round < 10; round += 1)
        own = await judged(kind);
      expect([kind, own?.outcome, own?.findings]).toEqual([
        kind,
        kind === 'faulty' ? 'fail' : 'pass',
        kind === 'faulty' ? expect.arrayContaining([expect.anything()]) : [],
      ]);
    }
    expect(mock.faults).toEqual([]);
  },
  60_000,
);

test('a lost update of two racing scripts is named by its field and by both requests', async () => {
  await using mock = await startAudited([]);
  const script = async (field: string) => {
    const client = clientOf(mock.port, new Agent({ keepAlive: true, maxSockets: 1 }));
    const read = await client({ target: '/api/items/3' });
    await pause(30);
    const body = JSON.stringify({ ...(read.json() as object), [field]: 'Mine' });
    return client({ method: 'PUT', target: '/api/items/3', headers: [['Content-Type', 'application/json']], body });
  };
  await Promise.all([script('name'), script('color')]);
  const { entries } = await hostValue(mock.host, 'requests.list', { query: 'method:PUT' });
  const { results } = await hostValue(mock.host, 'audit.run', { rules: 'lost-update' });
  const [finding] = results[0]?.findings ?? [];
  expect(finding?.detail).toMatch(/lost "(name|color)" of version 2/);
  expect(finding?.requests).toEqual(expect.arrayContaining(entries.map(({ id }) => id)));
});

test('an audit of 10,000 requests pauses after each, so that no other request waits for it', () => {
  const log = new CountedLog({ ...defaultSettings.log, entries: 10_000 });
  for (let index = 0; index < 10_000; index += 1) logTypicalExchange(log, index);
  const context = {
    key: () => 'id',
    required: () => ['name'],
    isSecret: (name: string) => name === 'token',
    hasFalseTotals: () => false,
  };
  const work = auditLog(log, noOwnPaths, {}, context, auditRules);
  let longest = 0;
  for (let before = 0; !work.next().done; before = log.read) longest = Math.max(longest, log.read - before);
  expect([log.read, longest]).toEqual([10_000, 1]);
});

/** A log that counts the entries that were read. */
class CountedLog extends RequestLog {
  read = 0;

  override *entries() {
    for (const entry of super.entries()) {
      this.read += 1;
      yield entry;
    }
  }
}

/** Reads, lists, writes and retries of 50 clients. */
function logTypicalExchange(log: RequestLog, index: number): void {
  const id = index % 100;
  const method = ['GET', 'GET', 'PATCH', 'GET', 'POST'][index % 5] ?? 'GET';
  const isList = index % 5 === 3;
  const list = items.items.records.slice(0, 20);
  const body = JSON.stringify(isList ? { items: list, total: 100 } : { ...list[id % 20], id, version: index });
  const headers = ['User-Agent', `client ${index % 50}`, 'Accept', '*/*', 'Content-Type', 'application/json'];
  const target = isList ? `/api/items?limit=20&offset=${id}` : `/api/items/${id}`;
  const entry = log.begin(
    requestHead({ method, target, headers, time: index * 10, connection: { number: 1 + (index % 64), address: '' } }),
  );
  const change = JSON.stringify({ name: `Name ${index}` });
  if (method !== 'GET') log.received(entry, change, change.length, 0);
  const status = index % 17 === 0 ? 503 : 200;
  const sent = ['ETag', `"${index}-abc"`, 'X-Resource-Version', String(index), 'Content-Type', 'application/json'];
  log.answered(entry, sentResponse({ status, headers: sent, body, bytes: body.length, length: body.length }), 1);
}
