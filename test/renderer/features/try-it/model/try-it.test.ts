import { expect, test } from 'vitest';
import { createClient } from '../../../../../renderer/console/client.ts';
import { createMirror } from '../../../../../renderer/console/mirror.ts';
import { mergeOf } from '../../../../../renderer/features/try-it/model/conflict.ts';
import {
  type Draft,
  emptyDraft,
  loggedDraft,
  resourceId,
} from '../../../../../renderer/features/try-it/model/draft.ts';
import { TryIt } from '../../../../../renderer/features/try-it/model/try-it.ts';
import { createDrafts } from '../../../../../renderer/ui/drafts/drafts.ts';
import { createToaster } from '../../../../../renderer/ui/overlay/toaster.ts';
import type { SentRequest } from '../../../../../server/contract/schema/output.ts';
import { problem } from '../../../../../server/domain/basics/problem.ts';
import { accept, refuse } from '../../../../../server/domain/basics/result.ts';
import { defaultSettings } from '../../../../../server/domain/model/settings.ts';
import { PathTable } from '../../../../../server/domain/request/path-table.ts';
import { FakeTransport } from '../../../console/fake-transport.ts';

type Response = readonly [status: number, body: string, headers?: readonly (readonly [string, string])[]];

/** A builder whose host answers each request as it is told; undefined is a mock that is stopped. */
function builder(response: (draft: Draft) => Response | undefined) {
  const sent: Draft[] = [];
  const kept: unknown[] = [];
  const transport = new FakeTransport();
  const client = createClient({
    events: transport.events,
    call: async (name, input) => {
      if (name === 'saved.put') kept.push(input);
      if (name !== 'requests.send') return refuse(problem('unknown-request', 'Nothing is logged.'));
      const draft = input as Draft;
      sent.push(draft);
      const given = response(draft);
      if (!given) return refuse(problem('server-stopped', 'The mock server does not listen.'));
      const [status, content, headers = []] = given;
      const body = { encoding: 'utf8' as const, content, bytes: content.length, truncated: false };
      const value: SentRequest = { id: sent.length, durationMs: 1, fault: null, response: { status, headers, body } };
      return accept(value);
    },
  });
  const tryIt = new TryIt(client, createMirror(client, transport), createToaster(), () => undefined);
  return { tryIt, sent, kept };
}

const tag = (version: number): readonly (readonly [string, string])[] => [
  ['ETag', `"${version}"`],
  ['X-Resource-Version', String(version)],
];
const target = '/api/users/42';
const usual = new PathTable([], defaultSettings);

test('shows a response, adds it to the history and stores its validators', async () => {
  const { tryIt, sent } = builder(() => [200, '{"userId":"42","name":"Ada"}', tag(1)]);
  tryIt.edit({ target });
  await tryIt.send();
  await tryIt.send();
  const { shown, history, seen, records, draft } = tryIt.state;
  expect(sent).toHaveLength(2);
  expect([shown?.number, history.map(({ number }) => number)]).toEqual([2, [2, 1]]);
  expect(seen[tryIt.placeOf(draft)]).toEqual({ latest: { etag: '"1"', version: '1' }, before: null });
  expect(records[tryIt.placeOf(draft)]).toEqual({ userId: '42', name: 'Ada' });
});

test('an unsent request outlives its builder', () => {
  const transport = new FakeTransport();
  const client = createClient(transport);
  const drafts = createDrafts('');
  const open = () => new TryIt(client, createMirror(client, transport), createToaster(), () => undefined, drafts);
  open().edit({ target: '/api/users?unsent=1' });
  expect(open().state.draft.target).toBe('/api/users?unsent=1');
  open().open(emptyDraft);
  expect(drafts.read('try-it')).toBeUndefined();
});

