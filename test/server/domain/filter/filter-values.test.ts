import { expect, test } from 'vitest';
import { parseFilter } from '../../../../server/domain/filter/filter.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { catalogueOf } from './filter-properties.ts';

/** The ids of the records that a filter finds. */
function found(value: string, records: readonly JsonObject[]): unknown {
  const options = { lenient: false, reserved: new Set<string>() };
  const parsed = parseFilter([{ name: 'filter', value }], catalogueOf(records), options);
  if (!parsed.ok) return parsed.problem;
  return records.filter((record) => parsed.value.filter?.root.test(record)).map(({ id }) => id);
}

test('an object or a list has a value if anything in it has one', () => {
  const records: readonly JsonObject[] = [
    { id: '1', a: [''] },
    { id: '2', a: ['', 'x'] },
    { id: '3', a: [[], [null]] },
    { id: '4', a: [[], [null, 0]] },
    { id: '5', a: { b: null, c: '' } },
    { id: '6', a: { b: null, c: [false] } },
    { id: '7', a: {} },
  ];
  expect(found('a pr', records)).toEqual(['2', '4', '6']);
});

test('null is compared with the list itself, a text with the member "value" of its objects', () => {
  const records: readonly JsonObject[] = [
    { id: '1', emails: [{ type: 'work' }] },
    { id: '2', emails: [{ value: 'a' }] },
    { id: '3' },
  ];
  expect(found('emails eq null', records)).toEqual(['3']);
  expect(found('emails ne null', records)).toEqual(['1', '2']);
  expect(found('emails eq "a"', records)).toEqual(['2']);
});
