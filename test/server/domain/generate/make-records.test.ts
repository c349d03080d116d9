import { expect, test } from 'vitest';
import { accept, refuse } from '../../../../server/domain/basics/result.ts';
import { finish } from '../../../../server/domain/basics/work.ts';
import { Dice } from '../../../../server/domain/generate/dice.ts';
import { makeRecords, type RecordWish } from '../../../../server/domain/generate/make-records.ts';
import { RecordMaker } from '../../../../server/domain/generate/record-maker.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';

const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };

/** A wish for records whose keys count from 1. */
function wish(more: Partial<RecordWish> = {}): RecordWish {
  let last = 0;
  return { definition, examples: [], count: 3, seed: 1, newKey: () => ++last, reasonAgainst: () => undefined, ...more };
}

function make(more: Partial<RecordWish> = {}) {
  return finish(makeRecords(wish(more), () => {}));
}

test('makes as many records as are wished for, with the key first', () => {
  expect(make()).toEqual(accept([{ id: 1 }, { id: 2 }, { id: 3 }]));
  expect(make({ count: 0 })).toEqual(accept([]));
  const made = make({ examples: [{ id: 9, n: 5, m: 5 }] });
  expect(made.ok && made.value.map((record) => Object.keys(record).join())).toEqual(['id,n,m', 'id,n,m', 'id,n,m']);
});

test('makes the same records for the same seed, and each unlike the others', () => {
  const schema = { required: ['n'], properties: { n: { type: 'integer', maximum: 1_000_000, minimum: 1 } } };
  const numbers = (seed: number) => {
    const made = make({ definition: { ...definition, schema }, seed, count: 20 });
    return made.ok ? made.value.map(({ n }) => n) : [];
  };
  expect(numbers(1)).toEqual(numbers(1));
  expect(numbers(1)).not.toEqual(numbers(2));
  expect(new Set(numbers(1)).size).toBe(20);
});

test('tries a record twenty times', () => {
  let asked = 0;
  const reasonAgainst = () => (++asked % 20 === 0 ? undefined : 'no');
  const made = make({ reasonAgainst });
  expect(made.ok && made.value.map(({ id }) => id)).toEqual([20, 40, 60]);
  const onlyFirst: RecordWish['reasonAgainst'] = (id, record) =>
    id === '1' && record.id === 1 ? undefined : 'it is odd';
  expect(make({ reasonAgainst: onlyFirst })).toEqual(
    refuse('record 2 of 3 does not fit the schema of things: it is odd'),
  );
});

test('asks twenty times for a record, each time for another one, the same in every release', () => {
  let asked = 0;
  const refused = make({ count: 1, reasonAgainst: () => `it is no. ${++asked}` });
  expect(refused).toEqual(refuse('record 1 of 1 does not fit the schema of things: it is no. 20'));
  const schema = { required: ['n'], properties: { n: { type: 'integer', maximum: 1_000_000, minimum: 1 } } };
  const tried: unknown[] = [];
  const reasonAgainst: RecordWish['reasonAgainst'] = (_, { n }) => (tried.push(n) % 3 === 0 ? undefined : 'no');
  make({ definition: { ...definition, schema }, count: 2, seed: 5, reasonAgainst });
  const maker = new RecordMaker({ ...definition, schema }, []);
  expect(tried).toEqual([0, 1, 2, 20, 21, 22].map((stream) => maker.members(new Dice(5, stream)).n));
});

test('refuses a key that it has given already', () => {
  const keys = ['a', 'a', 'b', 'b', 'c'];
  expect(make({ newKey: () => keys.shift() ?? '' })).toEqual(accept([{ id: 'a' }, { id: 'b' }, { id: 'c' }]));
  expect(make({ newKey: () => 5 })).toEqual(
    refuse('record 2 of 3 does not fit the schema of things: the key 5 is taken already'),
  );
});

test('pauses after each record and reports at every 32nd how far it is', () => {
  const shares: number[] = [];
  const pauses = [...makeRecords(wish({ count: 64 }), (share) => shares.push(share))];
  expect(pauses).toHaveLength(63);
  expect(shares).toEqual([31 / 64, 63 / 64]);
});

