import { expect, onTestFinished, test, vi } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { JsonScanner } from '../../../../server/domain/json/json-scanner.ts';
import { atOnce, parseFile, parseFileInPieces, parseKnownFile } from '../../../../server/store/formats/json-file.ts';

const deep = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;

test.each([
  '[1]',
  deep(110),
  deep(111),
  '[12345678901234567890]',
  String.raw`["\ud800"]`,
  '{"a":1,"a":2}',
  '[',
  '[1e5]',
])('all ways to parse a file agree: %j', (text) => {
  const parsed = parseFile(text);
  expect(finish(parseFileInPieces(text))).toEqual(parsed);
  expect(finish(atOnce(parseFile)(text))).toEqual(parsed);
  if (parsed.ok) expect(parseKnownFile(text)).toEqual(parsed);
  else expect(parsed.problem.type).toBe('/problems/invalid-workspace');
});

test('refuses levels without end, and reads a long file without a scan', () => {
  expect(parseFile('['.repeat(1_000_000))).toMatchObject({
    problem: { detail: expect.stringContaining('nested deeper than 110 levels') },
  });
  const scan = vi.spyOn(JsonScanner.prototype, 'scan');
  onTestFinished(() => scan.mockRestore());
  const records = Array.from({ length: 10_000 }, (_, id) => ({ id, tags: ['a'] }));
  expect(parseFile(JSON.stringify(records))).toEqual({ ok: true, value: records });
  expect(scan).not.toHaveBeenCalled();
});
