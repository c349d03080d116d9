import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { httpTransport, type Token } from '../../../renderer/console/http.ts';
import type { Link } from '../../../renderer/console/transport.ts';
import type { ConsoleEvent } from '../../../server/contract/event.ts';
import { eventually } from '../../support/eventually.ts';
import { fixedToken } from '../../support/fixed-token.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(handler: Parameters<typeof createServer>[1], port = 0): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('sends a command with its token and gives back the host’s reply', async () => {
  const origin = await serve(async (request, response) => {
    const body = JSON.parse((await request.toArray()).join(''));
    const { authorization } = request.headers;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ok: true, value: { url: request.url, authorization, body } }));
  });
  expect(await httpTransport(origin, fixedToken('secret')).call('records.get', { id: '1' })).toEqual({
    ok: true,
    value: { url: '/call/records.get', authorization: 'Bearer secret', body: { id: '1' } },
  });
});

test('short calls use keepalive, within the browser’s quota', async () => {
  const origin = await serve((_request, response) => {
    response.setHeader('content-type', 'application/json').end('{"ok":true,"value":null}');
  });
  const sent = vi.spyOn(globalThis, 'fetch');
  const { call } = httpTransport(origin, fixedToken(''));
  const isKeptAlive = async (...inputs: readonly unknown[]) => {
    sent.mockClear();
    await Promise.all(inputs.map((input) => call('records.patch', input)));
    return sent.mock.calls.map(([, init]) => init?.keepalive);
  };
  expect(await isKeptAlive({ name: 'x' }, { name: 'x'.repeat(2000) })).toEqual([true, false]);
  for (const _time of ['first', 'again']) {
    const many = await isKeptAlive(...Array.from({ length: 100 }, () => ({})));
    expect(many.filter(Boolean)).toHaveLength(16);
  }
  sent.mockRestore();
});

test('gives back a problem as a refusal', async () => {
  const problem = { type: '/problems/unknown-record', title: 'No', status: 404, detail: 'There is no record 1.' };
  const origin = await serve((_request, response) => {
    response.writeHead(404, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
  });
  expect(await httpTransport(origin, fixedToken('')).call('records.get', {})).toEqual({ ok: false, problem });
});

test('an unreachable host, a malformed reply and a lost one are refusals that promise nothing', async () => {
  const origin = await serve((request, response) => {
    if (request.url !== '/call/records.put') response.end('<p>Not the host</p>');
    else if (request.headers['idempotency-key'] === undefined) request.socket.destroy();
    else response.writeHead(200, { 'content-length': 100 }).write('{"ok":', () => request.socket.destroy());
  });
  const expected = {
    ok: false,
    problem: { type: '/problems/no-reply', detail: expect.stringContaining('may have carried this out') },
  };
  const { call } = httpTransport(origin, fixedToken(''));
  for (const key of [undefined, 'cut']) expect(await call('records.put', {}, { key })).toMatchObject(expected);
  expect(await httpTransport(origin, fixedToken('')).call('workspace.get', {})).toMatchObject(expected);
  servers[0]?.closeAllConnections();
  servers[0]?.close();
  expect(await httpTransport(origin, fixedToken('')).call('workspace.get', {})).toMatchObject(expected);
});

test('follows the feed, and reconnects when it breaks off', async () => {
  let connections = 0;
  const origin = await serve((_request, response) => {
    connections += 1;
    response.setHeader('content-type', 'text/event-stream');
    response.write(`: hello\n\ndata: {"seq":${connections}}\n\n`);
    if (connections === 1) response.end();
  });
  const links: Link[] = [];
  const events: ConsoleEvent[] = [];
  const close = httpTransport(origin, fixedToken('')).events(
    (batch) => events.push(...batch),
    (link) => links.push(link),
  );
  await eventually(() => expect(events).toEqual([{ seq: 1 }, { seq: 2 }]));
  expect(links).toEqual(['live', 'lost', 'live']);
  close();
});

test('a host that starts again with another token is found once the token is known', async () => {
  let accepted = 'first';
  const responses: ServerResponse[] = [];
  const origin = await serve((request, response) => {
    if (request.headers.authorization !== `Bearer ${accepted}`) return void response.writeHead(401).end();
    responses.push(response);
    response.setHeader('content-type', 'text/event-stream');
    response.write(': open\n\n');
  });
  let current = 'first';
  const heard: string[] = [];
  const known: Token = {
    current: () => current,
    accept: () => heard.push('accept'),
    release: (isRefused) => heard.push(isRefused ? 'refused' : 'released'),
  };
  const links: Link[] = [];
  const close = httpTransport(origin, known).events(
    () => {},
    (link) => links.push(link),
  );
  await eventually(() => expect(links).toEqual(['live']));
  accepted = 'second';
  responses[0]?.destroy();
  await eventually(() => expect(links.slice(0, 3)).toEqual(['live', 'lost', 'refused']));
  current = 'second';
  await eventually(() => expect(links.at(-1)).toBe('live'));
  expect(heard.slice(0, 3)).toEqual(['accept', 'released', 'refused']);
  expect(heard.at(-1)).toBe('accept');
  close();
});
