import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { mergePatch } from '../../../../server/domain/json/merge-patch.ts';
import { mergeChanges, patchCollides } from '../../../../server/domain/json/three-way.ts';

const mine = () => false;
const scalar = fc.constantFrom(1, 2, 3, null, 'x');
const flat = fc.dictionary(fc.constantFrom('a', 'b', 'c'), scalar) as fc.Arbitrary<JsonObject>;
const record = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof(scalar, flat)) as fc.Arbitrary<JsonObject>;

test('takes a change that only one side made', () => {
  fc.assert(
    fc.property(record, record, (base, changed) => {
      expect(mergeChanges(base, changed, base, mine)).toEqual({ value: changed, conflicts: [] });
      expect(mergeChanges(base, base, changed, mine)).toEqual({ value: changed, conflicts: [] });
      expect(mergeChanges(base, changed, changed, mine)).toEqual({ value: changed, conflicts: [] });
    }),
  );
});

test('without conflicts the order of the two sides does not matter', () => {
  fc.assert(
    fc.property(record, record, record, (base, one, other) => {
      const [there, back] = [mergeChanges(base, one, other, mine), mergeChanges(base, other, one, mine)];
      expect(back.conflicts.map(({ path }) => path).sort()).toEqual(there.conflicts.map(({ path }) => path).sort());
      if (there.conflicts.length === 0) expect(back.value).toEqual(there.value);
    }),
  );
});

test('reports a conflict for a member that both sides changed, and takes the chosen side', () => {
  const base = { name: 'Ada', plan: { kind: 'free', seats: 1 }, tags: ['a'] };
  const own = { name: 'Augusta', plan: { kind: 'pro', seats: 1 } };
  const theirs = { name: 'Ada', plan: { kind: 'team', seats: 5 }, tags: ['a', 'b'] };
  const merged = mergeChanges(base, own, theirs, (path) => path === '/plan/kind');
  expect(merged).toEqual({
    value: { name: 'Augusta', plan: { kind: 'team', seats: 5 } },
    conflicts: [
      { path: '/plan/kind', base: 'free', mine: 'pro', theirs: 'team' },
      { path: '/tags', base: ['a'], mine: undefined, theirs: ['a', 'b'] },
    ],
  });
});

test.each<[JsonObject, JsonObject, JsonObject, boolean]>([
  [{ a: 2 }, { a: 1 }, { a: 1 }, false],
  [{ a: 2 }, { a: 1 }, { a: 3 }, true],
  [{ a: 2 }, { a: 1 }, { a: 2 }, false],
  [{ a: 2 }, { a: 1 }, {}, true],
  [{ a: 2 }, {}, { a: 3 }, true],
  [{ a: 2 }, {}, {}, false],
  [{ a: 2 }, { a: 1, b: 1 }, { a: 1, b: 2 }, false],
  [{ b: 2, a: 2 }, { a: 1, b: 1 }, { a: 3, b: 1 }, true],
  [{ a: null }, { a: 1 }, { a: 1 }, false],
  [{ a: null }, { a: 1 }, { a: 2 }, true],
  [{ a: null }, { a: 1 }, {}, false],
  [{ a: null }, { a: 1 }, { a: null }, true],
  [{ a: { b: 2 } }, { a: { b: 1, c: 1 } }, { a: { b: 1, c: 2 } }, false],
  [{ a: { b: 2 } }, { a: { b: 1 } }, { a: { b: 3 } }, true],
  [{ a: { b: 2 } }, { a: { b: 1 } }, { a: 5 }, true],
  [{ a: { b: 2 } }, { a: 1 }, { a: { b: 3 } }, true],
  [{ a: { b: 2 } }, { a: 1 }, { a: { b: 2 } }, false],
  [{ a: 2 }, { a: { b: 1 } }, { a: { b: 2 } }, true],
  [{ a: [1] }, { a: [0] }, { a: [0, 1] }, true],
  [{}, { a: 1 }, { a: 2 }, false],
])('the patch %j of %j collides with %j: %j', (patch, base, now, collides) => {
  expect(patchCollides(patch, base, now)).toBe(collides);
});

test('a patch that does not collide is merged with the other change', () => {
  const value = fc.constantFrom(1, 2, 'x');
  const inner = fc.dictionary(fc.constantFrom('a', 'b'), value);
  const whole = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof(value, inner)) as fc.Arbitrary<JsonObject>;
  fc.assert(
    fc.property(whole, whole, whole, (patch, base, now) => {
      fc.pre(!patchCollides(patch, base, now));
      const patched = mergePatch(base, patch) as JsonObject;
      expect(mergePatch(now, patch)).toEqual(mergeChanges(base, patched, now, mine).value);
    }),
  );
});
