import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HttpAgents } from '../../../server/mcp/agents.ts';
import { eventually } from '../../support/eventually.ts';
import { hostValue, type TemporaryHost, temporaryHost } from '../../support/temporary-host.ts';

let temporary: TemporaryHost;
let agents: HttpAgents;

beforeEach(async () => {
  temporary = await temporaryHost();
  agents = new HttpAgents({ host: temporary.host, version: 'test' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(async () => {
  vi.useRealTimers();
  await agents.close();
  await temporary[Symbol.asyncDispose]();
});

const send = (method: string, params: unknown, session?: string) =>
  agents.respond({
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(session !== undefined && { 'mcp-session-id': session }),
    },
    body: { jsonrpc: '2.0', id: 1, method, params },
  });

/** Connects an agent, which begins its session, and gives the name. */
async function connect(): Promise<string> {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const { headers } = await send('initialize', params);
  const session = String(headers['mcp-session-id'] ?? '');
  await use(session);
  return session;
}

const use = (session: string) => send('tools/call', { name: 'look_up_records', arguments: {} }, session);

const sessions = async () =>
  (await hostValue(temporary.host, 'sessions.list', {})).sessions.map(({ name }) => name).sort();

test('an agent without a message for half an hour has left, and its session ends', async () => {
  const [idle, busy] = [await connect(), await connect()];
  vi.advanceTimersByTime(20 * 60_000);
  await use(busy);
  vi.advanceTimersByTime(20 * 60_000);
  await eventually(async () => expect(await sessions()).toEqual([busy]));
  expect([(await use(idle)).status, (await use(busy)).status]).toEqual([404, 200]);
});

test('the agent that was used least recently leaves when there are more than a hundred', async () => {
  const [first, second] = [await connect(), await connect()];
  await use(first);
  for (let count = 2; count < 101; count++) await connect();
  const left = await sessions();
  expect([left.length, left.includes(first), left.includes(second)]).toEqual([100, true, false]);
});

test('closing ends every agent, and the workspace keeps no scenario of theirs', async () => {
  const session = await connect();
  await send('tools/call', { name: 'use_scenario', arguments: { scenario: { rules: [] } } }, session);
  const scenarios = async () => (await hostValue(temporary.host, 'workspace.get', {})).scenarios.length;
  const before = await scenarios();
  await agents.close();
  expect([await sessions(), before - (await scenarios())]).toEqual([[], 1]);
});

test('an agent whose session of the mock was dropped gets a new one', async () => {
  const session = await connect();
  await hostValue(temporary.host, 'sessions.drop', { name: session });
  const page = await send('tools/call', { name: 'look_up_records', arguments: { collection: 'users' } }, session);
  expect(page.body).toContain('Grace');
  expect(await sessions()).toEqual([session]);
});
