import { expect, test } from 'vitest';
import { compareResponses } from '../../../../server/domain/timeline/compare-responses.ts';

interface Written {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | null;
}

function compare(sent: Written, replayed: Written, isWhole = true) {
  const response = ({ status = 200, headers = {}, body = null }: Written) => ({
    ...{ status, body },
    header: (name: string) => headers[name],
  });
  return compareResponses(response(sent), response(replayed), isWhole);
}

test('a different status says it all', () => {
  const found = compare({ status: 200, body: 'a' }, { status: 404, body: 'b', headers: { link: 'c' } });
  expect(found).toEqual([{ part: 'status', name: null, sent: '200', replayed: '404' }]);
});

test.each([
  ...['Content-Type', 'ETag', 'X-Resource-Version', 'X-Total-Count', 'Location', 'Link', 'Retry-After'],
  ...['Preference-Applied', 'Allow', 'Accept-Patch'],
])('compares the header %s', (name) => {
  const own = { 'x-resource-version': '1', [name.toLowerCase()]: '2' };
  const { [name.toLowerCase()]: _, ...none } = own;
  const others: Record<string, string> = { ...own, [name.toLowerCase()]: '3' };
  expect(compare({ headers: own }, { headers: own })).toEqual([]);
  expect(compare({ headers: own }, { headers: others })).toEqual([{ part: 'header', name, sent: '2', replayed: '3' }]);
  expect(compare({ headers: own }, { headers: none })).toEqual([{ part: 'header', name, sent: '2', replayed: null }]);
});

test('the tag of a list only has to be there, and headers of the connection do not count', () => {
  const tagged = (etag: string) => ({ headers: { etag, date: etag } });
  expect(compare(tagged('"1"'), tagged('"2"'))).toEqual([]);
  expect(compare(tagged('"1"'), {})).toEqual([{ part: 'header', name: 'ETag', sent: '"1"', replayed: null }]);
  expect(compare({}, tagged('"1"'))).toEqual([{ part: 'header', name: 'ETag', sent: null, replayed: '"1"' }]);
});

test('the other headers of a list are compared whole', () => {
  const linked = (link: string) => ({ headers: { etag: '"1"', link } });
  expect(compare(linked('a'), linked('b'))).toEqual([{ part: 'header', name: 'Link', sent: 'a', replayed: 'b' }]);
});

const bodies = (sent: string | null, replayed: string | null, isWhole = true) =>
  compare({ body: sent }, { body: replayed }, isWhole);
const whole = (sent: string | null, replayed: string | null) => [{ part: 'body', name: null, sent, replayed }];

test('no body is an empty one', () => {
  expect(bodies(null, '')).toEqual([]);
  expect(bodies('', null)).toEqual([]);
  expect(bodies(null, 'a')).toEqual(whole(null, 'a'));
  expect(bodies('a', null)).toEqual(whole('a', null));
  expect(bodies('{}', null)).toEqual(whole('{}', null));
});

test('bodies of JSON differ by places, whatever their spelling', () => {
  expect(bodies('{"a":1,"b":2}', '{ "b": 2, "a": 1 }')).toEqual([]);
  expect(bodies('{"a":{"b/c":1},"d":[1]}', '{"a":{"b/c":"1"},"d":[]}')).toEqual([
    { part: 'body', name: '/a/b~1c', sent: '1', replayed: '"1"' },
    { part: 'body', name: '/d/0', sent: '1', replayed: null },
  ]);
  const list = (value: number) => JSON.stringify(Array.from({ length: 21 }, () => value));
  expect(bodies(list(1), list(2)).map(({ name }) => name)).toEqual(
    Array.from({ length: 20 }, (_, index) => `/${index}`),
  );
});

test('bodies of which one is no JSON differ as texts of 200 characters', () => {
  expect(bodies('{', '{}')).toEqual(whole('{', '{}'));
  expect(bodies('{}', '{')).toEqual(whole('{}', '{'));
  const long = 'x'.repeat(200);
  expect(bodies(long, `${long}y`)).toEqual(whole(long, `${long}…`));
});

test('the known beginning of a body is compared alone', () => {
  expect(bodies('{"a"', '{"a":1}', false)).toEqual([]);
  expect(bodies('{"a"', '{"a":1}')).toEqual(whole('{"a"', '{"a":1}'));
  expect(bodies('{"a":1}', '{"a":2}', false)).toEqual(whole('{"a":1}', '{"a":2}'));
  expect(bodies(null, '{}', false)).toEqual(whole(null, '{}'));
  expect(bodies(null, 'null', false)).toEqual(whole(null, 'null'));
  expect(bodies('{"a"', null, false)).toEqual(whole('{"a"', null));
});
