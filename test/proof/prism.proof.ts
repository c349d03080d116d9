/*
 * Prism, a third-party OpenAPI validator, as a proxy in front of the mock. It validates the mock's responses against the
 * OpenAPI document that the mock serves.
 *
 * The cases of the corpus run against the mock directly. Prism then gets each response from a replay, because it rewrites
 * requests (Host, bodies, percent-encoding, Prefer): half of the corpus would never reach the mock through it.
 */

import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type CorpusCase, parseCorpus } from '../corpus/corpus-file.ts';
import { playCase, type Stage } from '../corpus/run-case.ts';
import { Stages } from '../corpus/stages.ts';
import { type ClientRequest, type ClientResponse, clientOf, type Send } from '../support/http-client.ts';
import { startMock, workspaceOf } from '../support/running-mock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startPrism } from './prism.ts';
import { startReplay } from './replay.ts';

/** The methods that Prism forwards. It fails on HEAD because it expects a body. */
const forwarded = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

interface Tally {
  /** Responses that Prism validated. */
  responses: number;
  /** Those of them that belong to an operation of the document. */
  described: number;
  readonly violations: string[];
}

test('Prism finds no violation in the responses of the whole corpus', async () => {
  const folder = await temporaryFolder();
  const tally: Tally = { responses: 0, described: 0, violations: [] };
  for (const cases of await casesByWorkspace()) await playBesidePrism(cases, folder, tally);
  process.stdout.write(
    `Prism validated ${tally.responses} responses, ${tally.described} of them to known operations.\n`,
  );
  expect(tally.violations).toEqual([]);
  expect(tally.described).toBeGreaterThan(800);
});

/** Groups the cases by workspace and settings. The cases of a group share an OpenAPI document. */
async function casesByWorkspace(): Promise<Iterable<readonly CorpusCase[]>> {
  const folder = new URL('../corpus/cases/', import.meta.url);
  const groups = new Map<string, CorpusCase[]>();
  for (const name of await readdir(folder)) {
    for (const one of parseCorpus(await readFile(new URL(name, folder), 'utf8'))) {
      if (one.breaks === 'description') continue;
      const group = JSON.stringify([one.workspace, one.settings]);
      groups.set(group, [...(groups.get(group) ?? []), { ...one, title: `${name}: ${one.title}` }]);
    }
  }
  return groups.values();
}

async function playBesidePrism(cases: readonly CorpusCase[], folder: string, tally: Tally): Promise<void> {
  const [first] = cases;
  if (!first) return;
  const stages = new Stages();
  const { body: document } = await (await stages.for(first)).send({ target: '/openapi.json' });
  const replay = await startReplay();
  const prism = await startPrism(document, replay.url, folder);
  const throughPrism = clientOf(prism.port);
  try {
    for (const one of cases) {
      const mock = await stages.for(one);
      const send: Send = async (request) => {
        const response = await mock.send(request);
        if (forwarded.includes(request.method ?? 'GET')) {
          replay.recorded = response;
          const validated = await throughPrism(bare(request));
          expect(validated.status, `${one.title}: Prism changed a response`).toBe(response.status);
          const violations = isMinimalCreation(response) ? '[]' : (validated.header('sl-violations') ?? '[]');
          judge(violations, `${one.title}: ${request.method} ${request.target}`, tally);
        }
        return response;
      };
      const stage: Stage = {
        send,
        restart: mock.restart,
        get host() {
          return mock.host;
        },
      };
      const { failures } = await playCase(one, stage);
      expect(failures, one.title).toEqual([]);
    }
  } finally {
    await prism.stop();
    replay.close();
    await stages.close();
  }
}

/** The request reduced to the parts by which Prism finds its operation and which it forwards unchanged. */
function bare({ method = 'GET', target }: ClientRequest): ClientRequest {
  const path = new URL(target, 'http://localhost').pathname.replaceAll(/%(?![0-9A-Fa-f]{2})/g, '%25');
  if (method === 'GET' || method === 'DELETE' || method === 'OPTIONS') return { method, target: path };
  return { method, target: path, headers: [['Content-Type', 'application/json']], body: '{}' };
}

/** A 201 without a body, by preference. OpenAPI cannot describe a response with an optional body. */
function isMinimalCreation(response: ClientResponse): boolean {
  return response.status === 201 && response.header('Preference-Applied') === 'return=minimal';
}

function judge(header: string, request: string, tally: Tally): void {
  const violations: readonly { location: readonly string[]; message: string }[] = JSON.parse(header);
  tally.responses += 1;
  if (!violations.some(({ location }) => location[0] === 'request')) tally.described += 1;
  for (const { location, message } of violations) {
    if (location[0] === 'response') tally.violations.push(`${request}: ${message}`);
  }
}

test('Prism reports a response that violates the document', async () => {
  const folder = await temporaryFolder();
  await using mock = await startMock(workspaceOf({ users: { key: 'userId', records: [] } }));
  const { body: document } = await mock.send({ target: '/openapi.json' });
  const replay = await startReplay();
  const prism = await startPrism(document, replay.url, folder);
  const tally: Tally = { responses: 0, described: 0, violations: [] };
  try {
    const response = await mock.send({ target: '/users/42' });
    for (const body of [
      '{"message":"gone","status":"inactive"}',
      '{"message":7,"status":"inactive"}',
      '{"message":""}',
    ]) {
      replay.recorded = { ...response, body, headers: [['Content-Type', 'application/json']] };
      const validated = await clientOf(prism.port)({ target: '/users/42' });
      judge(validated.header('sl-violations') ?? '[]', body, tally);
    }
  } finally {
    await prism.stop();
    replay.close();
  }
  expect(tally.violations).toEqual([
    expect.stringContaining('{"message":7,"status":"inactive"}: '),
    expect.stringContaining('{"message":""}: '),
  ]);
});

test('Prism in front of a mock in use finds no violation', async () => {
  const folder = await temporaryFolder();
  const workspace = JSON.parse(await readFile(new URL('../corpus/workspaces/service.json', import.meta.url), 'utf8'));
  await using mock = await startMock(workspace);
  const { body: document } = await mock.send({ target: '/openapi.json' });
  const prism = await startPrism(document, `http://127.0.0.1:${mock.port}`, folder);
  try {
    const send = clientOf(prism.port);
    const json = [['Content-Type', 'application/json']] as const;
    const user = JSON.stringify({ userId: 'eve', name: 'Eve', status: 'active' });
    const requests: readonly (readonly [number, ClientRequest])[] = [
      [200, { target: '/users/42' }],
      [404, { target: '/users/7' }],
      [200, { target: '/api/users?status=active&sort=-name&limit=2' }],
      [400, { target: '/api/users?limit=0' }],
      [201, { method: 'POST', target: '/api/users', headers: json, body: user }],
      [409, { method: 'POST', target: '/api/users', headers: json, body: user }],
      [200, { method: 'PATCH', target: '/api/users/eve', headers: json, body: '{"age":3}' }],
      [422, { method: 'PATCH', target: '/api/users/eve', headers: json, body: '{"age":-3}' }],
      [412, { method: 'DELETE', target: '/api/users/eve', headers: [['If-Match', '"other"']] }],
      [204, { method: 'DELETE', target: '/api/users/eve' }],
      [404, { target: '/api/users/eve' }],
      [503, { target: '/api/users/42', headers: [['X-Mock-Scenario', 'Outage']] }],
    ];
    for (const [status, request] of requests) {
      const response = await send(request);
      const violations = response.header('sl-violations');
      expect([response.status, violations], JSON.stringify(request)).toEqual([status, undefined]);
    }
  } finally {
    await prism.stop();
  }
});
