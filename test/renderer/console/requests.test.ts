import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RequestLog } from '../../../renderer/console/requests.ts';
import { request } from './fake-transport.ts';

function idsOf(log: RequestLog): readonly number[] {
  return log.copy().flatMap((line) => (line.kind === 'request' ? [line.request.id] : []));
}

test('keeps the latest requests, never more than its capacity', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.integer({ min: 0, max: 30 })), (capacity, bursts) => {
      const log = new RequestLog(capacity);
      let id = 0;
      for (const size of bursts) log.add(Array.from({ length: size }, () => request(++id)));
      const kept = Math.min(id, capacity);
      expect(idsOf(log)).toEqual(Array.from({ length: kept }, (_, index) => id - kept + 1 + index));
      expect(log.added).toBe(id);
      expect(log.at(log.length)).toBeUndefined();
    }),
  );
});

test('updates a request that is reported twice in place', () => {
  const log = new RequestLog(3);
  log.add([request(1, { status: null }), request(2, { status: null }), request(3)]);
  log.add([request(2, { status: 404 })]);
  expect(idsOf(log)).toEqual([1, 2, 3]);
  expect(log.at(1)).toMatchObject({ request: { status: 404 } });
  log.add([request(4)]);
  log.add([request(3, { status: 503 }), request(4, { status: 201 })]);
  expect(idsOf(log)).toEqual([2, 3, 4]);
  expect([1, 2].map((index) => log.at(index))).toMatchObject([
    { request: { status: 503 } },
    { request: { status: 201 } },
  ]);
});

test('adds a dropped request again when it is reported again', () => {
  const log = new RequestLog(2);
  log.add([request(1, { status: null }), request(2), request(3)]);
  log.add([request(1)]);
  expect(idsOf(log)).toEqual([3, 1]);
});

test('finds a line by its key at any rotation of the ring', () => {
  const log = new RequestLog(4);
  log.add(Array.from({ length: 10 }, (_, index) => request(index)));
  expect(log.indexOf('request-8')).toBe(2);
  expect(log.indexOf('request-5')).toBe(-1);
});

test('the latest request is the last one in the log, also below a switch of the scenario', () => {
  const log = new RequestLog();
  expect(log.latest).toBeUndefined();
  log.add([request(1), request(2)]);
  log.mark({ name: 'Slow backend', time: 5 });
  expect(log.latest?.id).toBe(2);
});

test('knows whether any of its requests was sent in a session', () => {
  const log = new RequestLog();
  log.add([request(1)]);
  expect(log.hasSessions).toBe(false);
  log.add([request(2, { session: 'one' })]);
  expect(log.hasSessions).toBe(true);
  log.clear();
  expect(log.hasSessions).toBe(false);
});

test('annotated requests stay, before all others, until their annotation is removed', () => {
  const log = new RequestLog(2);
  const keys = () => log.copy().map(({ key }) => key);
  log.fill([request(3)], [], [request(1, { note: 'odd' })]);
  log.add([request(4, { pinned: true }), request(5), request(6)]);
  expect(keys()).toEqual(['request-1', 'request-4', 'request-5', 'request-6']);
  expect([log.length, log.kept, log.indexOf('request-4'), log.at(1)?.key]).toEqual([4, 2, 1, 'request-4']);
  log.add([request(5, { pinned: true }), request(1)]);
  log.clear();
  expect(keys()).toEqual(['request-4', 'request-5']);
  log.add([request(4, { note: 'even' }), request(7)]);
  expect(keys()).toEqual(['request-4', 'request-5', 'request-7']);
});
