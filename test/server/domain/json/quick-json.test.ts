import { expect, test, vi } from 'vitest';
import { parseJson } from '../../../../server/domain/json/json-text.ts';
import { parseQuickly } from '../../../../server/domain/json/quick-json.ts';

test.each(['[', '{"a":', '[1,', '[{"a":['])(
  'leaves a long line of %s to a scan, without parsing it to the end',
  (unit) => {
    const parse = vi.spyOn(JSON, 'parse');
    const quick = parseQuickly(unit.repeat(1_000_000), { maxDepth: 100 });
    const longest = Math.max(0, ...parse.mock.calls.map(([text]) => text.length));
    parse.mockRestore();

    expect([quick, longest]).toEqual([undefined, 0]);
  },
);

test('a long text of a request goes to no parser that follows any depth, wherever it is nested', () => {
  const parse = vi.spyOn(JSON, 'parse');
  const parsed = parseJson(`["${'x'.repeat(70_000)}",${'['.repeat(1_000_000)}`);
  const longest = Math.max(0, ...parse.mock.calls.map(([text]) => text.length));
  parse.mockRestore();

  expect(parsed).toMatchObject({ problem: { detail: expect.stringContaining('nested deeper than 100 levels') } });
  expect(longest).toBeLessThanOrEqual(65_536);
});

test('reads a long text that is nested little', () => {
  const records = Array.from({ length: 10_000 }, (_, id) => ({ id, tags: ['a'] }));

  expect(parseQuickly(JSON.stringify(records), { maxDepth: 100 })).toEqual(records);
});

const deep = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
const pad = ' '.repeat(65_536);

test.each([
  ['strings that hold JSON', JSON.stringify({ body: JSON.stringify({ name: 'Ada', 'a"b': '[{' }) })],
  ['strings that hold long digits', '{"card":"1234567890123456","hash":"1e5"}'],
  ['numbers of fifteen characters', '[123456789012345,-12345678901.345,0.1]'],
  ['escapes that are no surrogates', String.raw`["\u0041","\n",{"a":"\u00e9"}]`],
  ['characters beyond the basic plane', '["😀"]'],
  ['brackets in long strings', JSON.stringify(['[{'.repeat(40_000), 'x'])],
  ['many short lists', JSON.stringify(Array.from({ length: 10_000 }, () => [[1], { a: [] }]))],
  ['a long list of lists that are closed at once', `[${'[],'.repeat(30_000)}[]]`],
  ['a text of as many characters as the beginning', JSON.stringify('x'.repeat(65_534))],
  ['a long text of as many levels as may be', `${deep(100)}${pad}`],
  ['levels behind the beginning', `[${pad}${deep(99)}]`],
])('leaves a text to JSON.parse alone, which is many times faster than a scan: %s', (_, text) => {
  expect(parseQuickly(text, { maxDepth: 100 })).toEqual(JSON.parse(text));
});

test.each([
  ['plain names', '{"a":1,"a":2}'],
  ['a name that ends in a backslash', String.raw`{"a":1,"a":2,"b\\":3}`],
  ['names that hold a quote', String.raw`{"a\"":1,"a\"":2,"b":"\":"}`],
  ['a string that holds a backslash and a quote', String.raw`{"a\\":1,"a\\":2,"b":"\\\":"}`],
])('refuses a duplicate name beside %s', (_, text) => {
  expect(parseJson(text)).toMatchObject({ problem: { detail: expect.stringContaining('already') } });
});

const blank = ' '.repeat(2 ** 20);
const members = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, name) => [name, 0])));

test.each([
  ['a number that is the whole text', '12345678901234567890', {}],
  ['a power that is the whole text', '1e400', {}],
  ['white space beyond the limit', `[${blank} 1]`, {}],
  ['white space beyond the limit, late in the text', `["${'a'.repeat(700_000)}",${blank} 1]`, {}],
  ['white space beyond the limit, at the end', `[1]${blank} `, {}],
  ['more characters than values are allowed', '[1,2,3]', { maxValues: 6 }],
  ['more characters than members are allowed', members(3), { maxMembers: 18 }],
])('leaves to a scan: %s', (_, text, limits) => {
  expect(parseQuickly(text, { maxDepth: 100, ...limits })).toBeUndefined();
});

test('reads a text of as many characters as values and members are allowed', () => {
  expect(parseQuickly('[1,2,3]', { maxDepth: 100, maxValues: 7, maxMembers: 7 })).toEqual([1, 2, 3]);
});
