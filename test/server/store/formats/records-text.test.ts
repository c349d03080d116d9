import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { finish, wholeRecordsLength } from '../../../../server/domain/basics/work.ts';
import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';
import { readCsvRecords } from '../../../../server/store/formats/csv-records.ts';
import { openWorkspaceText } from '../../../../server/store/formats/import-records.ts';
import { type RecordFormat, recordFormats, recordsText } from '../../../../server/store/formats/records-text.ts';

const require = createRequire(import.meta.url);

/** The big list of naughty strings without those that UTF-8 cannot encode. */
const all: readonly string[] = require('big-list-of-naughty-strings/blns.json');
const naughty = all.filter((text) => !/\p{Surrogate}/u.test(text));

function written(records: readonly JsonObject[], format: RecordFormat): string {
  const text = finish(recordsText(records, format));
  if (!text.ok) throw new Error(text.problem.detail);
  return text.value.toString();
}

function readBack(text: string, format: RecordFormat, schema: JsonObject | null): readonly JsonObject[] {
  if (format === 'csv') {
    const { values, refused } = finish(readCsvRecords(text, () => schema));
    expect(refused).toEqual([]);
    return values.map(({ value }) => value);
  }
  const opened = openWorkspaceText(text, 'users.json');
  if (!opened.ok) throw new Error(opened.problem.detail);
  return opened.value.workspace.collections[0]?.records ?? [];
}

/** A schema with the type of every member. */
function schemaOf(types: Readonly<Record<string, Json>>): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }])),
  };
}

test.each(recordFormats)('%s reads back naughty strings as values and as keys', (format) => {
  const names = naughty.filter((text) => text !== '' && text !== 'id');
  const records = [
    ...naughty.map((text, index): JsonObject => ({ id: `v${index}`, text })),
    ...naughty.map((text, index): JsonObject => ({ id: `n${index}`, [names[index % names.length] ?? '']: text })),
  ];
  const schema = schemaOf(Object.fromEntries(['id', 'text', ...names].map((name) => [name, 'string'])));
  expect(naughty.length).toBeGreaterThan(400);
  expect(readBack(written(records, format), format, schema)).toEqual(records);
});

const formulaLike = fc.string({ unit: fc.constantFrom('=', '+', '-', '@', "'", '"', ' ', '\ufeff', '\t', 'a', '1') });
const text = fc.oneof(
  formulaLike,
  fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\r', '\n', 'é', ' ', '0', '=', 'null') }),
);
const values = {
  string: text,
  number: fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
  boolean: fc.boolean(),
  array: fc.array(fc.oneof(text, fc.integer(), fc.constant(null))),
  object: fc.dictionary(text, fc.integer(), { noNullPrototype: true }),
} as const;
const record = fc.record(
  {
    ...values,
    nullable: fc.oneof(text, fc.constant(null)),
    'a "name", with\r\nbreaks': text,
    "'=name": text,
    '=name': text,
    __proto__: text,
  },
  { requiredKeys: [], noNullPrototype: true },
);
const schema = schemaOf({
  id: 'integer',
  ...Object.fromEntries(Object.keys(values).map((name) => [name, name])),
  nullable: ['string', 'null'],
  'a "name", with\r\nbreaks': 'string',
  "'=name": 'string',
  '=name': 'string',
});

test.each(recordFormats)('%s reads back any records, with types from the schema', (format) => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 20 }), (given) => {
      const records = given.map((one, id): JsonObject => ({ id, ...one }));
      expect(readBack(written(records, format), format, schema)).toEqual(records);
    }),
  );
});

test('CSV has members in order of appearance, null as a word and empty cells for missing members', () => {
  const records: readonly JsonObject[] = [
    { id: 1, name: 'Ada, Countess', tags: ['a'] },
    { name: 'null', id: 2, note: null, empty: '' },
  ];
  expect(written(records, 'csv')).toBe(
    'id,name,tags,note,empty\r\n1,"Ada, Countess","[""a""]",,\r\n2,"null",,null,""\r\n',
  );
});

test('a CSV table of more than 20,000,000 cells is refused before a row is written', () => {
  const wide = Array.from({ length: 5000 }, (_, index) => ({ id: index, [`n${index}`]: 1 }));
  expect(finish(recordsText(wide, 'csv'))).toMatchObject({
    ok: false,
    problem: {
      status: 413,
      limit: 20_000_000,
      detail: 'The table would have 5001 columns and 5000 rows; CSV takes at most 20000000 cells. Export JSON instead.',
    },
  });
});

test('the pieces of a wide CSV table have few rows', () => {
  const record = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`n${index}`, index]));
  expect([...recordsText(Array(100).fill(record), 'csv')].length).toBeGreaterThanOrEqual(20);
});

test.each(recordFormats)(
  '%s is written with a pause and its progress after 512 records or 65,536 characters',
  (format) => {
    for (const [count, length, each] of [
      [5000, 1, 512],
      [20, 70_000, 1],
    ] as const) {
      const records = Array.from({ length: count }, (_, id) => ({ id, text: 'x'.repeat(length) }));
      const shares: number[] = [];
      const pauses = [...recordsText(records, format, (share) => shares.push(share))].length;
      const pieces = Math.floor(count / each);
      expect(shares).toEqual(Array.from({ length: pieces }, (_, index) => ((index + 1) * each) / count));
      // CSV looks at the names of all members before.
      expect(pauses - pieces).toBe(format === 'csv' ? Math.floor(count / wholeRecordsLength) : 0);
    }
  },
);

test('a text of more than 200,000,000 characters is refused', () => {
  const line = vi.spyOn(JSON, 'stringify').mockReturnValue('x'.repeat(999_999));
  onTestFinished(() => line.mockRestore());
  const textOf = (count: number) => finish(recordsText(Array(count).fill({}), 'ndjson'));
  expect(textOf(200)).toMatchObject({ ok: true, value: { length: 200_000_000 } });
  expect(textOf(201)).toMatchObject({
    ok: false,
    problem: {
      ...{ status: 413, limit: 200_000_000 },
      detail: 'The text would be longer than 200000000 characters. Export fewer records.',
    },
  });
});
