import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isJsonArray, isJsonObject, type Json } from '../../../../server/domain/json/json.ts';
import { applyPatch, type Operation, parsePatch } from '../../../../server/domain/json/json-patch.ts';
import { child, formatPointer, type Pointer, valueAt } from '../../../../server/domain/json/pointer.ts';
import { rounds } from '../../../support/rounds.ts';
import { arbitraryJson, arbitraryRecord, awkwardNames, deepFreeze } from './arbitrary-json.ts';
import { naivePatch } from './naive-patch.ts';

/** The pointers of all values in a document, including the root. */
function places(value: Json): Pointer[] {
  const inner = isJsonArray(value) || isJsonObject(value) ? Object.entries(value) : [];
  return [[], ...inner.flatMap(([name, child]) => places(child).map((place) => [name, ...place]))];
}

/** The target of an operation: the n-th existing path, or a name inside the n-th container. Never the root. */
const aim = fc.record({ nth: fc.nat({ max: 50 }), name: fc.option(fc.constantFrom(...awkwardNames), { freq: 1 }) });
const candidate = fc.record({
  op: fc.constantFrom('add', 'add', 'remove', 'replace', 'move', 'copy', 'copy', 'test'),
  path: aim,
  from: aim,
  value: arbitraryJson,
});

function pick(known: readonly Pointer[], nth: number): Pointer {
  return known[nth % known.length] ?? [];
}

test('random patches give the result of the naive implementation and never change their input', () => {
  let refused = 0;
  let applied = 0;
  const run = fc.property(
    arbitraryRecord,
    fc.array(candidate, { minLength: 4, maxLength: 10 }),
    (document, candidates) => {
      const operations: Operation[] = [];
      let wanted: Json = document;
      deepFreeze(document);
      for (const { op, path, from, value } of candidates) {
        const known = places(wanted);
        const containers = known.filter((place) => typeof valueAt(wanted, place) === 'object');
        const resolve = ({ nth, name }: typeof path) =>
          formatPointer(name === null ? pick(known, nth) : [...pick(containers, nth), name]) || '/a';
        const parsed = parsePatch([{ op, path: resolve(path), from: resolve(from), value }]);
        if (!parsed.ok) continue;
        const [operation] = deepFreeze(parsed.value);
        if (!operation) continue;
        const before = JSON.stringify([document, operations]);
        const next = naivePatch(wanted, [operation]) as Json | undefined;
        const result = applyPatch(document, [...operations, operation]);
        expect(isDeepStrictEqual(result.ok ? result.value.value : undefined, next), JSON.stringify(result)).toBe(true);
        expect(JSON.stringify([document, operations])).toBe(before);
        if (next === undefined) {
          refused++;
        } else {
          applied++;
          wanted = next;
          operations.push(operation);
        }
      }
    },
  );
  fc.assert(run, { numRuns: rounds(300) });
  expect(refused).toBeGreaterThan(rounds(200));
  expect(applied).toBeGreaterThan(rounds(700));
  expect(Object.keys(Object.prototype)).toEqual([]);
});

/** The operations that turn one value into another: objects by member, arrays from the end. */
function difference(from: Json, to: Json, path: Pointer = []): Operation[] {
  if (isDeepStrictEqual(from, to)) return [];
  const alike = (isJsonArray(from) && isJsonArray(to)) || (isJsonObject(from) && isJsonObject(to));
  if (!alike) return [{ op: 'replace', path, value: to }];
  const names = (value: Json) => Object.keys(value ?? {});
  const removed = names(from).filter((name) => child(to, name) === undefined);
  return [
    ...removed.reverse().map((name): Operation => ({ op: 'remove', path: [...path, name] })),
    ...names(to).flatMap((name) => {
      const [old, value, place] = [child(from, name), child(to, name) ?? null, [...path, name]];
      return old === undefined ? [{ op: 'add' as const, path: place, value }] : difference(old, value, place);
    }),
  ];
}

test('applying the difference of two documents to the first gives the second', () => {
  fc.assert(
    fc.property(arbitraryJson, arbitraryJson, (from, to) => {
      const result = applyPatch(from, difference(from, to));
      expect(result.ok && isDeepStrictEqual(result.value.value, to), JSON.stringify(result)).toBe(true);
    }),
    { numRuns: rounds(500) },
  );
});
