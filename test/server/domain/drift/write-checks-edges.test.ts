import { expect, test } from 'vitest';
import type { SideRequest, SideResponse } from '../../../../server/domain/drift/drift.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
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
  ['the first write', silentAt(1, isOf('PATCH')), { 'unconditional-write': '? service' }],
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

test('a record that was not read before a patch has lost nothing', () => {
  expect(found(silentAt(1, isRead))).toEqual({});
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

test('tags that only one side sends are told', () => {
  const [none, weak] = [sending('ETag'), sending('ETag', 'W/"a"')];
  const ofMatch = (theirs: Deviation) => found(theirs, { ours: none(toyService()) })['if-match'];
  expect(ofMatch((next) => next)).toBe(`responds with 412 to a stale tag → ${matched}`);
  expect(ofMatch(weak)).toBe(`responds with 412 to a stale tag → ${matched.replace('200', '412')} [weak-tags on]`);
});

test('without a tag, the current record is named by a wildcard', () => {
  const conditions: string[] = [];
  const noting: Deviation = (next) => (request) => {
    if (request.method === 'PATCH') conditions.push(...request.headers.slice(1).map(([, value]) => value));
    return next(request);
  };
  found((next) => noting(sending('ETag')(next)));
  expect(conditions).toEqual(['"drift-has-never-been-a-tag"', '*']);
});

test('a record that is refused in another way after its deletion is gone', () => {
  const gone: Deviation = (next) => {
    const deleted = new Set<string>();
    return (request) => {
      if (request.method === 'DELETE') deleted.add(request.target);
      return request.method === 'GET' && deleted.has(request.target) ? json(400, {}) : next(request);
    };
  };
  expect(found(gone)).toEqual({
    delete: 'responds with 204, and the record then with 404 → responds with 204, and the record then with 400',
  });
});

test('a mock that tells no new record is compared no further', () => {
  expect(found((next) => next, { ours: responding('POST', json(200, { id: 500 }))(toyService()) })).toMatchObject({
    'merge-patch': expect.stringContaining('nothing was changed or deleted'),
  });
});

test('a mock that honours keys for a service that does not is told to stop', () => {
  let first: SideResponse | null = null;
  const idempotent: Deviation = when(
    ({ method }) => method === 'POST',
    (next) => (request) => (first ??= next(request)),
  );
  expect(found((next) => next, { ours: idempotent(toyService()), settings: { idempotencyKeys: true } })).toEqual({
    'idempotency-key': 'gives the first response again → creates a second record [{idempotencyKeys:false}]',
  });
});

/** The contents that a side gets. */
function contents(side: 'ours' | 'theirs', records: Record<'ours' | 'theirs', readonly JsonObject[]>) {
  const found: JsonObject[] = [];
  const noting: Deviation = (next) => (request) => {
    if (request.body !== null) found.push(JSON.parse(request.body));
    return next(request);
  };
  const of = (one: 'ours' | 'theirs') => (one === side ? noting : (next: Service) => next)(toyService(records[one]));
  compare(of('theirs'), { ours: of('ours'), writes: true });
  return found;
}

test('each side gets a copy of its own last record, or of that of the service', () => {
  const [theirs, ours] = [
    [{ id: 1, kind: 'lamp' }],
    [
      { id: 1, kind: 'table' },
      { id: 2, kind: 'chair' },
    ],
  ];
  expect(contents('ours', { ours, theirs })[0]).toEqual({ kind: 'chair' });
  expect(contents('theirs', { ours, theirs })[0]).toEqual({ kind: 'lamp' });
  expect(contents('ours', { ours: [], theirs })[0]).toEqual({ kind: 'lamp' });
});

test('the member that is changed has several values on both sides', () => {
  const constant = sample.map((record) => ({ ...record, kind: 'lamp' }));
  for (const [ours, theirs] of [
    [constant, sample],
    [sample, constant],
  ] as const) {
    expect(contents('theirs', { ours, theirs })[2]).toEqual({ name: 'q thing' });
  }
});

test('what is unknown names the exchanges that were to show it', () => {
  const exchangesOf = (deviation: Deviation, rule: string) =>
    compare(deviation(toyService()), { writes: true }).flatMap((check) =>
      check.rule === rule ? [check.exchanges.length] : [],
    );
  expect(exchangesOf(responding('POST', null), 'create')).toEqual([1]);
  expect(exchangesOf(responding('POST', json(422, {})), 'create')).toEqual([1]);
  expect(exchangesOf(responding('POST', json(200, {})), 'merge-patch')).toEqual([1]);
  expect(exchangesOf(responding('DELETE', json(405, {})), 'delete')).toEqual([2, 0, 0]);
});
