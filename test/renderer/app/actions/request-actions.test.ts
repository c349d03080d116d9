import { beforeAll, expect, test, vi } from 'vitest';
import { expectationActions } from '../../../../renderer/app/actions/expectation-actions.ts';
import { requestActions } from '../../../../renderer/app/actions/request-actions.ts';
import { go } from '../../../../renderer/app/base/views.ts';
import { textFile } from '../../../../renderer/console/file-text.ts';
import type { Imports } from '../../../../renderer/features/imports/imports.ts';
import { defaultScenario, type Scenario } from '../../../../server/domain/scenario/scenario.ts';
import { request, requestDetail, settled } from '../../console/fake-transport.ts';
import { openLog, stubWindow } from './open-log.ts';

const copied: string[] = [];

stubWindow();
beforeAll(() => {
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } });
});

/** A log of two requests, the first of them chosen, and the way to run an action on it. */
async function openTwo() {
  const { inputs, ...opened } = await openLog([request(2), request(1)]);
  const run = (id: string) =>
    [...requestActions(inputs), ...expectationActions(inputs)].find((action) => action.id === id)?.run();
  return { ...opened, run };
}

test('a rule like a request, or the form to expect such requests, opens for nobody who has gone on', async () => {
  for (const goesOn of [false, true]) {
    const { transport, bench, run } = await openTwo();
    run('requests.rule');
    await transport.take('requests.get').answer(requestDetail(1));
    if (goesOn) go('settings');
    const put = transport.take('scenarios.put');
    const { scenario } = put.input as { readonly scenario: Scenario };
    transport.send(1, { type: 'state', state: { scenarios: [defaultScenario, scenario] } });
    await put.answer(scenario);
    expect(window.location.hash).toBe(goesOn ? '#/settings' : '#/scenarios');

    window.location.hash = '#/requests/1';
    run('requests.expect');
    if (goesOn) window.location.hash = '#/requests/2';
    await transport.take('requests.get').answer(requestDetail(1));
    expect(bench.expectations.store.getState().draft === null).toBe(goesOn);
  }
});

test('fixtures made from a request take the place of no import that was begun meanwhile, and interrupt nobody', async () => {
  for (const { goesOn, shown } of [
    { goesOn: (_: Imports) => undefined, shown: 'request 1.har' },
    { goesOn: (imports: Imports) => void imports.read(textFile('mine.csv', 'id')), shown: 'mine.csv' },
    { goesOn: (_: Imports) => go('settings'), shown: undefined },
  ]) {
    const { transport, bench, run } = await openTwo();
    run('requests.fixture');
    await transport.take('requests.get').answer(requestDetail(1));
    goesOn(bench.imports);
    await transport.take('requests.export').answer({ file: 'log.har', text: '{}' });
    const state = bench.imports.store.getState();
    expect('file' in state ? state.file.name : undefined).toBe(shown);
  }
});

test('a rule that is refused leaves the person at their request', async () => {
  const { transport, run } = await openTwo();
  run('requests.rule');
  await transport.take('requests.get').answer(requestDetail(1));
  await transport.take('scenarios.put').refuse('No.');
  await settled();
  expect(window.location.hash).toBe('#/requests/1');
});

test('of two requests that are copied in quick succession, the second is in the clipboard', async () => {
  const { transport, bench, run } = await openTwo();
  run('requests.copy-curl');
  bench.requests.open(2);
  run('requests.copy-curl');
  const first = transport.take('requests.get');
  await transport.take('requests.get').answer(requestDetail(2));
  await first.answer(requestDetail(1));
  await settled();
  expect(copied.map((text) => /users\/\d/.exec(text)?.[0])).toEqual(['users/1', 'users/2']);
});