test('begins with a record of the workspace unless a request was written', async () => {
  const transport = new FakeTransport();
  const client = createClient(transport);
  const mirror = createMirror(client, transport);
  const tryIt = new TryIt(client, mirror, createToaster(), () => undefined);
  const written = new TryIt(client, mirror, createToaster(), () => undefined);
  written.edit({ target: '/api/users?limit=1' });
  transport.link('live');
  await transport.snapshot(1);
  const beginning = Promise.all([tryIt.begin(), written.begin()]);
  await transport.take('records.get').refuse('No such record.');
  await transport.take('records.page').answer({ rows: [{ id: '7' }] });
  await beginning;
  expect(tryIt.state.draft.target).toBe('/users/7');
  expect(written.state.draft.target).toBe('/api/users?limit=1');
});

test('separates resources by session and query', () => {
  const draft = { method: 'GET', target: '/api/users?limit=1', headers: [], body: null } satisfies Draft;
  const other: Draft = { ...draft, target: '/api/users?limit=2' };
  const session: Draft = { ...draft, headers: [['x-mock-session', 'mine']] };
  expect(new Set([draft, other, session].map((one) => resourceId(one, usual))).size).toBe(3);
});

test('shows a refusal until the next request', async () => {
  let listens = false;
  const { tryIt } = builder(() => (listens ? [200, '{}'] : undefined));
  await tryIt.send();
  expect(tryIt.state.refusal).toBe('The mock server does not listen.');
  listens = true;
  await tryIt.send();
  expect(tryIt.state.refusal).toBeNull();
});

test('resolves a 412 by reading again and merging', async () => {
  let record = { userId: '42', name: 'Ada', plan: 'free' };
  let version = 1;
  const { tryIt, sent } = builder(({ method, headers }) => {
    if (method === 'GET') return [200, JSON.stringify(record), tag(version)];
    const fits = headers.some(([name, value]) => name === 'If-Match' && value === `"${version}"`);
    return fits ? [200, JSON.stringify(record), tag(version + 1)] : [412, '{}', tag(version)];
  });
  tryIt.edit({ target });
  await tryIt.send();
  tryIt.edit({
    method: 'PATCH',
    body: '{"name":"Ada Byron"}',
    headers: [
      ['If-Match', '"1"'],
      ['Content-Type', 'application/merge-patch+json'],
    ],
  });
  [record, version] = [{ ...record, plan: 'team' }, 2];
  await tryIt.send();
  const { conflict, seen, draft } = tryIt.state;
  expect(conflict).toMatchObject({ base: { plan: 'free' }, mine: { name: 'Ada Byron' }, theirs: null });
  // The refusal told the current tag; to use it unseen would be to lose the other's change.
  expect(seen[tryIt.placeOf(draft)]?.latest.etag).toBe('"1"');
  await tryIt.read();
  expect(tryIt.state.conflict && mergeOf(tryIt.state.conflict)).toEqual({
    value: { userId: '42', name: 'Ada Byron', plan: 'team' },
    conflicts: [],
  });
  tryIt.conflict.merge();
  await tryIt.send();
  expect(sent.at(-1)).toMatchObject({
    headers: [
      ['If-Match', '"2"'],
      ['Content-Type', expect.anything()],
    ],
  });
  expect(JSON.parse(sent.at(-1)?.body ?? '')).toEqual({ name: 'Ada Byron' });
  expect(tryIt.state.conflict).toBeNull();
});

test('merges a PUT as a whole record with the chosen sides', async () => {
  const theirs = { userId: '42', name: 'Countess', plan: 'team' };
  const { tryIt, sent } = builder(({ method }) =>
    method === 'PUT'
      ? [412, '{}']
      : [200, JSON.stringify(sent.length > 1 ? theirs : { userId: '42', name: 'Ada' }), tag(1)],
  );
  tryIt.edit({ target });
  await tryIt.send();
  tryIt.edit({ method: 'PUT', body: '{"userId":"42","name":"Ada Byron"}', headers: [['X-Resource-Version', '1']] });
  await tryIt.send();
  await tryIt.read();
  tryIt.conflict.decide('/name', 'theirs');
  tryIt.conflict.merge();
  expect(JSON.parse(tryIt.state.draft.body ?? '')).toEqual(theirs);
  tryIt.conflict.decide('/name', 'mine');
  tryIt.conflict.merge();
  expect(JSON.parse(tryIt.state.draft.body ?? '')).toEqual({ ...theirs, name: 'Ada Byron' });
});

