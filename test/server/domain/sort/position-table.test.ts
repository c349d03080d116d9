import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newProbe, type SortValue } from '../../../../server/domain/sort/position.ts';
import { PositionTable } from '../../../../server/domain/sort/position-table.ts';

type Row = readonly [key: string, values: readonly SortValue[]];

function tableOf(width: number, rows: readonly Row[]): PositionTable {
  const keys = rows.map(([key]) => key);
  return new PositionTable(
    width,
    keys,
    rows.flatMap(([, values]) => values.slice(0, width)),
  );
}

function rowsOf(table: PositionTable): readonly Row[] {
  const probe = newProbe();
  return Array.from({ length: table.length }, (_, index) => {
    const { key, values } = table.at(index, probe);
    return [String(key), [...values]];
  });
}

const value = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(undefined));
const row = fc.tuple(fc.string(), fc.array(value, { minLength: 3, maxLength: 3 }));
const rows = fc.array(row, { minLength: 1, maxLength: 6 });

test.each([0, 1, 2, 3])('a table of %i values in each row changes as an array of rows does', (width) => {
  fc.assert(
    fc.property(rows, rows, fc.nat(), fc.nat(), (given, others, at, from) => {
      const narrow = (all: readonly Row[]) => all.map(([key, values]): Row => [key, values.slice(0, width)]);
      const [expected, source] = [narrow(given), narrow(others)];
      const fresh = () => tableOf(width, given);
      const other = tableOf(width, others);
      const taken = from % source.length;
      const [index, place] = [at % expected.length, at % (expected.length + 1)];
      const one = source.slice(taken, taken + 1);
      expect(rowsOf(fresh())).toEqual(expected);
      const picked = [index, 0, index];
      expect(rowsOf(fresh().pick(picked))).toEqual(picked.map((each) => expected[each]));
      const inserted = fresh();
      inserted.insert(place, other, taken);
      expect(rowsOf(inserted)).toEqual(expected.toSpliced(place, 0, ...one));
      const shorter = fresh();
      expect(shorter.remove(index)).toBe(expected[index]?.[0]);
      expect(rowsOf(shorter)).toEqual(expected.toSpliced(index, 1));
      const kept = fresh();
      expect(rowsOf(kept.cut(place))).toEqual(expected.slice(place));
      expect(rowsOf(kept)).toEqual(expected.slice(0, place));
    }),
  );
});
