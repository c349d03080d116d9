import { expect, test } from 'vitest';
import type { SideRequest } from '../../../../server/domain/drift/drift.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { type Compare, compare, json, type Service, sample, sending, toyService, when } from './toy-service.ts';

const few = sample.slice(0, 4);

/** The requests that a comparison sends to a service, one line each. */
function sent(options: Compare = {}, service: Service = toyService(few)) {
  const lines: string[] = [];
  const line = ({ method, target, headers, body }: SideRequest) =>
    [method, decodeURIComponent(target), ...headers.map(([name, value]) => `${name}: ${value}`), body ?? '']
      .join(' ')
      .trim();
  const noting: Service = (request) => {
    lines.push(line(request));
    return service(request);
  };
  compare(noting, { ours: toyService(few), ...options });
  return lines;
}

test('a comparison reads the list with each parameter, and records', () => {
  expect(sent()).toMatchInlineSnapshot(`
    [
      "GET /api/things",
      "GET /api/things?limit=1",
      "GET /api/things?limit=1000",
      "GET /api/things?limit=1001",
      "GET /api/things?limit=1000&offset=4",
      "GET /api/things?limit=2&offset=1",
      "GET /api/things?page=1&per_page=2",
      "GET /api/things?page=2&per_page=2",
      "GET /api/things?limit=2&cursor=",
      "GET /api/things?limit=2&cursor=2",
      "GET /api/things?limit=2&since_id=1",
      "GET /api/things?start_time=2026-01-10T08:00:00.000Z&end_time=2026-01-20T08:00:00.000Z",
      "GET /api/things?sort=kind",
      "GET /api/things?sort=-kind",
      "GET /api/things?sort=kind",
      "GET /api/things?sort=kind",
      "GET /api/things?sort=kind",
      "GET /api/things?kind=lamp",
      "GET /api/things?price_less_than=7",
      "GET /api/things?price_greater_than=0",
      "GET /api/things?at_after=2026-01-15T08:00:00Z",
      "GET /api/things?at_before=2026-01-10T08:00:00Z",
      "GET /api/things?price_lt=7",
      "GET /api/things?price_lte=0",
      "GET /api/things?price_gt=0",
      "GET /api/things?price_gte=7",
      "GET /api/things?kind_contains=lamp",
      "GET /api/things?kind_starts_with=lamp",
      "GET /api/things?kind_ends_with=lamp",
      "GET /api/things?kind_ne=lamp",
      "GET /api/things?kind_in=lamp",
      "GET /api/things?filter=kind eq "lamp"",
      "GET /api/things?zzz=1",
      "GET /api/things/1",
      "GET /api/things/1 If-None-Match: "77-{"id":1,"kind":"lamp","name":"q thing","price":0,"at":"2026-01-10T08:00:00Z"}"",
      "HEAD /api/things/1",
      "GET /api/things/987654321",
    ]
  `);
});

const lamps: readonly JsonObject[] = [
  { id: 'a', kind: 'lamp' },
  { id: 'b', kind: 'chair' },
];

/** Without reads. */
const written = (service: Service = toyService(lamps), options: Compare = {}) =>
  sent({ ours: toyService(lamps), ...options, writes: true }, service).filter((line) => !/^(?:GET|HEAD)/.test(line));

test('a comparison of writes changes only the records that it has made, and deletes them', () => {
  expect(written()).toMatchInlineSnapshot(`
    [
      "POST /api/things Content-Type: application/json Idempotency-Key: zzz-things {"kind":"chair"}",
      "POST /api/things Content-Type: application/json Idempotency-Key: zzz-things {"kind":"chair"}",
      "PATCH /api/things/502 Content-Type: application/merge-patch+json {"kind":"lamp"}",
      "PATCH /api/things/502 Content-Type: application/merge-patch+json {"kind":"chair"}",
      "PATCH /api/things/502 Content-Type: application/json-patch+json [{"op":"replace","path":"/kind","value":"lamp"}]",
      "PATCH /api/things/502 Content-Type: application/merge-patch+json If-Match: "drift-has-never-been-a-tag" {"kind":"chair"}",
      "PATCH /api/things/502 Content-Type: application/merge-patch+json If-Match: "24-{"id":502,"kind":"lamp"}" {"kind":"chair"}",
      "DELETE /api/things/502 If-Match: "25-{"id":502,"kind":"chair"}"",
      "DELETE /api/things/503",
    ]
  `);
});

test('a record with a key of its own is made where the service makes no keys', () => {
  const isKeyless = ({ method, body }: SideRequest) => method === 'POST' && !('id' in JSON.parse(body ?? ''));
  const refusing = (records: readonly JsonObject[]) => when(isKeyless, () => () => json(422, {}))(toyService(records));
  expect(written(refusing(lamps)).slice(0, 3)).toMatchInlineSnapshot(`
    [
      "POST /api/things Content-Type: application/json Idempotency-Key: zzz-things {"kind":"chair"}",
      "POST /api/things Content-Type: application/json {"id":"zzz","kind":"chair"}",
      "PATCH /api/things/zzz Content-Type: application/merge-patch+json {"kind":"lamp"}",
    ]
  `);
  const numbered = lamps.map((lamp, index) => ({ ...lamp, id: index }));
  expect(written(refusing(numbered)).slice(0, 2)).toMatchInlineSnapshot(`
    [
      "POST /api/things Content-Type: application/json Idempotency-Key: zzz-things {"kind":"chair"}",
      "POST /api/things Content-Type: application/json {"id":900000003,"kind":"chair"}",
    ]
  `);
});

