import { expect, test } from 'vitest';
import type { DriftCheck } from '../../../../server/domain/drift/drift.ts';
import { driftScript } from '../../../../server/domain/drift/drift-script.ts';
import { defaultSettings } from '../../../../server/domain/model/settings.ts';
import {
  type Compare,
  compare,
  deviations,
  json,
  responding,
  type Service,
  toyService,
  wrapping,
} from './toy-service.ts';

/** What differs, and the paths that the service was asked for without the queries. */
function compared(options: Compare, service: Service = toyService()) {
  const paths = new Set<string>();
  const theirs: Service = (request) => {
    paths.add(`${request.method} ${request.target.replace(/\?.*/, '')}`);
    return service(request);
  };
  const checks = compare(theirs, options);
  return { checks, found: deviations(checks), paths: [...paths] };
}

const list = { path: '/v1/lamps', record: null };
const records = { path: '/v1/lamps/{lampId}', record: null };
const missing = '987654321';

test('a collection is asked for below /api, or at its own paths if it has some', () => {
  expect(compared({}).paths).toEqual([
    ...['GET /api/things', 'GET /api/things/1', 'HEAD /api/things/1', `GET /api/things/${missing}`],
  ]);
  const own = ['GET /v1/lamps', 'GET /v1/lamps/1', 'HEAD /v1/lamps/1', `GET /v1/lamps/${missing}`];
  expect(compared({ paths: [list, records] }).paths).toEqual(own);
  expect(compared({ paths: [records, list] }).paths).toEqual(own);
  const others = [
    { path: '/v1/users/{userId}/lamps', record: null },
    { path: '/v1/first-lamp', record: '1' },
    { path: '/v1/users/{userId}/lamps/{lampId}', record: null },
  ];
  expect(compared({ paths: [...others, list, records] }).paths).toEqual(own);
});

test('a collection with own paths, but none for all its records, is not compared', () => {
  const { found, paths } = compared({ paths: [records, { path: '/v1/users/{userId}/lamps', record: null }] });
  expect([found, paths]).toEqual([{ 'list-status': '? The collection has no path of its own for lists.' }, []]);
});

test('without a path for its records, neither a record nor a write is compared', () => {
  const { found, paths, checks } = compared({ paths: [list], writes: true });
  expect([found, paths]).toEqual([{ create: '? The collection has no path for it.' }, ['GET /v1/lamps']]);
  expect(checks.map(({ rule }) => rule)).toContain('parameter-sort');
  expect(checks.map(({ rule }) => rule)).not.toContain('missing');
});

test('only the comparison of writes sends some', () => {
  const methods = (writes: boolean) => new Set(compared({ writes }).paths.map((one) => one.split(' ')[0]));
  expect(methods(false)).toEqual(new Set(['GET', 'HEAD']));
  expect(methods(true)).toEqual(new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']));
});

test('single records are compared where the service does not read the parameters of the mock', () => {
  const speaking = wrapping(({ items }) => items);
  const foreign: Service = (request) => {
    const query = new URLSearchParams(request.target.split('?')[1]);
    const size = query.get('_limit');
    return speaking(toyService())({ ...request, target: request.target.replace(/\?.*/, size ? `?limit=${size}` : '') });
  };
  const rules = compared({}, foreign).checks.map(({ rule }) => rule);
  expect(rules).toEqual(expect.arrayContaining(['dialect', 'record-status', 'missing']));
  expect(rules.filter((rule) => rule.startsWith('parameter-'))).toEqual([]);
});

test('a service without a list is asked for nothing more', () => {
  const { paths } = compared({ writes: true }, responding('GET', json(500, {}))(toyService()));
  expect(paths).toEqual(['GET /api/things']);
});

const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };

test('each collection is compared by itself, also one at which the comparison was cancelled', () => {
  const reported: (readonly DriftCheck[])[] = [];
  const script = driftScript({
    collections: [{ ...definition, name: 'lamps', paths: [records] }, definition, { ...definition, name: 'chairs' }],
    settings: defaultSettings,
    writes: false,
    word: 'zzz',
    done: (checks) => reported.push(checks),
  });
  const first = script.next();
  if (first.done) throw new Error('Nothing is compared.');
  const answer = json(200, { items: [{ id: 1 }] });
  script.next({ number: 0, request: first.value, response: { ours: answer, theirs: answer } });
  script.return(undefined);
  expect(reported.map((checks) => checks.map(({ id }) => id))).toEqual([['list-status lamps'], ['list-status things']]);
});
