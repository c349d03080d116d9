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

const header = ({ headers }: SideRequest, name: string) => headers.find(([one]) => one === name)?.[1];
const isOf = (type: string) => (request: SideRequest) => header(request, 'Content-Type')?.includes(type);
const isKeyless = ({ method, body }: SideRequest) => method === 'POST' && !('id' in JSON.parse(body ?? ''));
const isStale = (request: SideRequest) => header(request, 'If-Match')?.includes('never');
const giving = (response: SideResponse | null) => () => () => response;
const isWrite = ({ method }: SideRequest) => method === 'PATCH' || method === 'DELETE';

/** Gives the first response again for the same key. */
const idempotent: Deviation = (next) => {
  let first: SideResponse | null = null;
  return when(
    (request) => header(request, 'Idempotency-Key'),
    () => (request) => (first ??= next(request)),
  )(next);
};

const precondition = when((request) => isWrite(request) && !header(request, 'If-Match'), giving(json(428, {})));
const merge = 'application/merge-patch+json';
const steps = 'application/json-patch+json';
const matched = 'responds with 412 to a stale tag and with 200 to the current one';
const nothing = 'The response is no 201 with the id of a new record, so nothing was changed or deleted.';

/** What differs in writes. */
function found(deviation: Deviation, options: Compare = {}) {
  const {
    'list-tag': _,
    'record-tag': __,
    ...rest
  } = deviations(compare(deviation(toyService()), { writes: true, ...options }));
  return rest;
}

test.each<[string, Deviation, Record<string, string>]>([
  ['does the same', (next) => next, {}],
  ['has no POST', responding('POST', json(405, {})), { create: 'responds with 201 → responds with 405' }],
  [
    'refuses the record',
    responding('POST', json(422, {})),
    { create: '? The service refuses the copy of a record with 422.' },
  ],
  [
    'gives no response',
    responding('POST', null),
    { create: '? The service gave no response to POST. It may have made a record.' },
  ],
  [
    'makes records with 200',
    responding('POST', json(200, { id: 500 })),
    {
      create: 'responds with 201 → responds with 200',
      location: 'sends it → sends none',
      'merge-patch': `? ${nothing}`,
    },
  ],
  [
    'tells no id',
    responding('POST', json(201, { ok: true })),
    { location: 'sends it → sends none', 'merge-patch': `? ${nothing}` },
  ],
  [
    'tells an id that it had before',
    responding('POST', json(201, { id: 1 })),
    { location: 'sends it → sends none', 'merge-patch': `? ${nothing}` },
  ],
  ['wants a key', when(isKeyless, giving(json(400, {}))), {}],
  ['finds a conflict without a key', when(isKeyless, giving(json(409, {}))), {}],
  ['fails without a key', when(isKeyless, giving(json(500, {}))), { create: 'responds with 201 → responds with 500' }],
  ['sends no Location', sending('Location'), { location: 'sends it → sends none' }],
  [
    'knows idempotency keys',
    idempotent,
    { 'idempotency-key': 'creates a second record → gives the first response again [{idempotencyKeys:true}]' },
  ],
  [
    'requires a precondition',
    precondition,
    { 'unconditional-write': 'is written → responds with 428 [{requirePrecondition:true}]' },
  ],
  ['has no JSON Patch', when(isOf(steps), giving(json(415, {}))), { 'json-patch': 'applies it → responds with 415' }],
  [
    'does nothing with JSON Patch',
    when(isOf(steps), giving(json(200, {}))),
    { 'json-patch': 'applies it → responds with success and changes nothing' },
  ],
  [
    'does nothing with merge patch',
    when(isOf(merge), giving(json(200, {}))),
    {
      'merge-patch': 'applies it → responds with success and changes nothing',
      'if-match': `${matched} → ignores a stale tag`,
    },
  ],
  [
    'ignores If-Match',
    when(isWrite, (next) => (request) => next({ ...request, headers: request.headers.slice(0, 1) })),
    { 'if-match': `${matched} → ignores a stale tag` },
  ],
  [
    'has another status for a stale tag',
    when(isStale, giving(json(409, {}))),
    { 'if-match': `${matched} → ${matched.replace('412', '409')}` },
  ],
  ['is silent about a stale tag', when(isStale, giving(null)), { 'if-match': '? service' }],
  [
    'has no tags',
    sending('ETag'),
    { 'conditional-get': '? service', 'if-match': `${matched} → responds with 412 to a stale tag` },
  ],
  [
    'has weak tags and requires a precondition',
    (next) => sending('ETag', 'W/"a"')(precondition(next)),
    {
      'conditional-get': 'responds with 304 → responds with 200',
      'unconditional-write': 'is written → responds with 428 [{requirePrecondition:true}]',
      'if-match': `${matched} → ${matched.replace('200', '412')} [weak-tags on]`,
    },
  ],
  [
    'has no body after DELETE',
    when(
      ({ method }) => method === 'DELETE',
      (next) => (request) => ({ ...next(request), status: 200 }) as SideResponse,
    ),
    {
      delete: 'responds with 204, and the record then with 404 → responds with 200, and the record then with 404',
    },
  ],
])('compares writes: the service %s', (_, deviation, expected) => {
  expect(found(deviation)).toEqual(expected);
});

