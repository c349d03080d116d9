import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isJsonObject, type Json, jsonEqual } from '../../../../server/domain/json/json.ts';
import { applyPatch, parsePatch } from '../../../../server/domain/json/json-patch.ts';
import { mergePatch } from '../../../../server/domain/json/merge-patch.ts';
import {
  jsonPatchBetween,
  mergePatchBetween,
  type PatchOperation,
} from '../../../../server/domain/json/patch-between.ts';
import { rounds } from '../../../support/rounds.ts';
import { arbitraryJson, arbitraryRecord } from './arbitrary-json.ts';

const object = arbitraryRecord.filter(isJsonObject);

function applied(document: Json, operations: readonly PatchOperation[]): Json {
  const parsed = parsePatch(operations);
  if (!parsed.ok) throw new Error(parsed.problem.detail);
  const result = applyPatch(document, parsed.value);
  if (!result.ok) throw new Error(result.problem.detail);
  return result.value.value;
}

test('the JSON Patch between two documents turns one into the other, with and without tests', () => {
  fc.assert(
    fc.property(arbitraryJson, arbitraryJson, fc.boolean(), (before, after, tests) => {
      expect(jsonEqual(applied(before, jsonPatchBetween(before, after, tests)), after)).toBe(true);
    }),
    { numRuns: rounds(500) },
  );
});

test('the patches between equal documents are empty', () => {
  fc.assert(
    fc.property(object, (document) => {
      expect(jsonPatchBetween(document, structuredClone(document))).toEqual([]);
      expect(mergePatchBetween(document, structuredClone(document))).toEqual({ patch: {}, nulls: [], arrays: [] });
    }),
  );
});

test('with tests, the patch does not apply to a document with another value at a changed path', () => {
  const patch = parsePatch(jsonPatchBetween({ a: 1, b: 2 }, { a: 5 }, true));
  expect(patch.ok && applyPatch({ a: 2, b: 2 }, patch.value)).toMatchObject({ problem: { kind: 'test-failed' } });
});

test('keeps equal elements at both ends of an array', () => {
  expect(jsonPatchBetween({ tags: [1, 2, 3, 4] }, { tags: [1, 9, 4] })).toEqual([
    { op: 'replace', path: '/tags/1', value: 9 },
    { op: 'remove', path: '/tags/2' },
  ]);
});

test('the merge patch between two documents turns one into the other, except for the nulls that it names', () => {
  fc.assert(
    fc.property(object, object, (before, after) => {
      const { patch, nulls } = mergePatchBetween(before, after);
      expect(jsonEqual(mergePatch(before, patch), after)).toBe(nulls.length === 0);
    }),
    { numRuns: rounds(500) },
  );
});

test('a merge patch names the nulls and array elements that it cannot express', () => {
  expect(mergePatchBetween({ a: { b: 1 }, tags: [1, 2] }, { a: { b: null }, tags: [1, 3] })).toEqual({
    patch: { a: { b: null }, tags: [1, 3] },
    nulls: ['/a/b'],
    arrays: ['/tags'],
  });
});

test('changes an array element by element, removes from its end, and adds in order', () => {
  expect(jsonPatchBetween([1, 2, 3, 4, 5], [1, 8, 5])).toEqual([
    { op: 'replace', path: '/1', value: 8 },
    { op: 'remove', path: '/3' },
    { op: 'remove', path: '/2' },
  ]);
  expect(jsonPatchBetween({ a: [1, 5] }, { a: [1, 2, 3, 4, 5] })).toEqual([
    { op: 'add', path: '/a/1', value: 2 },
    { op: 'add', path: '/a/2', value: 3 },
    { op: 'add', path: '/a/3', value: 4 },
  ]);
  expect(jsonPatchBetween([7, 7], [7])).toEqual([{ op: 'remove', path: '/1' }]);
  expect(jsonPatchBetween([[1]], [[1, 2]])).toEqual([{ op: 'add', path: '/0/1', value: 2 }]);
});

test('changes members at their places, and tests what it takes away', () => {
  expect(jsonPatchBetween({ a: { b: 1, c: 2, same: 0 } }, { a: { b: 3, d: 4, same: 0 } }, true)).toEqual([
    { op: 'test', path: '/a/c', value: 2 },
    { op: 'remove', path: '/a/c' },
    { op: 'test', path: '/a/b', value: 1 },
    { op: 'replace', path: '/a/b', value: 3 },
    { op: 'add', path: '/a/d', value: 4 },
  ]);
});

test('a new array is no limitation of a merge patch', () => {
  const expected = { patch: { a: [1], b: 2 }, nulls: [], arrays: [] };
  expect(mergePatchBetween({ a: 1, b: [1] }, { a: [1], b: 2 })).toEqual(expected);
});
