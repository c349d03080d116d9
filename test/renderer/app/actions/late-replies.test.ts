import { expect, test } from 'vitest';
import type { ActionInputs } from '../../../../renderer/app/actions/action-inputs.ts';
import { timeMachineActions } from '../../../../renderer/app/actions/time-machine-actions.ts';
import { tryItActions } from '../../../../renderer/app/actions/try-it-actions.ts';
import { go } from '../../../../renderer/app/base/views.ts';
import { requestDetail } from '../../console/fake-transport.ts';
import { openLog, stubWindow } from './open-log.ts';

stubWindow();

test('a request is opened in Try it', async () => {
  const { transport, bench, inputs } = await openLog();
  tryItActions(inputs)
    .find(({ id }) => id === 'requests.try')
    ?.run();
  await transport.take('requests.get').answer(requestDetail(1));
  expect([bench.tryIt.state.draft.target, window.location.hash]).toEqual(['/users/1', '#/try-it']);
});

test('a request that was to be opened in Try it replaces none that is being written, and moves nobody who has gone on', async () => {
  for (const goOn of [
    ({ tryIt }: ActionInputs) => tryIt.edit({ target: '/api/orders' }),
    () => go('try-it'),
    () => go('scenarios'),
  ]) {
    const { transport, bench, inputs } = await openLog();
    tryItActions(inputs)
      .find(({ id }) => id === 'requests.try')
      ?.run();
    goOn(inputs);
    const { hash } = window.location;
    await transport.take('requests.get').answer(requestDetail(1));
    expect([bench.tryIt.state.draft.target, window.location.hash]).not.toContain('/users/1');
    expect(window.location.hash).toBe(hash);
  }
});

test('the records at a request are shown at once, unless the person has gone on', async () => {
  for (const goesOn of [false, true]) {
    const { transport, bench, inputs } = await openLog();
    timeMachineActions(inputs)
      .find(({ id }) => id === 'requests.records')
      ?.run();
    if (goesOn) go('scenarios');
    await transport.take('timeline.request').answer({ before: 3, after: 4 });
    expect(window.location.hash).toBe(goesOn ? '#/scenarios' : '#/time-machine');
    expect(bench.timeMachine.store.getState().moment).toBe(goesOn ? null : 3);
  }
});
