import { expect, test } from 'vitest';
import { compareRequests } from '../../../../../renderer/features/requests/comparison/comparison.ts';
import type { CapturedBody } from '../../../../../server/contract/schema/state.ts';
import { Secrets } from '../../../../../server/domain/request/secrets.ts';
import { requestDetail } from '../../../console/fake-transport.ts';

const body = (content: string): CapturedBody => ({
  encoding: 'utf8',
  content,
  bytes: content.length,
  truncated: false,
});
type More = Parameters<typeof requestDetail>[1];

function compared(left: More, right: More): readonly (readonly (string | undefined)[])[] {
  return compareRequests(requestDetail(1, left), requestDetail(2, right), new Secrets()).flatMap(({ title, rows }) =>
    rows.filter((row) => row.left !== row.right).map((row) => [title, row.name, row.left, row.right]),
  );
}

test('equal requests have no differences', () => {
  expect(compared({ path: '/a' }, { path: '/a', time: 9, durationMs: 9 })).toEqual([]);
});

test('compares URLs by path and parameter', () => {
  expect(compared({ path: '/a?x=1&x=2&y=1' }, { path: '/b?x=1&y=1&z=' })).toEqual([
    ['Request', 'path', '/a', '/b'],
    ['Request', '?x', '1, 2', '1'],
    ['Request', '?z', undefined, ''],
  ]);
});

test('compares headers regardless of case and order, with masked secrets', () => {
  const headers = (...all: [string, string][]) => ({ path: '/', request: { headers: all, body: null } });
  expect(
    compared(headers(['A', '1'], ['B', '2'], ['Cookie', 'x']), headers(['b', '2'], ['a', '3'], ['cookie', 'y'])),
  ).toEqual([['Request headers', 'a', '1', '3']]);
});

test('compares JSON bodies by member, others as text', () => {
  const responded = (text: string) => ({ path: '/', response: { statusText: 'OK', headers: [], body: body(text) } });
  expect(compared(responded('{"a/b":[1,{"c":"x"}],"d":{}}'), responded('{"d":{},"a/b":[1,{"c":"y"},null]}'))).toEqual([
    ['Response body', '/a~1b/1/c', '"x"', '"y"'],
    ['Response body', '/a~1b/2', undefined, 'null'],
  ]);
  expect(compared(responded('{"a":'), responded('{"a":1'))).toEqual([['Response body', 'text', '{"a":', '{"a":1']]);
});
