import { expect, test, vi } from 'vitest';
import { parseFile } from '../../../../server/store/formats/json-file.ts';

test.each(['[', '{"a":', '[1,', '[{"a":['])(
  'refuses a long line of %s by its depth, without parsing it to the end',
  (unit) => {
    const parse = vi.spyOn(JSON, 'parse');
    const parsed = parseFile(unit.repeat(1_000_000));
    const longest = Math.max(0, ...parse.mock.calls.map(([text]) => text.length));
    parse.mockRestore();

    expect(parsed).toMatchObject({ problem: { detail: expect.stringContaining('nested deeper than 110 levels') } });
    expect(longest).toBeLessThanOrEqual(65_536);
  },
);

test('reads a long text that is nested little', () => {
  const records = Array.from({ length: 10_000 }, (_, id) => ({ id, tags: ['a'] }));

  expect(parseFile(JSON.stringify(records))).toEqual({ ok: true, value: records });
});

test('takes over the value of JSON.parse if strings hold JSON', () => {
  const parse = vi.spyOn(JSON, 'parse');
  const parsed = parseFile(JSON.stringify({ body: JSON.stringify({ name: 'Ada', 'a"b': '[{' }) }));
  const [quick] = parse.mock.results.map(({ value }) => value);
  parse.mockRestore();

  expect(parsed.ok && parsed.value).toBe(quick);
});

test.each([
  ['plain names', '{"a":1,"a":2}'],
  ['a name that ends in a backslash', String.raw`{"a":1,"a":2,"b\\":3}`],
  ['names that hold a quote', String.raw`{"a\"":1,"a\"":2,"b":"\":"}`],
  ['a string that holds a backslash and a quote', String.raw`{"a\\":1,"a\\":2,"b":"\\\":"}`],
])('refuses a duplicate name beside %s', (_, text) => {
  expect(parseFile(text)).toMatchObject({ problem: { detail: expect.stringContaining('already') } });
});
