/** The MCP server of the built program, over stdin and stdout and over the port of the console, with the SDK's own client. */
import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ConsoleState } from '../../server/contract/schema/state.ts';

const program = join(import.meta.dirname, '../../dist/serve.cjs');
const flags = ['--read-only', '--port=0', '--console-port=0', '--token=secret'];

interface Ready {
  readonly mock: string;
  readonly console: string;
}

const readyOf = (line: string): Ready => JSON.parse(line.replace('ready ', ''));

/** An agent: the name of its session, and its tools. */
type Agent = Awaited<ReturnType<typeof agentOver>>;

async function agentOver(transport: Transport) {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const session = /"X-Mock-Session: ([\w-]+)"/.exec(client.getInstructions() ?? '')?.[1] ?? '';
  // The value that a tool gives; of a refusal, its code and sentence.
  const use = async (name: string, given: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: given });
    const [first] = content as { readonly text: string }[];
    return isError ? { refused: first?.text } : JSON.parse(first?.text ?? '');
  };
  return { client, session, use };
}

/** Uses each tool once, and sees its effect. */
async function useEachTool({ client, session, use }: Agent): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools.length).toBeLessThanOrEqual(8);
  expect(tools.every(({ description, inputSchema }) => description && inputSchema.type === 'object')).toBe(true);

  expect((await use('look_up_records')).collections).toContainEqual(
    expect.objectContaining({ name: 'users', key: 'userId' }),
  );
  const changes = [{ collection: 'users', id: '42', patch: { name: 'Augusta' } }];
  expect((await use('change_records', { changes })).records[0].live.name).toBe('Augusta');
  const one = await use('look_up_records', { collection: 'users', id: '42' });
  expect([one.live.name, one.fixture.name]).toEqual(['Augusta', expect.not.stringMatching('Augusta')]);
  const page = await use('look_up_records', { collection: 'users', query: 'name=Augusta' });
  expect(page).toMatchObject({ total: 1, rows: [{ id: '42' }] });

  expect(await use('expect_request', { method: 'GET', path: '/users/{userId}', count: { exactly: 1 } })).toEqual({
    name: 'GET /users/{userId}, exactly 1 request',
  });
  const sent = await use('send_request', { method: 'GET', target: '/users/42' });
  expect(JSON.parse(sent.response.body.content)).toMatchObject({ name: 'Augusta' });
  const listed = await use('list_requests', { match: { path: '/users/{userId}' } });
  expect(listed.requests).toEqual([
    expect.objectContaining({ id: sent.id, session, status: 200, explanation: expect.anything() }),
  ]);
  expect(await use('get_request', { id: sent.id })).toMatchObject({ request: {}, response: { statusText: 'OK' } });
  expect((await use('verify_expectations', { clear: true })).results).toEqual([
    expect.objectContaining({ outcome: 'met', requests: [sent.id] }),
  ]);
  expect(await use('verify_expectations')).toEqual({ results: [] });

  const rules = [{ when: { path: '/users/{userId}' }, then: { kind: 'answer', status: 503 } }];
  expect(await use('use_scenario', { scenario: { rules } })).toBeNull();
  expect((await use('use_scenario')).active).toContain(session);
  expect((await use('send_request', { method: 'GET', target: '/users/42' })).response.status).toBe(503);
}

