import { describe, expect, test } from 'vitest';
import { Conflicts } from '../../../../../renderer/conflict/conflicts.ts';
import { createClient } from '../../../../../renderer/console/client.ts';
import { RequestLog } from '../../../../../renderer/console/requests.ts';
import { viewLog } from '../../../../../renderer/features/requests/log/log-view.ts';
import { Requests } from '../../../../../renderer/features/requests/log/requests.ts';
import { createToaster } from '../../../../../renderer/ui/overlay/toaster.ts';
import { FakeTransport, request, requestDetail } from '../../../console/fake-transport.ts';

/** A log of three requests. */
function openRequests() {
  const log = new RequestLog();
  const transport = new FakeTransport();
  const toaster = createToaster();
  const conflicts = new Conflicts(toaster);
  const requests = new Requests(log, createClient(transport), toaster, conflicts);
  log.add([1, 2, 3].map((id) => request(id)));
  log.publish();
  return { log, requests, transport, view: () => viewLog(log, requests.store.getState()) };
}

describe('a log that is filled again', () => {
  function openChosen() {
    const opened = openRequests();
    const { log, requests } = opened;
    requests.choose(log.at(1), log.at(0));
    requests.compare();
    requests.togglePause();
    const fill = (ids: readonly number[], times: (id: number) => number) => {
      log.clear();
      log.fill(
        ids.map((id) => request(id, { time: times(id) })),
        [],
      );
      log.publish();
    };
    return { ...opened, fill };
  }

  test('by another run of the host, leaves what was chosen, compared and paused', () => {
    const { requests, fill, view } = openChosen();
    fill([1, 2, 3, 4], (id) => 5000 + id);
    expect(requests.store.getState()).toMatchObject({ chosen: null, anchor: null, compared: null });
    expect(view()).toMatchObject({ count: 4, fresh: 0 });
  });

  test('after the connection was lost, keeps them', () => {
    const { requests, fill, view } = openChosen();
    const before = requests.store.getState();
    fill([1, 2, 3, 4], (id) => id);
    expect(requests.store.getState()).toEqual(before);
    expect(view()).toMatchObject({ count: 3, fresh: 1 });
  });

  test('leaves a request that is compared and no longer there', () => {
    const { requests, fill } = openChosen();
    fill([2, 3], (id) => id);
    expect(requests.store.getState()).toMatchObject({ chosen: null, compared: null });
  });

  test('knows a request that the log had only after it was opened', () => {
    const { requests, fill } = openChosen();
    requests.open(4);
    fill([1, 2, 3, 4], (id) => id);
    expect(requests.chosenId).toBe(4);
    fill([1, 2, 3, 4], (id) => 5000 + id);
    expect(requests.chosenId).toBeNull();
  });
});

test('the details of another request that has the number by now are not those of the chosen one', async () => {
  const { log, requests, transport } = openRequests();
  requests.choose(log.at(0));
  const detail = requests.chosenDetail();
  await transport.take('requests.get').answer(requestDetail(1, { time: 5000 }));
  expect(await detail).toMatchObject({ ok: false, problem: { type: '/problems/unknown-request' } });
});
