import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ConsoleEvent } from '../../../server/contract/event.ts';
import { type RunningMock, startMock, workspaceOf } from '../../support/running-mock.ts';
import { hostValue } from '../../support/temporary-host.ts';
import { tagOf } from './faulty-writers.ts';

const records = Array.from({ length: 24 }, (_, index) => ({ id: index + 1, name: `Item ${index + 1}` }));
const item = '/api/items/3';
const app = { 'User-Agent': 'app' };

let mock: RunningMock;
beforeEach(async () => {
  mock = await startMock(workspaceOf({ items: { records } }));
});
afterEach(async () => {
  vi.useRealTimers();
  expect(mock.faults).toEqual([]);
  await mock[Symbol.asyncDispose]();
});

const get = (target: string, headers: Readonly<Record<string, string>> = app) =>
  mock.send({ target, headers: Object.entries(headers) });
const patch = (target: string, body: object, headers: Readonly<Record<string, string>> = app) =>
  mock.send({
    method: 'PATCH',
    target,
    headers: [...Object.entries(headers), ['Content-Type', 'application/json']],
    body: JSON.stringify(body),
  });
const value = hostValue;

test('a run leaves live state, scenario and history as they were', async () => {
  await patch(item, { name: 'Mine' });
  const before = await value(mock.host, 'workspace.get', {});
  const record = await get(item);
  await value(mock.host, 'audit.begin', { client: 'app', scenes: ['ghost-write', 'weak-tags'] });
  const copy = await get(item);
  expect(copy.json()).toEqual(record.json());
  await patch(item, { name: 'In the scene' }, app);
  await value(mock.host, 'audit.step', {});
  expect((await get(item)).header('etag')).toMatch(/^W\//);
  expect((await get(item)).json()).toMatchObject({ name: 'In the scene' });
  await value(mock.host, 'audit.end', {});
  const after = await get(item);
  expect([after.json(), after.header('etag')]).toEqual([record.json(), record.header('etag')]);
  const now = await value(mock.host, 'workspace.get', {});
  const parts = ({ collections, scenario, scenarios, sessions, history, save }: typeof now) => ({
    collections,
    scenario,
    scenarios,
    sessions,
    history,
    save,
  });
  expect(parts(now)).toEqual(parts(before));
});

test('only the chosen client meets the scenes', async () => {
  await value(mock.host, 'audit.begin', { client: 'app', scenes: ['unavailable'] });
  const others = [{ 'User-Agent': 'other' }, { ...app, 'X-Mock-Session': 'apart' }];
  for (const headers of others) expect((await get(item, headers)).status).toBe(200);
  expect((await get(item)).status).toBe(503);
  await value(mock.host, 'audit.cancel', {});
  expect((await get(item)).status).toBe(200);
});

test('scenes play in a session on a copy of its live state', async () => {
  const session = { ...app, 'X-Mock-Session': 'checkout' };
  await patch(item, { name: 'Shared' });
  await patch(item, { name: 'Own' }, session);
  await value(mock.host, 'audit.begin', { session: 'checkout', scenes: ['capped-pages'] });
  expect((await get('/api/items?limit=20', session)).json()).toHaveProperty('items.length', 5);
  expect((await get('/api/items?limit=20')).json()).toHaveProperty('items.length', 20);
  expect((await get(item, session)).json()).toMatchObject({ name: 'Own' });
  await patch(item, { name: 'In the scene' }, session);
  await value(mock.host, 'audit.end', {});
  expect((await get(item, session)).json()).toMatchObject({ name: 'Own' });
  expect((await value(mock.host, 'sessions.list', {})).sessions).toMatchObject([{ scenario: 'Default', changed: 1 }]);
});

test('a session that has not begun plays on the fixtures and is not begun', async () => {
  await patch(item, { name: 'Shared' });
  await value(mock.host, 'audit.begin', { session: 'new', scenes: ['capped-pages'] });
  expect((await get(item, { 'X-Mock-Session': 'new' })).json()).toMatchObject({ name: 'Item 3' });
  await value(mock.host, 'audit.end', {});
  expect((await value(mock.host, 'sessions.list', {})).sessions).toEqual([]);
});

test('the state says which scene plays, how many requests met it and which rules the client broke', async () => {
  const states: unknown[] = [];
  mock.host.subscribe((events: readonly ConsoleEvent[]) => {
    for (const event of events) if (event.type === 'state' && 'audit' in event.state) states.push(event.state.audit);
  });
  await value(mock.host, 'audit.begin', { client: 'app', scenes: ['unavailable', 'weak-tags'] });
  const read = await get(item);
  expect(read.status).toBe(503);
  const post = () => patch(item, { name: 'Blind' });
  await post();
  await post();
  await value(mock.host, 'audit.step', {});
  await patch(item, { name: 'Weak' }, { ...app, ...tagOf(await get(item)) });
  const end = await value(mock.host, 'audit.end', {});
  expect(end).toMatchObject({
    isPlaying: false,
    requests: 5,
    scenes: [
      { name: 'unavailable', state: 'played', requests: 3, failed: ['blind-retry'] },
      { name: 'weak-tags', state: 'played', requests: 2, failed: ['unusable-if-match'] },
    ],
  });
  expect(states).toContainEqual(
    expect.objectContaining({
      isPlaying: true,
      scenes: [
        expect.objectContaining({ state: 'played', requests: 3, failed: ['blind-retry'] }),
        expect.objectContaining({ state: 'playing', failed: null }),
      ],
    }),
  );
  const { text } = await value(mock.host, 'audit.report', { session: end.session, format: 'markdown' });
  expect(text).toContain('Scene: weak-tags');
});

test('a scene ends so many seconds after its first request', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await value(mock.host, 'audit.begin', { client: 'app', scenes: ['unavailable', 'slow'], seconds: 5 });
  const playing = async () =>
    (await value(mock.host, 'workspace.get', {})).audit?.scenes.findIndex(({ state }) => state === 'playing');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await playing()).toBe(0);
  await get(item);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await playing()).toBe(1);
  await value(mock.host, 'audit.cancel', {});
  expect((await value(mock.host, 'workspace.get', {})).audit).toBeNull();
});