test.each<[string, JsonObject | null, readonly string[]]>([
  ['the members of the examples', null, ['name', 'size']],
  [
    'and of the schema',
    { required: ['more'], properties: { more: { const: 1 }, size: { const: 7 } } },
    ['name', 'size', 'more'],
  ],
  [
    'no other if the schema is closed',
    { additionalProperties: false, required: ['size'], properties: { size: {} } },
    ['size'],
  ],
  ['nor if it is closed to unevaluated ones', { unevaluatedProperties: false }, []],
  ['any if it describes others', { additionalProperties: { type: 'string' } }, ['name', 'size']],
  ['none without a list of them', { properties: true }, ['name', 'size']],
  ['none if no record can be an object', { type: 'string' }, []],
])('RecordMaker gives a record %s', (_, schema, names) => {
  const examples = [
    { id: 1, name: 'a', size: 1 },
    { id: 2, name: 'b', size: 1 },
  ];
  const maker = new RecordMaker({ ...definition, schema }, examples);
  const record = maker.members(new Dice(1, 0));
  expect(Object.keys(record).sort()).toEqual([...names].sort());
  if (schema && 'required' in schema && !('additionalProperties' in schema))
    expect(record).toMatchObject({ more: 1, size: 7 });
});

test('Dice throws every number, element and letter, and each stream is another', () => {
  const dice = new Dice(1, 0);
  const all = (value: () => unknown) => new Set(Array.from({ length: 400 }, value));
  expect(all(() => dice.integer(-1, 2))).toEqual(new Set([-1, 0, 1, 2]));
  expect(all(() => dice.pick(['a', 'b', 'c']))).toEqual(new Set(['a', 'b', 'c']));
  expect(all(() => dice.pick([]))).toEqual(new Set([undefined]));
  expect(all(() => dice.letter('xyz'))).toEqual(new Set(['x', 'y', 'z']));
  expect(dice.letter('')).toBe('');
  expect(dice.letters('a', 5)).toBe('aaaaa');
  expect(all(() => dice.happens(0))).toEqual(new Set([false]));
  expect(all(() => dice.happens(1))).toEqual(new Set([true]));
  class Even extends Dice {
    override next(): number {
      return 0.5;
    }
  }
  expect([0.5, 0.51].map((chance) => new Even(1, 0).happens(chance))).toEqual([false, true]);
  const sequence = (seed: number, stream: number) => {
    const own = new Dice(seed, stream);
    return Array.from({ length: 8 }, () => own.next());
  };
  expect(sequence(1, 2)).toEqual(sequence(1, 2));
  const others = [sequence(1, 2), sequence(1, 3), sequence(2, 2), sequence(2, 1)].map(([first]) => first);
  expect(new Set(others).size).toBe(4);
  // A seed gives the same records in every release.
  expect(sequence(1, 2).slice(0, 2)).toEqual([0.025458968011662364, 0.1938216055277735]);
  for (const number of sequence(3, 3)) expect(number >= 0 && number < 1).toBe(true);
});

test('continues the numbers of texts that differ from record to record, beyond those of all records', () => {
  const examples = ['OU-1000', 'OF-1007', 'GA-1014'].map((sku, id) => ({ id, sku, city: id === 0 ? 'Rome' : 'Oslo' }));
  const existing = () => [...examples, { id: 9, sku: 'TO-2100', city: 'Oslo' }];
  const made = make({ examples, existing, count: 40, definition: { ...definition, schema: { required: ['sku'] } } });
  const skus = made.ok ? made.value.map(({ sku }) => sku) : [];
  expect(skus.map((sku) => String(sku).replace(/^(OU|OF|GA)-/, ''))).toEqual(
    skus.map((_, place) => String(2101 + place)),
  );
});

test('repeats a text that records share, and makes numbered ones of a pattern no longer than theirs', () => {
  const shared = ['A1', 'A2', 'A2', 'A3'].map((code, id) => ({ id, code }));
  const made = make({ examples: shared, count: 20 });
  expect(new Set(made.ok ? made.value.map(({ code }) => code) : [])).toEqual(new Set(['A1', 'A2', 'A3']));
  const schema = { required: ['code'], properties: { code: { type: 'string', pattern: '^A[0-9]$' } } };
  const full = ['A7', 'A8', 'A9'].map((code, id) => ({ id, code }));
  const codes = make({ examples: full, count: 5, definition: { ...definition, schema } });
  expect(codes.ok && codes.value.every(({ code }) => /^A[0-9]$/.test(String(code)))).toBe(true);
});
