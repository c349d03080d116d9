import { expect, onTestFinished, test, vi } from 'vitest';
import { Conflicts } from '../../../../../renderer/conflict/conflicts.ts';
import { createClient } from '../../../../../renderer/console/client.ts';
import { RequestLog } from '../../../../../renderer/console/requests.ts';
import {
  hiddenRequest,
  type LogView,
  lineToEnter,
  searchedNumber,
  viewLog,
} from '../../../../../renderer/features/requests/log/log-view.ts';
import { Requests } from '../../../../../renderer/features/requests/log/requests.ts';
import { createToaster } from '../../../../../renderer/ui/overlay/toaster.ts';
import { FakeTransport, request, requestDetail, settled } from '../../../console/fake-transport.ts';

function openRequests(capacity = 10) {
  const log = new RequestLog(capacity);
  const transport = new FakeTransport();
  const toaster = createToaster();
  const requests = new Requests(log, createClient(transport), toaster, new Conflicts(toaster));
  const receive = (...ids: readonly number[]) => {
    log.add(ids.map((id) => request(id)));
    log.publish();
  };
  const view = () => viewLog(log, requests.store.getState());
  return { log, requests, transport, toaster, receive, view };
}

function keys(view: LogView): readonly (string | undefined)[] {
  return Array.from({ length: view.count }, (_, index) => view.at(index)?.key);
}

test('follows the end of the log', () => {
  const { receive, view } = openRequests();
  receive(1, 2);
  receive(3);
  expect(keys(view())).toEqual(['request-1', 'request-2', 'request-3']);
  expect(view().fresh).toBe(0);
});

test('stays in place when scrolled up and counts new lines, even after the log drops some', () => {
  const { requests, receive, view } = openRequests(3);
  receive(1, 2, 3);
  requests.scrolled(false);
  receive(4, 5);
  expect(keys(view())).toEqual(['request-1', 'request-2', 'request-3']);
  expect(view().fresh).toBe(2);
  expect(requests.store.getState().following).toMatchObject({ requests: 3 });
  receive(6, 7, 8, 9);
  expect(keys(view())).toEqual(['request-1', 'request-2', 'request-3']);
  requests.follow();
  expect(keys(view())).toEqual(['request-7', 'request-8', 'request-9']);
});

test('follows again when scrolled back to the end, but not when it was paused on purpose', () => {
  const { requests, receive, view } = openRequests();
  receive(1);
  requests.scrolled(false);
  receive(2);
  requests.scrolled(true);
  expect(view().count).toBe(2);
  requests.togglePause();
  receive(3);
  requests.scrolled(true);
  expect(view()).toMatchObject({ count: 2, fresh: 1 });
  requests.togglePause();
  expect(view().count).toBe(3);
});

test('releases paused lines when the log is cleared', () => {
  const { log, requests, receive, view } = openRequests();
  receive(1, 2);
  requests.togglePause();
  log.clear();
  log.publish();
  expect(view().count).toBe(0);
});

test('finds lines that contain every word, and counts only such lines as new', () => {
  const { log, requests, view } = openRequests();
  log.add([request(1, { method: 'PATCH', status: 412 }), request(2, { method: 'PATCH' }), request(3, { status: 412 })]);
  log.mark({ name: 'Slow', time: 0 });
  requests.search('412 patch');
  expect(keys(view())).toEqual(['request-1']);
  requests.scrolled(false);
  log.add([request(4), request(5, { method: 'PATCH', status: 412 })]);
  expect(view().fresh).toBe(1);
});

test("a message search combines the host's results with the row terms", async () => {
  const { requests, transport, receive, view } = openRequests();
  receive(1, 2, 3);
  requests.search('body:ada path:/');
  expect(keys(view())).toEqual([]);
  const look = transport.take('requests.list');
  expect(look.input).toEqual({ query: 'body:ada', limit: 10, from: 1 });
  await look.answer({ entries: [request(3), request(1)], kept: [], total: 3, dropped: 0 });
  expect(keys(view())).toEqual(['request-1', 'request-3']);
  requests.search('status:500');
  expect(transport.calls).toEqual([]);
  expect(view().count).toBe(0);
});

test('a repeated message search covers only unfinished requests until the log is refilled', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { log, requests, transport, receive, view } = openRequests();
  log.add([request(1), request(2, { status: null, durationMs: 0 }), request(3)]);
  requests.search('body:ada');
  await transport.take('requests.list').answer({ entries: [request(1)], kept: [], total: 3, dropped: 0 });
  receive(2, 4);
  vi.runOnlyPendingTimers();
  const second = transport.take('requests.list');
  expect(second.input).toMatchObject({ from: 2 });
  await second.answer({ entries: [request(4), request(2)], kept: [], total: 4, dropped: 0 });
  expect(keys(view())).toEqual(['request-1', 'request-2', 'request-4']);
  log.clear();
  log.fill([request(1), request(2)], []);
  log.publish();
  vi.runOnlyPendingTimers();
  const anew = transport.take('requests.list');
  expect(anew.input).toMatchObject({ from: 1 });
  await anew.answer({ entries: [request(2)], kept: [], total: 2, dropped: 0 });
  expect(keys(view())).toEqual(['request-2']);
});

test('ignores the reply to an outdated search', async () => {
  const { requests, transport, receive, view } = openRequests();
  receive(1, 2);
  requests.search('body:a');
  const first = transport.take('requests.list');
  requests.search('body:ab');
  await first.answer({ entries: [request(1)], kept: [], total: 2, dropped: 0 });
  expect(view().count).toBe(0);
  await transport.take('requests.list').answer({ entries: [request(2)], kept: [], total: 2, dropped: 0 });
  expect(keys(view())).toEqual(['request-2']);
});

