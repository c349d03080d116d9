import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject, member } from '../../../../server/domain/json/json.ts';
import { afterChange, withMember } from '../../../../server/domain/records/bulk-change.ts';

/** Names that are few, so that paths and objects meet, and one that is special in JavaScript. */
const name = fc.constantFrom('a', 'b', '__proto__');
const { object } = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, fc.constantFrom<Json>(0, null, 'text', [1]), tie('object')),
  object: fc
    .uniqueArray(fc.tuple(name, tie('value')), { selector: ([name]) => name, maxLength: 3 })
    .map((members) => Object.fromEntries(members)),
}));
const path = fc.array(name, { minLength: 1, maxLength: 3 });

function valueAt(value: Json | undefined, [name, ...rest]: readonly string[]): Json | undefined {
  if (name === undefined) return value;
  return isJsonObject(value) ? valueAt(member(value, name), rest) : undefined;
}

/** The members of an object in their order, without one. */
const others = (value: Json | undefined, left: string | undefined) =>
  isJsonObject(value) ? Object.entries(value).filter(([name]) => name !== left) : [];

test('sets the member at a path and leaves every other member in its order', () => {
  fc.assert(
    fc.property(object, path, (before, path) => {
      const after = withMember(before, path, 'set');
      expect(valueAt(after, path)).toBe('set');
      for (const [depth, name] of path.entries()) {
        const above = path.slice(0, depth);
        expect(others(valueAt(after, above), name)).toEqual(others(valueAt(before, above), name));
      }
      const isThere = member(before, path[0] ?? '') !== undefined;
      expect(Object.keys(after)).toEqual(isThere ? Object.keys(before) : [...Object.keys(before), path[0]]);
    }),
  );
});

test('removes the member at a path, and returns the same object if it has none', () => {
  fc.assert(
    fc.property(object, path, (before, path) => {
      const after = withMember(before, path, undefined);
      if (valueAt(before, path) === undefined) {
        expect(JSON.stringify(after)).toBe(JSON.stringify(before));
        return;
      }
      expect(valueAt(after, path)).toBeUndefined();
      const parent = valueAt(after, path.slice(0, -1));
      expect(isJsonObject(parent) && Object.keys(parent)).not.toContain(path.at(-1));
      // Setting it again shows that nothing else is lost.
      expect(withMember(after, path, valueAt(before, path) ?? null)).toEqual(before);
    }),
  );
  const before = { a: 1 };
  expect(withMember(before, ['b'], undefined)).toBe(before);
  expect(withMember(before, ['a', 'b'], undefined)).toBe(before);
  expect(withMember(before, [], 1)).toBe(before);
  expect(withMember({ a: 1, b: 2 }, ['a'], undefined)).toStrictEqual({ b: 2 });
});

const levels = { fixture: { id: 1, n: 1 }, live: { id: 1, n: 2 } };

test('a change applies to fixture and live record alike, and creates no record', () => {
  const set = { kind: 'set', path: ['n'], value: 3 } as const;
  expect(afterChange(set, levels)).toEqual({ fixture: { id: 1, n: 3 }, live: { id: 1, n: 3 } });
  expect(afterChange(set, { ...levels, live: undefined })).toEqual({ fixture: { id: 1, n: 3 }, live: undefined });
  expect(afterChange({ kind: 'unset', path: ['n'] }, levels)).toEqual({ fixture: { id: 1 }, live: { id: 1 } });
  expect(afterChange({ kind: 'delete' }, levels)).toStrictEqual({ fixture: undefined, live: undefined });
  expect(afterChange({ kind: 'reset' }, levels)).toEqual({ fixture: levels.fixture, live: levels.fixture });
  expect(afterChange({ kind: 'keep' }, levels)).toEqual({ fixture: levels.live, live: levels.live });
});