test('proposes no change that is there', () => {
  expect(found(idempotent, { settings: { idempotencyKeys: true } })).toEqual({
    'idempotency-key': 'creates a second record → gives the first response again',
  });
  expect(found(precondition, { settings: { requirePrecondition: true } })).toEqual({
    'unconditional-write': 'is written → responds with 428',
  });
});

test('a patch that drops the other members is found', () => {
  const replacing: Deviation = (next) => {
    const replaced = new Map<string, string>();
    return (request) => {
      const { method, target, body } = request;
      if (method === 'PATCH') replaced.set(target, isOf(merge)(request) ? (body ?? '') : '{}');
      if (method === 'GET' && replaced.has(target)) return json(200, JSON.parse(replaced.get(target) ?? ''));
      return next(request);
    };
  };
  // Before the patch that is judged, the record is as it was made.
  let reads = 0;
  const late: Deviation = (next) => {
    const made = replacing(next);
    return when(
      ({ method, target }) => method === 'GET' && target === '/api/things/512' && ++reads === 1,
      () => next,
    )(made);
  };
  expect(found(late)['merge-patch']).toBe('applies it → drops the other members');
});

test('finds the new record by Location', () => {
  const located = (...locations: readonly string[]): Deviation =>
    when(
      ({ method }) => method === 'POST',
      (next) => (request) => {
        const made = JSON.parse(next(request)?.body ?? '').id;
        return { status: 201, headers: locations.map((one) => ['Location', one + made]), body: '' } as SideResponse;
      },
    );
  expect(found(located('/api/things/'))).toEqual({});
  expect(found(located('http://a.test/b/c/'))).toEqual({});
  expect(found(located('?a#'))).toMatchObject({ 'merge-patch': `? ${nothing}` });
  const query: Deviation = (next) => sending('Location', '/api/things/512?a=b/c#d/e')(responding('none', null)(next));
  expect(
    found((next) =>
      query(
        when(
          ({ method }) => method === 'POST',
          (one) => (r) => ({ ...one(r), body: '' }) as SideResponse,
        )(next),
      ),
    ),
  ).toMatchObject({
    'idempotency-key': expect.stringContaining('gives the first response again'),
  });
});

test('deletes what it has made on both sides, also after an error', () => {
  for (const deviation of [
    (next: Service) => next,
    idempotent,
    precondition,
    responding('PATCH', json(500, {})),
    responding('GET /api/things/5', null),
  ] satisfies readonly Deviation[]) {
    const [ours, theirs] = [toyService(), toyService()];
    compare(deviation(theirs), { ours, writes: true });
    const list = { method: 'GET', target: '/api/things', headers: [], body: null };
    for (const service of [ours, theirs]) expect(JSON.parse(service(list)?.body ?? '').total).toBe(sample.length);
  }
});

test.each<[string, Deviation, Record<string, string>]>([
  [
    'is refused',
    responding('DELETE', json(405, {})),
    {
      delete: 'responds with 204, and the record then with 404 → responds with 405',
      'delete 2': '? /api/things/512: Made for the comparison, and could not be deleted.',
      'delete 3': '? /api/things/513: Made for the comparison, and could not be deleted.',
    },
  ],
  [
    'has no response',
    responding('DELETE', null),
    {
      delete: '? service',
      'delete 2': '? /api/things/512: Made for the comparison, and could not be deleted.',
      'delete 3': '? /api/things/513: Made for the comparison, and could not be deleted.',
    },
  ],
  [
    'leaves the record',
    responding('DELETE', json(204, {})),
    { delete: 'responds with 204, and the record then with 404 → leaves the record' },
  ],
  [
    'needs another condition',
    when(
      ({ method, headers }) => method === 'DELETE' && headers.every(([, tag]) => tag !== '*'),
      giving(json(412, {})),
    ),
    { delete: 'responds with 204, and the record then with 404 → responds with 412' },
  ],
])('tells what is left where DELETE %s', (_, deviation, expected) => {
  expect(found(deviation)).toEqual(expected);
});

test('a patch needs a member with several values', () => {
  const equal = sample.map(({ id, price }) => ({ id, kind: 'a', ...(id === 1 && { price }) })) as typeof sample;
  expect(found((next) => next, { ours: toyService(equal) })).toMatchObject({
    'merge-patch': '? No member has several values on both sides.',
  });
});

test('a write that is refused is not written', () => {
  expect(found(when(isOf(merge), giving(json(415, {}))))).toEqual({
    'unconditional-write': 'is written → responds with 415',
    'merge-patch': 'applies it → responds with 415',
    'if-match': `${matched} → responds with 415 to a stale tag and with 415 to the current one`,
  });
});
