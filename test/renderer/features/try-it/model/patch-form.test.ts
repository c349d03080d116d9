import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  changedLines,
  formLines,
  lineText,
  lossWarnings,
  mediaTypes,
  readChange,
  readLine,
  withValueAt,
  writeChange,
} from '../../../../../renderer/features/try-it/model/patch-form.ts';
import { isJsonObject, jsonEqual } from '../../../../../server/domain/json/json.ts';
import { arbitraryJson, arbitraryRecord } from '../../../../server/domain/json/arbitrary-json.ts';
import { rounds } from '../../../../support/rounds.ts';

const record = arbitraryRecord.filter(isJsonObject);

test('a change is equal in every format or has a warning', () => {
  fc.assert(
    fc.property(
      record,
      record,
      fc.constantFrom('merge-patch' as const, 'json-patch' as const),
      fc.boolean(),
      (before, after, format, tests) => {
        const { body, words } = writeChange(before, after, format, tests);
        const change = readChange(before, mediaTypes[format], body);
        if (!change.ok) throw new Error(change.problem);
        expect(change.value.format).toBe(format);
        const isExact = !words.some((word) => word.includes('cannot become null'));
        expect(jsonEqual(change.value.outcome, after)).toBe(isExact);
      },
    ),
    { numRuns: rounds(400) },
  );
});

test('the lines of a form restore the record', () => {
  fc.assert(
    fc.property(record, record, (before, after) => {
      let made = before;
      for (const { path, after: value } of changedLines(before, after)) made = withValueAt(made, path, value);
      expect(jsonEqual(made, after)).toBe(true);
      expect(changedLines(after, made)).toEqual([]);
    }),
    { numRuns: rounds(400) },
  );
});

test('a value survives the round trip through its text', () => {
  fc.assert(fc.property(arbitraryJson, (value) => void expect(jsonEqual(readLine(lineText(value)), value)).toBe(true)));
  expect([lineText('Ada'), lineText('7'), lineText(7), readLine('Ada'), readLine('[1]')]).toEqual([
    'Ada',
    '"7"',
    '7',
    'Ada',
    [1],
  ]);
});

test('formLines descends into objects but not into arrays', () => {
  expect(formLines({ a: { b: 1, c: 2 }, tags: [1] }, { a: { b: 5 }, tags: [1], d: null })).toEqual([
    { path: '/a/b', before: 1, after: 5 },
    { path: '/a/c', before: 2, after: undefined },
    { path: '/tags', before: [1], after: [1] },
    { path: '/d', before: undefined, after: null },
  ]);
});

test('reads application/json by its content', () => {
  const before = { status: 'new' };
  const patch = '[{"op":"test","path":"/status","value":"new"},{"op":"move","from":"/status","path":"/was"}]';
  const change = readChange(before, 'application/json', patch);
  expect(change).toEqual({
    ok: true,
    value: { format: 'json-patch', outcome: { was: 'new' }, beyond: ['test', 'move'] },
  });
  expect(change.ok && lossWarnings(change.value)).toEqual([
    '1 test operation cannot be expressed in this format; nothing is tested.',
    '1 move operation cannot be expressed in this format; only the result is kept.',
  ]);
  expect(readChange(before, undefined, '{"status":null}')).toMatchObject({
    value: { format: 'merge-patch', outcome: {} },
  });
});

test.each([
  ['not JSON', 'application/json', '{"status":', /not JSON/],
  ['an operation that there is not', mediaTypes['json-patch'], '[{"op":"swap","path":""}]', /op/],
  ['a test that fails', mediaTypes['json-patch'], '[{"op":"test","path":"/status","value":1}]', /Expected/],
  ['another value than an object', mediaTypes['merge-patch'], '7', /object/],
])('a body that is %s says so', (_name, mediaType, body, sentence) => {
  const change = readChange({ status: 'new' }, mediaType, body);
  expect(!change.ok && change.problem).toMatch(sentence);
});
