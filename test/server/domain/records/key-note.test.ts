import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import { keyNote, keyOfList, keySample } from '../../../../server/domain/records/recognize-key.ts';

test('a note says what told the key of a list, unless its name did', () => {
  expect(keyNote('cars', { key: 'id', toldBy: 'name' }, 5)).toBeUndefined();
  expect(keyNote('cars', { key: 'code', toldBy: 'values' }, 5)).toBe(
    'The key of cars is "code": no member looks like a key, and this one is different in every record.',
  );
  expect(keyNote('cars', { key: 'id', toldBy: 'nothing' }, 1500)).toBe(
    'No member of cars looks like a key, so its records get "id", 1 to 1,500.',
  );
  expect(keyNote('cars', { key: '_id', toldBy: 'nothing' }, 1)).toBe(
    'No member of cars looks like a key, so its record gets "_id" 1.',
  );
});

test('every record of the sample must have an identifier, and the records behind it decide as well', () => {
  const codes = Array.from({ length: keySample + 5 }, (_, index) => ({ a: `c-${index}`, b: `d-${index}` }));
  const told = (place: number, a: unknown) =>
    finish(keyOfList('cars', codes.map((one, index) => (index === place ? { ...one, a } : one)) as never)).key;
  expect(told(-1, null)).toBe('a');
  expect(told(keySample - 1, 'no identifier')).toBe('b');
  expect(told(0, 7)).toBe('b');
  // Behind the sample, a text need not look like an identifier, but it must be different.
  expect(told(keySample, 'no identifier')).toBe('a');
  expect(told(keySample, 'c-0')).toBe('b');
});

test('a name is compared without its capitals and signs', () => {
  const key = (name: string) =>
    finish(
      keyOfList('cars', [
        { other: 1, [name]: 1 },
        { other: 1, [name]: 2 },
      ]),
    ).key;
  for (const name of ['id', 'ID', 'car_id', 'Car-ID', 'carId', '_id']) expect(key(name)).toBe(name);
});
