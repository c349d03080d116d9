import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FieldCatalogue } from '../../../../server/domain/fields/fields.ts';
import { unknownField } from '../../../../server/domain/fields/unknown-field.ts';
import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';

function catalogue(schema: JsonObject | null, ...records: JsonObject[]): FieldCatalogue {
  const fields = new FieldCatalogue({ name: 'users', key: 'userId', sort: null, time: null, schema });
  for (const record of records) fields.addRecord(record);
  return fields;
}

function summary(fields: FieldCatalogue): unknown {
  return Object.fromEntries(fields.fields().map(({ name, kinds }) => [name, kinds.join(' ')]));
}

test('an empty collection has its key as a field', () => {
  expect(summary(catalogue(null))).toEqual({ userId: '' });
});

test('collects the fields of records and every type they ever had', () => {
  const fields = catalogue(
    null,
    { userId: '1', age: 3, address: { city: 'Rome', zip: null } },
    { userId: 2, tags: ['a', ['b', 1]], emails: [{ type: 'work' }, { type: null, verified: true }] },
  );
  expect(summary(fields)).toEqual({
    userId: 'number string',
    age: 'number',
    address: 'object',
    'address.city': 'string',
    'address.zip': 'null',
    tags: 'number string array',
    emails: 'array object',
    'emails.type': 'null string',
    'emails.verified': 'boolean',
  });
});

test('reads fields from the schema before any record has them', () => {
  const schema = {
    type: 'object',
    properties: {
      price: { type: 'integer' },
      note: { type: ['string', 'null'] },
      any: true,
      lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } },
      size: { anyOf: [{ type: 'number' }, { type: 'string' }] },
      pair: { prefixItems: [{ type: 'boolean' }, { type: 'number' }] },
      mode: { oneOf: [{ type: 'string' }, { type: 'null' }] },
      link: { $ref: '#' },
    },
    allOf: [{ properties: { owner: { type: 'no such type' } } }],
  };
  expect(summary(catalogue(schema))).toEqual({
    userId: '',
    price: 'number',
    note: 'null string',
    any: '',
    lines: 'array object',
    'lines.sku': 'string',
    size: 'number string',
    pair: 'boolean number',
    mode: 'null string',
    link: '',
    owner: '',
  });
});

test('the revision grows with each new name and each new type, and with nothing else', () => {
  const fields = catalogue(null);
  const grows = (change: () => unknown) => {
    const before = fields.revision;
    change();
    return fields.revision - before;
  };
  expect(grows(() => fields.addRecord({ a: 1, b: { c: 'x' } }))).toBe(7);
  expect(grows(() => fields.addRecord({ a: 2, b: { c: 'y' } }))).toBe(0);
  expect(grows(() => fields.addRecord({ a: 'x' }))).toBe(1);
  expect(grows(() => fields.addMembers({ a: null, d: 1 }, ['a', 'gone']))).toBe(1);
  const other = catalogue(null, { e: true });
  expect(grows(() => fields.merge(other))).toBe(2);
  expect(grows(() => fields.merge(other))).toBe(0);
  other.addRecord({ f: 1 });
  expect(grows(() => fields.merge(other))).toBe(2);
});

test('treats inherited names as ordinary fields', () => {
  const record: JsonObject = JSON.parse('{"__proto__": 1, "constructor": {"toString": "x"}}');
  const fields = catalogue(null, record);
  expect(fields.find('__proto__')?.kinds).toEqual(['number']);
  expect(fields.find('constructor.toString')?.path).toEqual(['constructor', 'toString']);
  expect(fields.find('hasOwnProperty')).toBeUndefined();
});

test('a member with a dot in its name wins over a nested one', () => {
  const fields = catalogue(null, { a: { b: 1, '.c': 1 }, 'a.b': 'x', 'd.e': { f: 1 }, '': { '': 1 } });
  expect(fields.find('a.b')?.path).toEqual(['a.b']);
  expect(fields.find('d.e.f')?.path).toEqual(['d.e', 'f']);
  expect(fields.find('a..c')?.path).toEqual(['a', '.c']);
  expect(fields.find('.')?.path).toEqual(['', '']);
  expect(fields.find('a.b.')).toBeUndefined();
  expect(fields.find('..')).toBeUndefined();
  expect(fields.find('d.eXf')).toBeUndefined();
  expect(fields.find('x')).toBeUndefined();
});

test('finds fields ignoring case', () => {
  const { record } = catalogue(null, { userName: 'x', Mail: 1, mail: 2, a: { Bc: 1 } });
  expect(record.findIgnoringCase('USERNAME').map(({ name }) => name)).toEqual(['userName']);
  expect(record.findIgnoringCase('MAIL').map(({ name }) => name)).toEqual(['Mail', 'mail']);
  expect(
    record
      .find('a')
      ?.findIgnoringCase('bC')
      .map(({ name }) => name),
  ).toEqual(['a.Bc']);
});

test('finds every field of a random record by its name', () => {
  const { tree } = fc.letrec<{ tree: Json; leaf: Json }>((tie) => ({
    leaf: fc.constantFrom<Json>(null, true, 1, 'x'),
    tree: fc.oneof(
      { depthSize: 'small' },
      tie('leaf'),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), tie('tree'), { noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('a', 'b'), tree, { noNullPrototype: true }), (record) => {
      const fields = catalogue(null, record);
      for (const field of fields.fields()) expect(fields.find(field.name)).toBe(field);
    }),
  );
});

test('a catalogue knows the first 20,000 fields and stays as it is after that', () => {
  const named = (prefix: string) =>
    Object.fromEntries(Array.from({ length: 15_000 }, (_, index) => [`${prefix}${index}`, index]));
  const fields = catalogue(null, named('a'), named('b'));
  expect(fields.fields()).toHaveLength(20_000);
  const { revision } = fields;
  fields.addRecord(named('c'));
  expect(fields.revision).toBe(revision);
  expect(fields.find('a14999')?.has('number')).toBe(true);
  expect(fields.find('c0')).toBeUndefined();
  expect(fields.record.member('c0')).toMatchObject({ path: ['c0'], isFull: true });
  expect(unknownField('c0', 'c0', fields.record)).toMatchObject({
    detail: 'The mock knows the first 20000 fields of a collection, and "c0" is none of them.',
    limit: 20_000,
  });
});

test('a schema that is no object, or has a type that JSON lacks, tells nothing', () => {
  const schema = { type: 'date', properties: { a: null, b: true, c: { type: ['time', 'string'] } } };
  const fields = new FieldCatalogue({ name: 'things', key: 'id', sort: null, time: null, schema });
  expect(fields.fields().map(({ name, kinds }) => [name, kinds])).toEqual([
    ['id', []],
    ['a', []],
    ['b', []],
    ['c', ['string']],
  ]);
  expect(fields.revision).toBe(5);
});
