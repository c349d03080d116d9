import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ActionInputs } from '../../../../renderer/app/actions/action-inputs.ts';
import { expectationActions } from '../../../../renderer/app/actions/expectation-actions.ts';
import { requestActions } from '../../../../renderer/app/actions/request-actions.ts';
import { go } from '../../../../renderer/app/base/views.ts';
import { createWorkbench } from '../../../../renderer/app/workbench/workbench.ts';
import { createClient } from '../../../../renderer/console/client.ts';
import { createMirror } from '../../../../renderer/console/mirror.ts';
import { defaultSettings } from '../../../../server/domain/model/settings.ts';
import { FakeTransport, request, requestDetail, settled } from '../../console/fake-transport.ts';

const copied: string[] = [];

/** A window whose address can be changed. */
function fakeWindow() {
  const location = { hash: '' };
  const pushState = (_state: unknown, _title: string, hash: string) => {
    location.hash = hash;
  };
  return Object.assign(new EventTarget(), { location, history: { pushState } });
}

beforeAll(() => {
  vi.stubGlobal('window', fakeWindow());
  vi.stubGlobal('HashChangeEvent', Event);
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } });
});
afterAll(async () => {
  // Held keys are given a moment after the work.
  await new Promise((resolve) => setTimeout(resolve));
  vi.unstubAllGlobals();
});

/** A console that shows request 1. */
async function openLog() {
  window.location.hash = '#/requests/1';
  const transport = new FakeTransport();
  const client = createClient(transport);
  const bench = createWorkbench({ client, mirror: createMirror(client, transport), nth: 1 });
  transport.link('live');
  await transport.snapshot(0, [request(2), request(1)]);
  bench.requests.open(1);
  const here = { view: 'requests', chosenLine: 'request-1', server: { state: 'stopped' }, settings: defaultSettings };
  const inputs = { ...bench, ...here } as unknown as ActionInputs;
  const run = (id: string) =>
    [...requestActions(inputs), ...expectationActions(inputs)].find((action) => action.id === id)?.run();
  return { transport, bench, run };
}

test('a rule like a request, or the form to expect such requests, opens for nobody who has gone on', async () => {
  for (const goesOn of [false, true]) {
    const { transport, bench, run } = await openLog();
    run('requests.rule');
    await transport.take('requests.get').answer(requestDetail(1));
    if (goesOn) go('settings');
    await transport.take('scenarios.put').refuse('No.');
    await settled();
    expect(window.location.hash).toBe(goesOn ? '#/settings' : '#/scenarios');

    window.location.hash = '#/requests/1';
    run('requests.expect');
    if (goesOn) window.location.hash = '#/requests/2';
    await transport.take('requests.get').answer(requestDetail(1));
    expect(bench.expectations.store.getState().draft === null).toBe(goesOn);
  }
});

test('of two requests that are copied in quick succession, the second is in the clipboard', async () => {
  const { transport, bench, run } = await openLog();
  run('requests.copy-curl');
  bench.requests.open(2);
  run('requests.copy-curl');
  const first = transport.take('requests.get');
  await transport.take('requests.get').answer(requestDetail(2));
  await first.answer(requestDetail(1));
  await settled();
  expect(copied.map((text) => /users\/\d/.exec(text)?.[0])).toEqual(['users/1', 'users/2']);
});