test('a precondition that the service requires is sent with each write, as its strong tag or as any', () => {
  const isBlind = ({ method, headers }: SideRequest) =>
    (method === 'PATCH' || method === 'DELETE') && !headers.some(([name]) => name === 'If-Match');
  const required = when(isBlind, () => () => json(428, {}));
  expect(written(required(toyService(lamps))).slice(2)).toMatchInlineSnapshot(`
    [
      "PATCH /api/things/502 Content-Type: application/merge-patch+json {"kind":"lamp"}",
      "PATCH /api/things/502 Content-Type: application/merge-patch+json If-Match: "25-{"id":502,"kind":"chair"}" {"kind":"chair"}",
      "PATCH /api/things/502 Content-Type: application/json-patch+json If-Match: "25-{"id":502,"kind":"chair"}" [{"op":"replace","path":"/kind","value":"lamp"}]",
      "PATCH /api/things/502 Content-Type: application/merge-patch+json If-Match: "drift-has-never-been-a-tag" {"kind":"chair"}",
      "PATCH /api/things/502 Content-Type: application/merge-patch+json If-Match: "24-{"id":502,"kind":"lamp"}" {"kind":"chair"}",
      "DELETE /api/things/502 If-Match: "25-{"id":502,"kind":"chair"}"",
      "DELETE /api/things/503",
      "DELETE /api/things/503 If-Match: *",
    ]
  `);
  expect(written(sending('ETag', 'W/"1"')(required(toyService(lamps)))).slice(2)).toMatchInlineSnapshot(`
    [
      "PATCH /api/things/502 Content-Type: application/merge-patch+json {"kind":"lamp"}",
      "PATCH /api/things/502 Content-Type: application/merge-patch+json If-Match: * {"kind":"chair"}",
      "PATCH /api/things/502 Content-Type: application/json-patch+json If-Match: * [{"op":"replace","path":"/kind","value":"lamp"}]",
      "PATCH /api/things/502 Content-Type: application/merge-patch+json If-Match: "drift-has-never-been-a-tag" {"kind":"chair"}",
      "PATCH /api/things/502 Content-Type: application/merge-patch+json If-Match: W/"1" {"kind":"chair"}",
      "DELETE /api/things/502 If-Match: *",
      "DELETE /api/things/503",
      "DELETE /api/things/503 If-Match: *",
    ]
  `);
});

/** The limits that the service was asked for, beside those of the other checks. */
const limits = (maxPageSize: number) =>
  sent({}, toyService(few, { pageSize: Math.min(maxPageSize, 20), maxPageSize })).flatMap((line) => {
    const limit = /limit=(\d+)$/.exec(line)?.[1];
    return limit === undefined ? [] : Number(limit);
  });

test('the largest limit is searched above and below that of the mock by halves', () => {
  expect(limits(3)).toEqual([1, 1000, 500, 250, 125, 62, 31, 15, 7, 3, 5, 4]);
  expect(limits(1500)).toEqual([1, 1000, 1001, 2000, 1500, 1750, 1625, 1562, 1531, 1515, 1507, 1503, 1501]);
  expect(limits(30_000)).toEqual([1, 1000, 1001, 2000, 4000, 8000, 16_000]);
});

test('each check names the exchanges that show it', () => {
  const checks = compare(toyService(), { writes: true });
  expect(checks.map(({ rule, exchanges }) => `${rule} ${exchanges.join()}`)).toMatchInlineSnapshot(`
    [
      "list-status 0",
      "parameter-limit 1",
      "list-type 0",
      "list-tag 0",
      "page-limit 2,3",
      "page-cap 2,4",
      "list-form 0,1,2",
      "total 0,1,2",
      "total-header 0,1",
      "link 0,1",
      "page-size 0",
      "order 0",
      "members 0",
      "parameter-offset 5",
      "parameter-page 6,7",
      "parameter-cursor 8,9",
      "parameter-since 10",
      "parameter-time 11",
      "parameter-sort 12,13",
      "tie-break 14,15,16",
      "parameter-filter 17,18,19,20,21,22,23,24,25,26,27,28,29,30",
      "parameter-expression 31",
      "unknown-field 32",
      "record-status 33",
      "record-type 33",
      "record-tag 33",
      "version 33",
      "conditional-get 33,34",
      "head 35",
      "missing 36",
      "error-form 36",
      "create 37",
      "location 37",
      "idempotency-key 37,38",
      "unconditional-write 39",
      "merge-patch 41,42",
      "json-patch 43,44",
      "if-match 45,47",
      "delete 49,50",
    ]
  `);
});
