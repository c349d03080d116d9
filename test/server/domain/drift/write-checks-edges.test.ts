import { expect, test } from 'vitest';
import type { SideRequest, SideResponse } from '../../../../server/domain/drift/drift.ts';
import {
  type Compare,
  compare,
  type Deviation,
  deviations,
  json,
  responding,
  type Service,
  sample,
  sending,
  toyService,
  when,
} from './toy-service.ts';

const isOf =
  (method: string) =>
  ({ method: one }: SideRequest) =>
    one === method;
const isKeyless = ({ method, body }: SideRequest) => method === 'POST' && !('id' in JSON.parse(body ?? ''));

/** What differs in writes. */
function found(deviation: Deviation, options: Compare = {}) {
  const {
    'list-tag': _,
    'record-tag': __,
    ...rest
  } = deviations(compare(deviation(toyService()), { writes: true, ...options }));
  return rest;
}

const left = (path: string) => `? ${path}: Made for the comparison, and could not be deleted.`;

test.each<[number, boolean]>([
  [200, true],
  [299, true],
  [300, false],
  [199, false],
  [404, true],
  [410, true],
  [409, false],
])('after DELETE with %i a record is gone: %s', (status, isGone) => {
  const refusing = when(isOf('DELETE'), () => () => json(status, {}));
  const all = Object.values(found(refusing)).filter((detail) => detail.includes('could not be deleted'));
  // The record that was changed, whose deletion is compared, and the second one with the same key.
  expect(all.includes(left('/api/things/513'))).toBe(!isGone);
});

test('what cannot be deleted of the mock is not told', () => {
  expect(found((next) => next, { ours: responding('DELETE', json(405, {}))(toyService()) })).toEqual({
    delete: 'responds with 405 → responds with 204, and the record then with 404',
  });
});

test('a mock that refuses the copy of a record is compared no further, and what the service made is deleted', () => {
  const theirs = toyService();
  const checks = compare(theirs, { ours: responding('POST', json(405, {}))(toyService()), writes: true });
  expect(deviations(checks)).toEqual({ create: 'responds with 405 → responds with 201' });
  const list = theirs({ method: 'GET', target: '/api/things', headers: [], body: null });
  expect(JSON.parse(list?.body ?? '').total).toBe(sample.length);
});

test('a mock without a response to POST is unknown', () => {
  expect(found((next) => next, { ours: responding('POST', null)(toyService()) })).toEqual({ create: '? mock' });
});

test('what the mock has made is deleted before a record with a key is made on both sides', () => {
  const methods: string[] = [];
  const noting: Deviation = (next) => (request) => {
    if (request.method === 'POST' || request.method === 'DELETE') methods.push(`${request.method} ${request.target}`);
    return next(request);
  };
  const refusing = when(isKeyless, () => () => json(409, {}));
  compare(refusing(toyService()), { ours: noting(toyService()), writes: true });
  expect(methods).toEqual([
    'POST /api/things',
    'DELETE /api/things/512',
    'POST /api/things',
    'DELETE /api/things/900000003',
  ]);
});

test.each<[number, string]>([
  [400, '? The service refuses the copy of a record with 400.'],
  [409, '? The service refuses the copy of a record with 409.'],
  [403, 'responds with 201 → responds with 403'],
])('a service that refuses both copies with %i', (status, create) => {
  expect(found(responding('POST', json(status, {})))).toEqual({ create });
});

test('a response with an error makes no record, whatever it says', () => {
  const lying = responding('POST', json(500, { id: 700 }, undefined, ['Location', '/api/things/700']));
  const deleted: string[] = [];
  const noting: Deviation = (next) => (request) => {
    if (request.method === 'DELETE') deleted.push(request.target);
    return next(request);
  };
  found((next) => noting(lying(next)));
  expect(deleted).toEqual([]);
});

const matched = 'responds with 412 to a stale tag and with 200 to the current one';

/** Sends no response to a request, counted from 1, that fits. */
function silentAt(count: number, fits: (request: SideRequest) => boolean): Deviation {
  let times = 0;
  return when(
    (request) => fits(request) && ++times === count,
    () => () => null,
  );
}

const isRead = ({ method, target }: SideRequest) => method === 'GET' && target === '/api/things/512';

test.each<[string, Deviation, Record<string, string>]>([
  ['the second read', silentAt(2, isRead), { 'merge-patch': '? service' }],
  [
    'the third read',
    silentAt(3, isRead),
    {
      'json-patch': '? service',
      // Without a tag, only what a stale one gives is known.
      'if-match': `${matched} → responds with 412 to a stale tag`,
    },
  ],
  ['the write with the current tag', silentAt(5, isOf('PATCH')), { 'if-match': '? service' }],
  ['the read after the deletion', silentAt(6, isRead), { delete: '? service' }],
  ['the second POST', silentAt(2, isOf('POST')), { 'idempotency-key': '? service' }],
])('without a response to %s, its effect is unknown', (_, deviation, expected) => {
  expect(found(deviation)).toEqual(expected);
});

test('weak tags of both sides are no difference that a quirk would end', () => {
  const weak = sending('ETag', 'W/"a"');
  const stale: Deviation = when(
    ({ headers }) => headers.some(([, value]) => value.includes('never')),
    () => () => json(409, {}),
  );
  const { 'if-match': ifMatch } = found((next) => stale(weak(next)), { ours: weak(toyService()) });
  expect(ifMatch).toMatchInlineSnapshot(
    `"responds with 412 to a stale tag and with 412 to the current one → responds with 409 to a stale tag and with 412 to the current one"`,
  );
  const { 'if-match': strong } = found((next) => next, { ours: weak(toyService()) });
  expect(strong).toMatchInlineSnapshot(
    `"responds with 412 to a stale tag and with 412 to the current one → responds with 412 to a stale tag and with 200 to the current one [weak-tags off]"`,
  );
});

test('a refused record is not read for its members', () => {
  const response: SideResponse = json(201, [], undefined, ['Location', '/api/things/']);
  const made: Service = responding('POST', response)(toyService());
  expect(found(() => made)).toMatchObject({ 'merge-patch': expect.stringContaining('nothing was changed') });
});
