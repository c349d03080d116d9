import { expect, test } from 'vitest';
import { RequestLog } from '../../../server/log/request-log.ts';
import { explanation } from '../http/app/mock-server.ts';
import { detailsOf } from './details-of.ts';

const long = `${'x'.repeat(5_000)} Ada`;

/** A log of a refused PATCH, a GET with a long response, and one without a response. */
function filled(): RequestLog {
  const log = new RequestLog({ entries: 10, bytes: 1_000_000, bodyBytes: 10_000 });
  const common = { scenario: 'Default', session: null, time: 0, started: 0, origin: 'client' } as const;
  const response = { headers: [], length: null, explainer: { explain: () => explanation } };
  const patch = log.begin({ ...common, method: 'PATCH', target: '/api/users/42', headers: ['If-Match', '"1-Ab"'] });
  log.received(patch, '{"name":"Ada"}', 14, 0);
  log.answered(patch, { ...response, status: 412, body: '{"title":"no"}', bytes: 14 }, 1);
  const get = log.begin({ ...common, method: 'GET', target: '/api/notes', headers: [] });
  const headers = ['ETag', '"2-cd"'];
  log.answered(get, { ...response, headers, status: 200, body: long, bytes: Buffer.byteLength(long) }, 1);
  const put = log.begin({ ...common, method: 'PUT', target: '/api/files/1', headers: [] });
  log.received(put, Buffer.from([0xff, 0xfe, 0x41]), 3, 0);
  log.abandoned(put, 1);
  return log;
}

test.each([
  ['body:ada', [2, 1]],
  ['body:"x ada"', [2]],
  ['body:title', [1]],
  ['-body:ada', [3]],
  ['body:a', [2, 1]],
  ['header:if-match', [1]],
  ['header:"etag: \\"2"', []],
  ['header:2-cd', [2]],
  ['-header:etag -body:title', [3]],
  ['body:ada status:4xx', [1]],
  ['body:ada get', [2]],
  ['', [3, 2, 1]],
])('%j finds the requests %j', (query, ids) => {
  expect(
    filled()
      .list({ query })
      .map(({ id }) => id),
  ).toEqual(ids);
  expect(Array.from(detailsOf(filled(), query), ({ id }) => id)).toEqual(ids.toReversed());
});
