/*
 * Prism, an OpenAPI validator that others made, as a proxy before the mock, with the document that the mock gives of
 * itself. Whatever an answer says that the document does not is a violation.
 *
 * The cases of the corpus play against the mock itself, and Prism is then given each of its answers as that of its
 * upstream: it rewrites requests on their way (Host, bodies, percent-encoding, Prefer), and half of the corpus would
 * never reach the mock through it.
 */

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type CorpusCase, parseCorpus } from '../corpus/corpus-file.ts';
import { playCase, type Stage } from '../corpus/run-case.ts';
import { Stages } from '../corpus/stages.ts';
import { type ClientRequest, type ClientResponse, clientOf, type Send } from '../support/http-client.ts';
import { startMock, workspaceOf } from '../support/running-mock.ts';
import { startPrism } from './prism.ts';
import { startReplay } from './replay.ts';

/** Prism forwards these; of a HEAD it reads the body all the same, and fails. */
const forwarded = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

interface Tally {
  /** Answers that Prism saw, and of those the ones to an operation of the document. */
  answers: number;
  described: number;
  readonly violations: string[];
}

/** Gives a folder for the documents, which goes with it. */
async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-api-console-prism-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('Prism finds no violation in the answers of the whole corpus', () =>
  inFolder(async (folder) => {
    const tally: Tally = { answers: 0, described: 0, violations: [] };
    for (const cases of await casesByWorkspace()) await playBesidePrism(cases, folder, tally);
    process.stdout.write(`Prism saw ${tally.answers} answers, ${tally.described} of them to operations it knows.\n`);
    expect(tally.violations).toEqual([]);
    expect(tally.described).toBeGreaterThan(800);
  }));

/** The cases that play in the same workspace with the same settings, and so have the same document. */
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
        const answer = await mock.send(request);
        if (forwarded.includes(request.method ?? 'GET')) {
          replay.recorded = answer;
          const seen = await throughPrism(bare(request));
          expect(seen.status, `${one.title}: Prism changed an answer`).toBe(answer.status);
          const violations = isMinimalCreation(answer) ? '[]' : (seen.header('sl-violations') ?? '[]');
          judge(violations, `${one.title}: ${request.method} ${request.target}`, tally);
        }
        return answer;
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

/** As much of a request as Prism needs to find its operation, without what it would not pass on. */
function bare({ method = 'GET', target }: ClientRequest): ClientRequest {
  const path = new URL(target, 'http://localhost').pathname.replaceAll(/%(?![0-9A-Fa-f]{2})/g, '%25');
  if (method === 'GET' || method === 'DELETE' || method === 'OPTIONS') return { method, target: path };
  return { method, target: path, headers: [['Content-Type', 'application/json']], body: '{}' };
}

/** A 201 whose body a preference left out: a response of OpenAPI either has a body or has none. */
function isMinimalCreation(answer: ClientResponse): boolean {
  return answer.status === 201 && answer.header('Preference-Applied') === 'return=minimal';
}

function judge(header: string, what: string, tally: Tally): void {
  const violations: readonly { location: readonly string[]; message: string }[] = JSON.parse(header);
  tally.answers += 1;
  if (!violations.some(({ location }) => location[0] === 'request')) tally.described += 1;
  for (const { location, message } of violations) {
    if (location[0] === 'response') tally.violations.push(`${what}: ${message}`);
  }
}

test('Prism does find what an answer says that the document does not', () =>
  inFolder(async (folder) => {
    await using mock = await startMock(workspaceOf({ users: { key: 'userId', records: [] } }));
    const { body: document } = await mock.send({ target: '/openapi.json' });
    const replay = await startReplay();
    const prism = await startPrism(document, replay.url, folder);
    const tally: Tally = { answers: 0, described: 0, violations: [] };
    try {
      const answer = await mock.send({ target: '/users/42' });
      for (const body of [
        '{"message":"gone","status":"inactive"}',
        '{"message":7,"status":"inactive"}',
        '{"message":""}',
      ]) {
        replay.recorded = { ...answer, body, headers: [['Content-Type', 'application/json']] };
        const seen = await clientOf(prism.port)({ target: '/users/42' });
        judge(seen.header('sl-violations') ?? '[]', body, tally);
      }
    } finally {
      await prism.stop();
      replay.close();
    }
    expect(tally.violations).toEqual([
      expect.stringContaining('{"message":7,"status":"inactive"}: '),
      expect.stringContaining('{"message":""}: '),
    ]);
  }));

test('Prism stands before a mock that is in use, and finds no violation', () =>
  inFolder(async (folder) => {
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
        const answer = await send(request);
        expect([answer.status, answer.header('sl-violations')], JSON.stringify(request)).toEqual([status, undefined]);
      }
    } finally {
      await prism.stop();
    }
  }));