describe('over the port of the console', () => {
  let ready: Ready;
  let end = () => Promise.resolve();

  beforeAll(async () => {
    const child = spawn(process.execPath, [program, ...flags, '--quiet'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    end = () => {
      child.kill('SIGTERM');
      return closed;
    };
    ready = readyOf(await new Promise((resolve) => createInterface(child.stdout).once('line', resolve)));
  });
  afterAll(() => end());

  const transport = (token = 'secret') =>
    new StreamableHTTPClientTransport(new URL('/mcp', ready.console), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    });

  async function consoleState(): Promise<ConsoleState> {
    const headers = { authorization: 'Bearer secret', 'content-type': 'application/json' };
    const response = await fetch(new URL('/call/workspace.get', ready.console), {
      method: 'POST',
      headers,
      body: '{}',
    });
    return (await response.json()).value;
  }

  /** The status of a message with these headers. */
  const statusOf = (method: string, headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const authorized = { authorization: 'Bearer secret', 'content-type': 'application/json', ...headers };
      const sent = request(new URL('/mcp', ready.console), { method, headers: authorized }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject).end(method === 'POST' ? '{}' : undefined);
    });

  test('each tool works, and nothing of an agent that has left stays', async () => {
    const before = await consoleState();
    const http = transport();
    const agent = await agentOver(http);
    expect(http.sessionId).toBe(agent.session);
    await useEachTool(agent);
    expect((await consoleState()).sessions.map(({ name }) => name)).toEqual([agent.session]);

    await http.terminateSession();
    const after = await consoleState();
    expect([after.sessions, after.scenarios, after.expectations.total]).toEqual([[], before.scenarios, 0]);
    expect(await statusOf('POST', { 'mcp-session-id': agent.session })).toBe(404);
  });

  test('two agents and the tester do not disturb each other', async () => {
    const [first, second] = [await agentOver(transport()), await agentOver(transport())];
    const name = async ({ use }: Agent) => (await use('look_up_records', { collection: 'users', id: '42' })).live.name;
    const original = await name(second);
    await first.use('change_records', { changes: [{ collection: 'users', id: '42', patch: { name: 'First' } }] });
    await first.use('use_scenario', {
      scenario: { rules: [{ when: { path: '/users/7' }, then: { kind: 'answer', status: 503 } }] },
    });
    await first.use('expect_request', { method: 'GET', path: '/users/{userId}' });
    await first.use('send_request', { method: 'GET', target: '/users/7' });

    expect([await name(first), await name(second)]).toEqual(['First', original]);
    expect((await (await fetch(new URL('/users/42', ready.mock))).json()).name).toBe(original);
    expect((await second.use('use_scenario')).active).toBe((await consoleState()).scenario);
    expect((await second.use('verify_expectations')).results).toEqual([]);
    expect((await second.use('list_requests')).requests).toEqual([]);
    expect((await second.use('list_requests', { everybody: true })).requests.length).toBeGreaterThan(1);
  });

  test('a refusal is an error of the tool with the code and the sentence of the problem', async () => {
    const { client, use } = await agentOver(transport());
    expect(await use('use_scenario', { name: 'Nothing' })).toEqual({
      refused: expect.stringMatching(/^unknown-scenario: .*Nothing.*\.$/),
    });
    expect(await use('look_up_records', { collection: 'users', session: 'other' })).toEqual({
      refused: expect.stringMatching(/^bad-request: .*look_up_records.*session/),
    });
    const faulty = await client.callTool({ name: 'use_scenario', arguments: { scenario: { rules: [{}] } } });
    expect(JSON.stringify(faulty)).toContain('/rules/0');
    expect(JSON.stringify(faulty)).not.toMatch(/\bat .*\.[cm]?[jt]s:\d/);
    await expect(client.callTool({ name: 'drop_table' })).rejects.toThrow('There is no tool "drop_table".');
  });

  test('it needs the token, a host of this machine, JSON and a session', async () => {
    await expect(agentOver(transport('wrong'))).rejects.toThrow('"status":401');
    expect(await statusOf('POST', { host: 'rebound.test' })).toBe(421);
    expect(await statusOf('POST', { origin: 'http://page.test' })).toBe(403);
    expect(await statusOf('POST', { 'content-type': 'text/plain' })).toBe(415);
    expect(await statusOf('DELETE', { 'mcp-session-id': 'another' })).toBe(404);
    expect(await statusOf('POST', {})).toBe(406);
    expect(await statusOf('GET', {})).toBe(405);
  });
});

test('over stdin and stdout, each tool works, and the program ends with its agent', async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', ...flags],
    stderr: 'pipe',
  });
  const faults: unknown[] = [];
  let errors = '';
  transport.stderr?.on('data', (text: Buffer) => {
    errors += text.toString();
  });
  const agent = await agentOver(transport);
  // What is no message of the protocol is such an error.
  agent.client.onerror = (error) => faults.push(error);
  await useEachTool(agent);
  const { mock } = readyOf(/^ready .*$/m.exec(errors)?.[0] ?? '');
  expect(agent.client.getInstructions()).toContain(mock);
  await agent.client.close();
  await expect(fetch(mock)).rejects.toThrow();
  expect(faults).toEqual([]);
});

test('it ends when stdin ends, and stdout has nothing but the protocol', async () => {
  const child = spawn(process.execPath, [program, 'mcp', ...flags], { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString();
  });
  child.stderr.resume();
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.stdin.end('no JSON\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  expect(await closed).toBe(0);
  expect(JSON.parse(output)).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
});