test('scenarios of the workspace and scenes that are given whole play as well', async () => {
  const rules = [{ then: { kind: 'answer', status: 418 } as const }];
  await value(mock.host, 'scenarios.put', { scenario: { name: 'Teapot', rules } });
  const { scenes } = await value(mock.host, 'audit.scenes', {});
  expect(scenes.at(-1)).toEqual({ name: 'Teapot', description: '', exercises: [] });
  const given = {
    name: 'given',
    rules: [{ then: { kind: 'answer', status: 451 } as const }],
    exercises: ['no-backoff'],
  };
  await value(mock.host, 'audit.begin', { client: 'app', scenes: ['Teapot', given] });
  expect((await get(item)).status).toBe(418);
  await value(mock.host, 'audit.step', {});
  expect((await get(item)).status).toBe(451);
  expect((await value(mock.host, 'audit.step', {})).isPlaying).toBe(false);
  expect((await get(item)).status).toBe(200);
});

test.each([
  ['an unknown scene', { scenes: ['weak-tag'] }, /no scene "weak-tag", but "weak-tags"/],
  ['an invalid scene', { scenes: [{ name: 'x', rules: [{ then: { kind: 'explode' } }] }] }, /cannot be used/],
  ['an unknown rule', { rules: 'lost-updates' }, /lost-update is/],
])('refuses %s', async (_, input, detail) => {
  expect(await mock.host.call('audit.begin', input)).toMatchObject({
    ok: false,
    problem: { detail: expect.stringMatching(detail) },
  });
});

test('refuses a second run, and a step or an end without one', async () => {
  for (const name of ['audit.step', 'audit.end']) {
    expect(await mock.host.call(name, {})).toMatchObject({ ok: false, problem: { status: 409 } });
  }
  await value(mock.host, 'audit.begin', {});
  expect(await mock.host.call('audit.begin', {})).toMatchObject({ ok: false, problem: { status: 409 } });
});

test('a restart in the middle of a run leaves nothing of it', async () => {
  await value(mock.host, 'audit.begin', { scenes: ['unavailable'] });
  await mock.restart();
  expect([(await get(item)).status, (await value(mock.host, 'workspace.get', {})).audit]).toEqual([200, null]);
});
