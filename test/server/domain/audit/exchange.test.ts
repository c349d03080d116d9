import { expect, test } from 'vitest';
import { Exchange, integer, RecordText } from '../../../../server/domain/audit/exchange.ts';
import { recorded, type Written } from './judge.ts';

const exchange = (written: Written) => new Exchange(recorded(written, 0));

test.each([
  ['0', 0],
  ['12', 12],
  [' 7 ', 7],
  ['1234567890123456', 1_234_567_890_123_456],
  ['12345678901234567', undefined],
  ['01', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['a1', undefined],
  ['1a', undefined],
  ['', undefined],
  [undefined, undefined],
])('the integer of %j is %j', (text, expected) => {
  expect(integer(text)).toBe(expected);
});

test.each<[string | undefined, Readonly<Record<string, string>>]>([
  [undefined, {}],
  ['', {}],
  ['</a?b=c>; rel="next"', { next: '/a?b=c' }],
  ['</a>; rel=next, </b>;title="x"; REL = "last"', { next: '/a', last: '/b' }],
  ['</a>; rel="next first"', { next: '/a', first: '/a' }],
  ['</a>; rel="next", </b>; rel="next"', { next: '/a' }],
  ['<https://mock.test:80/a?b>; rel="next"', { next: '/a?b' }],
  ['<HTTP://mock.test>; rel="next"', { next: '' }],
  ['<a,b>; rel="next"', { next: 'a,b' }],
  ['</a>', { '': '/a' }],
  ['</a; rel="next"', { next: '' }],
  ['</a;rel=x>; rel="next"', { next: '/a;rel=x' }],
])('the links of %j are %j', (link, targets) => {
  expect(Object.fromEntries(exchange({ sent: link === undefined ? {} : { link } }).links)).toEqual(targets);
});

test.each<[Written, 'succeeded' | 'failed' | 'neither']>([
  [{ status: 200 }, 'succeeded'],
  [{ status: 299 }, 'succeeded'],
  [{ status: 300 }, 'neither'],
  [{ status: 199 }, 'neither'],
  [{ status: 404 }, 'neither'],
  [{ status: 408 }, 'failed'],
  [{ status: 429 }, 'failed'],
  [{ status: 499 }, 'neither'],
  [{ status: 500 }, 'failed'],
  [{ status: null }, 'failed'],
  [{ status: 200, brokenBy: 'client' }, 'failed'],
  [{ status: 200, brokenBy: 'server' }, 'failed'],
])('the exchange %j has %s', (written, outcome) => {
  const { succeeded, failedForNow } = exchange(written);
  expect([succeeded, failedForNow]).toEqual([outcome === 'succeeded', outcome === 'failed']);
});

test.each([
  ['GET', true, false],
  ['HEAD', true, false],
  ['POST', false, false],
  ['PUT', false, true],
  ['PATCH', false, true],
  ['DELETE', false, true],
  ['OPTIONS', false, false],
])('%s is a read: %j, and changes a record: %j', (method, isRead, isWrite) => {
  expect(exchange({ method })).toMatchObject({ isRead, isWrite });
});

test('tells lists, records, sessions and queries apart', () => {
  expect(exchange({ target: '/api/items?a=b' })).toMatchObject({
    isList: true,
    url: '/api/items?a=b',
    place: ' /api/items?a=b',
    resource: ' /api/items?a=b',
    name: 'GET /api/items',
  });
  expect(exchange({ target: '/api/items/1?a=b', session: 's' })).toMatchObject({
    isList: false,
    place: 's /api/items/1?a=b',
    resource: 's /api/items/1',
  });
  expect(exchange({ target: '/api/items', method: 'HEAD' }).isList).toBe(false);
  expect(exchange({ target: '/' })).toMatchObject({ isList: false, url: '/' });
  expect(exchange({ time: 5, durationMs: 7 }).end).toBe(12);
});

test('reads contents, bodies, records and versions', () => {
  const whole = exchange({ content: '[1]', body: { id: 1 }, sent: { 'x-resource-version': '7' } });
  expect(whole).toMatchObject({ content: '[1]', sent: [1], received: { id: 1 }, version: 7 });
  expect(whole.record?.value).toEqual({ id: 1 });
  whole.forget();
  expect(whole).toMatchObject({ content: '[1]', sent: [1], received: { id: 1 } });
  expect(whole.record?.value).toEqual({ id: 1 });
  expect(exchange({})).toMatchObject({ content: undefined, sent: undefined, received: undefined, record: undefined });
  expect(exchange({ content: '' }).sent).toBeUndefined();
  expect(exchange({ content: '{' }).sent).toBeUndefined();
  for (const other of [{ status: 404 }, { target: '/api/items' }, { body: [1] }] satisfies Written[]) {
    expect(exchange({ body: { id: 1 }, ...other }).record).toBeUndefined();
  }
});

test('reads each text once until it is released', () => {
  let times = 0;
  const counted = (text: string) => () => {
    times += 1;
    return text;
  };
  const one = new Exchange({ ...recorded({}, 0), content: counted('[1]'), responseBody: counted(' {"a":1}') });
  const values = () => [one.content, one.sent, one.received, one.record, one.parameters, one.action];

  const first = values();
  expect(first[3]).toMatchObject({ value: { a: 1 } });
  for (const [index, value] of values().entries()) expect(value).toBe(first[index]);
  expect(times).toBe(3);
  one.forget();
  values();
  expect(times).toBe(6);
});

test('a response that is no object carries no record', () => {
  expect(exchange({ body: [{ a: 1 }] }).record).toBeUndefined();
  expect(exchange({ body: { title: 5 } }).problemMember('title')).toBeUndefined();
});

test('a record whose text is no JSON has no value', () => {
  expect(new RecordText('{').value).toBeUndefined();
  expect(new RecordText('[1]').value).toBeUndefined();
  expect(new RecordText('').value).toBeUndefined();
  const text = new RecordText('{"a":1}');
  expect(text.value).toBe(text.value);
});

test('decodes parameters, and has none of a malformed query', () => {
  const { parameters } = exchange({ target: '/api/items?a=%20b&c' });
  expect(parameters.map(({ name, value }) => [name, value])).toEqual([
    ['a', ' b'],
    ['c', ''],
  ]);
  expect(exchange({ target: '/api/items?a=%20b' }).parameter('a')).toBe(' b');
  expect(exchange({ target: '/api/items?a=%zz' }).parameters).toEqual([]);
});

test.each<[string | undefined, readonly string[]]>([
  ['"a", W/"b"', ['"a"', 'W/"b"']],
  ['*', []],
  ['a', []],
  [undefined, []],
])('the tags of %j are %j', (value, tags) => {
  expect(exchange({}).tags(value)).toEqual(tags);
});

test('the conditions are those of every header', () => {
  const conditionsOf = (headers: Written['headers'] = {}) => exchange({ headers }).conditions;
  expect(conditionsOf()).toBe('');
  const headers = ['if-match', 'if-none-match', 'if-unmodified-since', 'x-resource-version'];
  for (const header of headers) expect(conditionsOf({ [header]: 'x' })).toBe('x');
});

test.each<[string, boolean]>([
  ['[{"op":"add"},{"op":"test"}]', true],
  ['[{"op":"add"}]', false],
  ['["test"]', false],
  ['[]', false],
  ['{"op":"test"}', false],
  ['', false],
])('the content %s tests: %j', (content, isTested) => {
  expect(exchange({ content }).isTested).toBe(isTested);
});

test('an action is method, URL and content', () => {
  const action = (written: Written = {}) => exchange(written).action;
  expect(action({ content: 'a' })).toBe(action({ content: 'a', headers: { a: 'b' }, time: 9 }));
  const others: Written[] = [
    {},
    { method: 'PUT' },
    { target: '/api/items/2' },
    { target: '/api/items/1?a' },
    { content: 'a' },
  ];
  expect(new Set(others.map(action)).size).toBe(others.length);
});

test.each<[string | undefined, number | undefined]>([
  [undefined, undefined],
  ['2', 2011],
  ['0', 11],
  [new Date(5000).toUTCString(), 5000],
  ['soon', undefined],
])('a wait of %j ends at %j', (wait, end) => {
  const sent: Record<string, string> = wait === undefined ? {} : { 'retry-after': wait };
  expect(exchange({ time: 10, sent }).waitEnd()).toBe(end);
  expect(exchange({ time: 10, sent }).waitEnd('reset')).toBeUndefined();
});
