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
