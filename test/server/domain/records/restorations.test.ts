import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import type { Collection } from '../../../../server/domain/records/collection.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { liveDiff, restorations, restore } from '../../../../server/domain/records/state-comparison.ts';
import { largestPiece } from '../../../support/largest-piece.ts';
import { rounds } from '../../../support/rounds.ts';

const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };
const id = fc.constantFrom('a', 'b', 'c', 'd', '__proto__');
/** A value of a record, or none. */
const change = fc.tuple(id, fc.option(fc.constantFrom(1, 2), { nil: undefined }));

function make(collection: Collection, [id, x]: readonly [string, number | undefined]): void {
  if (x === undefined) collection.remove(id);
  else collection.write(id, { id, x });
}

function liveValues(collection: SharedCollection): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(Array.from(collection.snapshot(), ({ id, value }) => [id, value]));
}

test('restores a stored live state, shared or of a session, and changes only what differs', () => {
  fc.assert(
    fc.property(fc.array(change), fc.array(change), (first, then) => {
      const collection = new SharedCollection(definition, [
        { id: 'a', x: 1 },
        { id: 'b', x: 1 },
      ]);
      for (const one of first) make(collection, one);
      const kept = finish(liveDiff([collection]));
      const before = liveValues(collection);
      for (const one of then) make(collection, one);
      const differing = Object.keys({ ...before, ...liveValues(collection) }).filter(
        (id) => JSON.stringify(before[id]) !== JSON.stringify(liveValues(collection)[id]),
      );
      const targets = finish(restorations([collection], kept));
      expect(targets.map(({ id }) => id).toSorted()).toEqual(differing.toSorted());
      for (const target of targets) restore(target);
      expect(liveValues(collection)).toEqual(before);
      expect(finish(restorations([collection], kept))).toEqual([]);

      const session = collection.newSession();
      for (const one of then) make(session, one);
      for (const target of finish(restorations([session], kept))) restore(target);
      for (const id of ['a', 'b', 'c', 'd', '__proto__'])
        expect(session.get(id)?.value).toEqual(collection.get(id)?.value);
    }),
    { numRuns: rounds(300) },
  );
});

test('an unchanged record follows its fixture when that is edited', () => {
  const collection = new SharedCollection(definition, [{ id: 'a', x: 1 }]);
  const kept = finish(liveDiff([collection]));
  collection.edit('a', { id: 'a', x: 5 }, { id: 'a', x: 6 });
  for (const target of finish(restorations([collection], kept))) restore(target);
  expect(collection.get('a')?.value.x).toBe(5);
});

test('pauses also among records that the stored live state names already', () => {
  const fixtures = Array.from({ length: 2000 }, (_, index) => ({ id: String(index), x: 0 }));
  const collection = new SharedCollection(definition, fixtures);
  for (const { id } of fixtures) collection.write(id, { id, x: 1 });
  const kept = finish(liveDiff([collection]));
  let listed = 0;
  const ids = [...collection.layeredIds()];
  vi.spyOn(collection, 'layeredIds').mockImplementation(function* () {
    for (const id of ids) {
      listed += 1;
      yield id;
    }
  } as typeof collection.layeredIds);
  const { value, largest } = largestPiece(restorations([collection], kept), () => listed);
  expect([value, listed]).toEqual([[], 2000]);
  expect(largest).toBeLessThanOrEqual(64);
});
