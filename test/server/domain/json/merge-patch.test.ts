import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../../../server/domain/json/json.ts';
import { mergePatch, mergePatchSteps } from '../../../../server/domain/json/merge-patch.ts';
import { rounds } from '../../../support/rounds.ts';
import { arbitraryJson, deepFreeze } from './arbitrary-json.ts';
import { mergePatchExamples } from './published-examples.ts';

test('RFC 7396 has fifteen examples', () => {
  expect(mergePatchExamples.length).toBe(15);
});

test.each(mergePatchExamples)('RFC 7396: %j patched with %j', (target, patch, result) => {
  expect(mergePatch(deepFreeze(target), deepFreeze(patch))).toEqual(result);
});

/** The algorithm of RFC 7396, section 2, on entries instead of objects. */
function reference(target: Json | undefined, patch: Json): Json {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const isObject = typeof target === 'object' && target !== null && !Array.isArray(target);
  const members = new Map<string, Json>(isObject ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name);
    else members.set(name, reference(members.get(name), value));
  }
  return Object.fromEntries(members);
}

test('random patches give the result of the RFC algorithm and never change their input', () => {
  fc.assert(
    fc.property(arbitraryJson, arbitraryJson, (target, patch) => {
      const before = JSON.stringify([target, patch]);
      const value = mergePatch(deepFreeze(target), deepFreeze(patch));
      expect(JSON.stringify(value)).toBe(JSON.stringify(reference(target, patch)));
      expect(JSON.stringify([target, patch])).toBe(before);
      expect(isDeepStrictEqual(mergePatch(value, patch), value)).toBe(true);
    }),
    { numRuns: rounds(2000) },
  );
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test('a patch without effect returns the target itself', () => {
  const target = { a: { b: [1, { c: null }] }, d: 0 };
  expect(mergePatch(target, {})).toBe(target);
  expect(mergePatch(target, { a: { b: [1, { c: null }], x: null }, y: null, d: -0 })).toBe(target);
  expect(mergePatch(target, { a: { b: [1, { c: 1 }] } })).not.toBe(target);
});

test('treats __proto__ as an ordinary member', () => {
  const patch: Json = JSON.parse('{"__proto__":{"polluted":true}}');
  const value = mergePatch({}, patch);
  expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":true}}');
  expect(JSON.stringify(mergePatch(value, JSON.parse('{"__proto__":null}')))).toBe('{}');
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('the steps name each member that the patch sets or removes', () => {
  const target = { name: 'Ada', tags: ['a', 'b'], address: 'London', age: 36 };
  const patch = { name: 'Ada', tags: ['c'], address: { city: 'London' }, age: null, email: null, role: 'admin' };
  expect(mergePatchSteps(target, patch)).toEqual([
    { operation: 'replace', path: '/name', applied: true, detail: 'It is "Ada" already.' },
    {
      operation: 'replace',
      path: '/tags',
      applied: true,
      detail: 'Replaced an array of 2 elements with an array of 1 element.',
    },
    {
      operation: 'replace',
      path: '/address',
      applied: true,
      detail: 'Replaced "London" with an object.',
    },
    { operation: 'add', path: '/address/city', applied: true, detail: 'Added "London".' },
    { operation: 'remove', path: '/age', applied: true, detail: 'Removed 36.' },
    { operation: 'remove', path: '/email', applied: true, detail: 'There is no such member to remove.' },
    { operation: 'add', path: '/role', applied: true, detail: 'Added "admin".' },
  ]);
});