test('restores a cleared log', async () => {
  const { requests, transport, toaster } = openRequests();
  void requests.clear();
  await transport.take('requests.clear').answer(null);
  toaster.toasts()[0]?.action?.run();
  await transport.take('requests.restore').refuse('Too late.');
  expect(toaster.toasts().map(({ text }) => text)).toEqual(['Too late.']);
});

test('clearing the log leaves what was chosen, but not what is chosen or noted meanwhile', async () => {
  const { log, requests, transport, receive } = openRequests();
  log.add([request(1, { pinned: true })]);
  receive(2);
  const clear = async (meanwhile: () => unknown) => {
    void requests.clear();
    await meanwhile();
    log.clear();
    log.publish();
    await transport.take('requests.clear').answer(null);
    return requests.store.getState();
  };
  requests.open(1);
  expect(await clear(() => {})).toMatchObject({ chosen: null });
  receive(2);
  requests.open(2);
  expect(await clear(() => requests.open(1))).toMatchObject({ chosen: 'request-1' });
  const note = async () => {
    void requests.annotations.beginNote();
    await settled();
  };
  expect(await clear(note)).toMatchObject({ chosen: 'request-1', editedNote: { id: 1 } });
  requests.annotations.endNote();
  receive(3);
  expect(await clear(() => requests.open(3))).toMatchObject({ chosen: null });
});

test('compares two selected requests, or one with its predecessor', () => {
  const { log, requests } = openRequests();
  const paths = ['/a?x=1', '/b', '/a', '/c'];
  log.add(paths.map((path, index) => request(index + 1, { path })));
  log.mark({ name: 'Slow', time: 0 });
  requests.choose(log.at(0), log.at(3));
  requests.compare();
  expect(requests.store.getState().compared).toEqual([1, 4]);
  requests.choose(log.at(2));
  expect(requests.store.getState().compared).toBeNull();
  expect(requests.comparable()).toEqual([1, 3]);
  requests.choose(log.at(3));
  expect(requests.comparable()).toBeNull();
  requests.choose(log.at(3), log.at(4));
  expect(requests.comparable()).toBeNull();
});

test('resends a request without the headers of its connection', async () => {
  const { requests, transport, toaster } = openRequests();
  const headers = [
    ['Host', 'a'],
    ['If-Match', '"1"'],
    ['Content-Length', '2'],
  ] as const;
  const body = { encoding: 'utf8' as const, content: '{}', bytes: 2, truncated: false };
  const detail = requestDetail(1, { method: 'PUT', path: '/api/users/1', request: { headers, body } });
  void requests.sendAgain(detail);
  const sent = transport.take('requests.send');
  expect(sent.input).toEqual({ method: 'PUT', target: '/api/users/1', headers: [['If-Match', '"1"']], body: '{}' });
  await sent.answer({ id: 2, durationMs: 1, response: { status: 412, headers: [], body: null }, fault: null });
  void requests.sendAgain({ ...detail, request: { headers, body: { ...body, truncated: true } } });
  expect(toaster.toasts().map(({ text }) => text)).toEqual([
    'Resent. The response is 412.',
    expect.stringContaining('cannot be resent'),
  ]);
});

test('sorts by duration, then the other way, then in the order of arrival', () => {
  const { log, requests } = openRequests();
  log.add([1, 2, 3].map((id) => request(id, { durationMs: [5, 9, 1][id - 1] ?? 0, status: id === 3 ? null : 200 })));
  log.publish();
  const ids = () => {
    const view = viewLog(log, requests.store.getState());
    return Array.from({ length: view.count }, (_, index) => view.at(index)?.key);
  };
  const orders = [ids()];
  for (let click = 0; click < 3; click += 1) {
    requests.sort('duration');
    orders.push(ids());
  }
  const keys = (...all: number[]) => all.map((id) => `request-${id}`);
  expect(orders).toEqual([keys(1, 2, 3), keys(2, 1, 3), keys(1, 2, 3), keys(1, 2, 3)]);
  requests.sort('path');
  expect(ids()).toEqual(keys(1, 2, 3));
});

test('tells that the search hides an opened request, and shows it without the search', () => {
  const { log, requests, receive, view } = openRequests();
  receive(1, 2, 3);
  const hidden = () => {
    const { search, chosen } = requests.store.getState();
    return hiddenRequest(log, view(), search, chosen);
  };
  requests.search('#3');
  requests.open(2);
  expect(hidden()).toBe(2);
  requests.showHidden();
  expect(hidden()).toBeNull();
  expect(requests.store.getState()).toMatchObject({ search: '', chosen: 'request-2', following: { by: 'scroll' } });
  requests.search('#3');
  requests.open(9);
  expect(hidden()).toBeNull();
});

test('entering the list chooses a line, unless the chosen one is shown', () => {
  const { requests, receive, view } = openRequests();
  const entered = () => {
    const state = requests.store.getState();
    return lineToEnter(view(), state, state.chosen)?.key;
  };
  receive(1, 2, 3);
  requests.search('#2');
  expect(entered()).toBe('request-2');
  requests.search('');
  expect(entered()).toBe('request-3');
  requests.sort('duration');
  expect(entered()).toBe('request-1');
  requests.search('nothing');
  expect(entered()).toBeUndefined();
  requests.search('');
  requests.open(2);
  expect(entered()).toBeUndefined();
});

test.each([
  ['2', 2],
  [' 2 ', 2],
  ['4', null],
  ['#2', null],
  ['2 3', null],
  ['', null],
])('the search %j is the number of request %j', (search, number) => {
  const { log, receive } = openRequests();
  receive(1, 2, 3);
  expect(searchedNumber(log, search)).toBe(number);
});