test('the other client tries changes until one is accepted, in the same session and the default scenario', async () => {
  const { tryIt, sent } = builder(({ method, body }) =>
    method === 'GET' ? [200, '{"id":1,"name":"Lamp","stock":3}'] : [body?.includes('stock') ? 200 : 422, '{}'],
  );
  tryIt.edit({ target: '/api/products/1', headers: [['X-Mock-Session', 'mine']] });
  await tryIt.changeAsOtherClient();
  expect(sent.map(({ method, body }) => [method, body])).toEqual([
    ['GET', null],
    ['PATCH', '{"name":"Lamp (edited)"}'],
    ['PATCH', '{"stock":4}'],
  ]);
  for (const { headers } of sent) {
    expect(headers).toContainEqual(['X-Mock-Session', 'mine']);
    expect(headers).toContainEqual(['X-Mock-Scenario', 'Default']);
  }
  expect(tryIt.state.history).toEqual([]);
});

test('the next action cancels a crawl and hides its late pages', async () => {
  const link: [string, string] = ['Link', '</api/users?page=2>; rel="next"'];
  const { tryIt, sent } = builder(() => [200, '{"items":[{"id":1}]}', [['X-Total-Count', '9'], link]]);
  tryIt.edit({ target: '/api/users?page=1' });
  const crawling = tryIt.crawlAll();
  tryIt.stopCrawl();
  await crawling;
  expect([tryIt.state.crawl?.end, sent.length]).toEqual([{ kind: 'cancelled' }, 1]);
  tryIt.open({ method: 'GET', target: '/', headers: [], body: null });
  expect(tryIt.state.crawl).toBeNull();
});

test('ignores a response after stopWaiting and allows the next request', async () => {
  const { tryIt, sent } = builder(() => [200, '{}']);
  const first = tryIt.send();
  const second = tryIt.send();
  tryIt.stopWaiting();
  expect([tryIt.state.awaited, await first, await second]).toEqual([null, null, null]);
  expect([sent.length, tryIt.state.shown]).toEqual([1, null]);
  await tryIt.send();
  expect([sent.length, tryIt.state.shown?.number]).toEqual([2, 1]);
});

test('saves a request with its name and note', async () => {
  const { tryIt, kept } = builder(() => undefined);
  tryIt.edit({ target });
  await tryIt.save({ name: 'Ada', note: 'Look at the tag.' });
  expect(kept).toEqual([
    {
      request: { name: 'Ada', note: 'Look at the tag.', method: 'GET', target, headers: [], body: null },
      base: null,
    },
  ]);
});

test('opens a logged request without the headers of its connection', () => {
  const request = {
    headers: [
      ['Host', 'localhost'],
      ['If-Match', '"1"'],
      ['content-length', '2'],
      ['Connection', 'keep-alive'],
    ],
    body: { encoding: 'utf8', content: '{}', bytes: 2, truncated: false },
  } as const;
  const detail = { method: 'PATCH', path: target, request } as unknown as Parameters<typeof loggedDraft>[0];
  expect(loggedDraft(detail)).toEqual({ method: 'PATCH', target, headers: [['If-Match', '"1"']], body: '{}' });
});

test('another request clears the response of the one before, which stays in the history', async () => {
  const { tryIt } = builder(() => [200, '{}', tag(1)]);
  await tryIt.send();
  tryIt.openSaved({ name: 'Another', note: '', method: 'GET', target: '/users/1', headers: [], body: null });
  expect(tryIt.state).toMatchObject({ shown: null, draft: { target: '/users/1' }, history: [{ number: 1 }] });
});
