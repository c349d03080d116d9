import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OrderedList } from '../../../../server/domain/records/ordered-list.ts';

/** Long enough for several chunks, so that splits and empty chunks happen. */
const length = 2_000;

test('a list after any edits is the array after the same edits', () => {
  const edit = fc.record({ insert: fc.boolean(), at: fc.nat(10_000), times: fc.nat(900) });
  fc.assert(
    fc.property(fc.nat(length), fc.array(edit, { maxLength: 12 }), (initial, edits) => {
      const model = Array.from({ length: initial }, (_, index) => `old ${index}`);
      const list = new OrderedList(model);
      for (const { insert, at, times } of edits) {
        for (let time = 0; time < times; time++) {
          if (insert) {
            const index = at % (model.length + 1);
            model.splice(index, 0, `new ${time}`);
            list.insert(index, `new ${time}`);
          } else if (model.length > 0) {
            const index = at % model.length;
            expect(list.remove(index)).toBe(model.splice(index, 1)[0]);
          }
        }
        expect(list.length).toBe(model.length);
        expect(list.slice(at % 3_000, (at % 3_000) + 50)).toEqual(model.slice(at % 3_000, (at % 3_000) + 50));
      }
      expect(list.slice(0, model.length)).toEqual(model);
    }),
    { numRuns: 30 },
  );
});

test('counting finds every place in an order', () => {
  const ids = Array.from({ length }, (_, index) => String(index).padStart(5, '0'));
  const list = new OrderedList(ids);
  for (const place of [0, 1, 511, 512, 513, 1_024, 1_999, 2_000]) {
    expect(list.count((id) => id < String(place).padStart(5, '0'))).toBe(place);
  }
});

test('an empty list has no places but the first', () => {
  const list = new OrderedList([]);
  expect(list.count(() => true)).toBe(0);
  expect(list.slice(0, 10)).toEqual([]);
  expect(list.remove(0)).toBeUndefined();
  list.insert(0, 'a');
  expect(list.slice(0, 10)).toEqual(['a']);
});
