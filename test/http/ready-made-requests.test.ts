import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { CommandOutput } from '../../server/contract/command.ts';
import type { RequestDetail } from '../../server/contract/schema/output.ts';
import type { Json, JsonObject } from '../../server/domain/json/json.ts';
import { decodeWorkspace } from '../../server/store/formats/workspace-format.ts';
import { type RunningMock, startMock } from '../support/running-mock.ts';
import { hostValue } from '../support/temporary-host.ts';

const text = await readFile(new URL('../../assets/sample.workspace.json', import.meta.url), 'utf8');
const decoded = decodeWorkspace(text);
if (!decoded.ok) throw new Error(decoded.problem.detail);
const { requests } = decoded.value;

interface Outcome {
  readonly status: number | undefined;
  readonly header: (name: string) => string | undefined;
  readonly body: JsonObject;
  readonly explanation: RequestDetail['explanation'];
}

type SentResponse = NonNullable<CommandOutput<'requests.send'>['response']>;

const bodyOf = (response: SentResponse | null): JsonObject => JSON.parse(response?.body?.content || '{}');

/** Sends a ready-made request by its name, as the console does. */
async function send({ host }: RunningMock, name: string): Promise<Outcome> {
  const request = requests.find((one) => one.name === name);
  if (!request) throw new Error(`There is no ready-made request "${name}"`);
  const { method, target, body } = request;
  const headers = request.headers.map(([header, value]): [string, string] => [header, value]);
  const { id, response } = await hostValue(host, 'requests.send', { method, target, headers, body });
  const { explanation } = await hostValue(host, 'requests.get', { id: id ?? 0 });
  return {
    status: response?.status,
    header: (wanted) => response?.headers.find(([one]) => one.toLowerCase() === wanted.toLowerCase())?.[1],
    body: bodyOf(response),
    explanation,
  };
}

async function read({ host }: RunningMock, target: string): Promise<JsonObject> {
  const { response } = await hostValue(host, 'requests.send', { method: 'GET', target, headers: [], body: null });
  return bodyOf(response);
}

function items({ body }: Outcome): readonly Record<string, Json>[] {
  return body.items as unknown as Record<string, Json>[];
}

/** For each ready-made request, a check that its outcome shows what its note promises. */
const checks: Readonly<Record<string, (outcome: Outcome, mock: RunningMock) => void | Promise<void>>> = {
  'An active user': ({ status, body }) => {
    expect([status, body]).toEqual([200, { userId: '42', name: 'Ada Lovelace', status: 'active' }]);
  },
  'An inactive user': async ({ status, body }, mock) => {
    expect([status, body.status]).toEqual([404, 'inactive']);
    const { message: _, ...unknown } = await read(mock, '/users/none');
    expect(unknown).toEqual({ status: 'inactive' });
  },
  'Filter by parameters': (outcome) => {
    const parts = outcome.explanation?.query?.filter?.children.map(({ parameter }) => parameter);
    expect(parts).toEqual(['category', 'price_less_than']);
    expect(items(outcome).every(({ category, price }) => category === 'toys' && Number(price) < 50)).toBe(true);
    expect(Number(outcome.header('X-Total-Count'))).toBe(outcome.explanation?.query?.filter?.matches);
  },
  'Filter by groups': async ({ explanation }, { host }) => {
    const [age, either] = explanation?.query?.filter?.children ?? [];
    expect([age?.text, either?.children.map(({ text }) => text)]).toEqual([
      'age gt 60',
      ['plan eq "pro"', 'not (status eq "active")'],
    ]);
    const [{ id = 0 } = {}] = host.log.list({ limit: 1 });
    const asked = await host.call('requests.get', { id, record: '42' });
    expect(asked).toMatchObject({ value: { explanation: { record: { place: 'refused' } } } });
  },
  'Filter by days': (outcome) => {
    const days = items(outcome).map(({ date }) => date);
    expect([days[0], days.at(-1)]).toEqual(['2026-03-10', '2026-03-12']);
  },
  'Sort by two fields': (outcome) => {
    const prices = items(outcome).filter(({ category }) => category === items(outcome)[0]?.category);
    expect(prices.map(({ price }) => price)).toEqual(prices.map(({ price }) => Number(price)).sort((a, b) => b - a));
    expect(outcome.explanation?.query?.sort.at(-1)).toEqual({ field: 'id', descending: false });
  },
  'Pages by offset': (outcome) => {
    expect(outcome.explanation?.query?.page.detail).toContain('records 21 to 30 of 320');
    const link = outcome.header('Link') ?? '';
    for (const relation of ['first', 'prev', 'next', 'last']) expect(link).toContain(`rel="${relation}"`);
  },
  'Pages by number': (outcome) => {
    expect(outcome.explanation?.query?.page.detail).toContain('Page 2 of 32');
  },
  'Pages by cursor': ({ body }) => {
    expect(body.next_cursor).toBeTypeOf('string');
  },
  'Pages by time': (outcome) => {
    const times = items(outcome).map(({ created_at }) => String(created_at));
    expect(times.every((time) => time >= '2026-10-03T00:00:00Z' && time < '2026-10-04T00:00:00Z')).toBe(true);
    expect(String(outcome.body.next)).toContain('cursor=');
  },
  'Pages after an id': (outcome) => {
    expect(items(outcome).map(({ userId }) => userId)).toEqual(['311', '312', '313', '314', '315']);
  },
  'Read only if it changed': ({ status, body, explanation }) => {
    expect([status, body]).toEqual([304, {}]);
    expect(explanation?.conditions).toMatchObject([{ header: 'If-None-Match', holds: false }]);
  },
  'Write only what was read': async ({ status, explanation }, mock) => {
    expect(status).toBe(412);
    expect(explanation?.conditions).toMatchObject([{ header: 'If-Match', holds: false }]);
    expect(await read(mock, '/api/orders/1001')).toMatchObject({ status: 'delivered' });
  },
  'Write against a version': async ({ status }, mock) => {
    expect(status).toBe(200);
    expect((await send(mock, 'Write against a version')).status).toBe(412);
  },
  'Merge patch': ({ status, body }) => {
    expect([status, body.address, body.name]).toEqual([200, { city: 'Turin', country: 'GB' }, 'Ada Lovelace']);
    expect(body).not.toHaveProperty('age');
  },
  'JSON Patch with a test': async ({ status, explanation }, mock) => {
    expect(status).toBe(409);
    expect(explanation?.patch?.steps).toMatchObject([{ applied: false, rolledBack: true }, { applied: false }]);
    expect(await read(mock, '/api/orders/1003')).toMatchObject({ status: 'delivered' });
  },
  'A mistake in a filter': ({ status, body }) => {
    expect([status, body.parameter]).toEqual([400, 'colour']);
    expect(body.expected).toBeDefined();
  },
  'A scenario for one request': async ({ status, explanation }, mock) => {
    expect([status, explanation?.scenario.rules.length]).toEqual([503, 1]);
    expect(await read(mock, '/users/42')).toMatchObject({ status: 'active' });
  },
};

test('every ready-made request has a check', () => {
  expect(Object.keys(checks)).toEqual(requests.map(({ name }) => name));
});

test.each(requests.map(({ name, note }) => [name, note]))('%s: %s', async (name) => {
  await using mock = await startMock(JSON.parse(text) as Json);
  await checks[name]?.(await send(mock, name), mock);
  expect(mock.faults).toEqual([]);
});
