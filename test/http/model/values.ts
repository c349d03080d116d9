import fc from 'fast-check';
import type { Json, JsonObject } from '../../../server/domain/json/json.ts';
import type { ReferenceTerm } from '../../server/domain/list/reference-list.ts';
import type { ReferenceDefinition } from './reference-collection.ts';
import { own } from './reference-json.ts';
import type { ReferenceRule } from './reference-scenario.ts';
import type { Saved } from './reference-state.ts';

/*
 * The world of the model: three small collections and few values, so that steps meet the same records again and again and
 * different edits often lead to equal content.
 */

const text = (value: Json | undefined) => typeof value === 'string';

const users: ReferenceDefinition = {
  name: 'users',
  key: 'userId',
  sort: [{ field: 'name', descending: true }],
  fits: (value) => text(own(value, 'name')) && ['active', 'inactive'].includes(String(own(value, 'status'))),
};

const things: ReferenceDefinition = {
  name: 'things',
  key: 'id',
  sort: [],
  fits: (value) => {
    const [tag, price] = [own(value, 'tag'), own(value, 'price') ?? 0];
    return (tag === undefined || text(tag)) && typeof price === 'number';
  },
};

/** The collection that imports add. */
export const pets: ReferenceDefinition = { name: 'pets', key: 'id', sort: [], fits: () => true };

const schemas: Record<string, JsonObject> = {
  users: {
    type: 'object',
    required: ['name', 'status'],
    properties: { name: { type: 'string' }, status: { enum: ['active', 'inactive'] } },
  },
  things: { type: 'object', properties: { tag: { type: 'string' }, price: { type: ['number', 'null'] } } },
};

export const initial: Saved = {
  title: 'Model',
  settings: { pageSize: 20, requirePrecondition: false },
  scenarios: [{ name: 'Default', description: 'The live state as it is.', rules: [] }],
  first: 'Default',
  collections: [
    {
      definition: users,
      records: [
        { userId: '1', name: 'Ada', status: 'active' },
        { userId: '2', name: 'Bob', status: 'inactive' },
        { userId: 'a', name: 'Cy', status: 'active' },
      ],
    },
    {
      definition: things,
      records: [
        { id: 1, tag: 'a', price: 1 },
        { id: 2, tag: 'b', price: 2 },
        { id: 10, tag: 'a', price: null },
      ],
    },
  ],
};

/** The initial workspace as its file. */
export const workspaceFile: Json = {
  format: 'mock-api-console',
  version: 1,
  name: initial.title,
  collections: Object.fromEntries(
    initial.collections.map(({ definition: { name, key, sort }, records }) => [
      name,
      {
        key,
        ...(sort.length > 0 && { sort: sortText(sort) }),
        ...(schemas[name] && { schema: schemas[name] }),
        records: [...records],
      },
    ]),
  ),
};

export function sortText(terms: readonly ReferenceTerm[]): string {
  return terms.map(({ field, descending }) => (descending ? '-' : '') + field).join(',');
}

const ids: Record<string, fc.Arbitrary<string>> = {
  users: fc.constantFrom('1', '1', '1', '2', '3', 'a', 'é/ %', '__proto__'),
  things: fc.constantFrom('1', '1', '1', '2', '3', '10', '-4'),
  pets: fc.constantFrom('1', '2', '3'),
};

/** A record that exists or not, in a collection that exists or not. */
export const place = fc
  .constantFrom('users', 'users', 'things', 'things', 'pets')
  .chain((collection) => fc.record({ collection: fc.constant(collection), id: ids[collection] ?? fc.constant('1') }));

export const session = fc.option(fc.constantFrom('s1', 's2'), { freq: 2 });

const userMembers = fc.record(
  { name: fc.constantFrom('Ada', 'Bob', 'Cy'), status: fc.constantFrom('active', 'inactive', 'active', 'odd') },
  { requiredKeys: ['name', 'status'] },
);
const thingMembers = fc.record(
  {
    tag: fc.constantFrom<Json>('a', 'b', 'c', 'a', 'b', 7),
    price: fc.constantFrom(1, 2, 2.5, null),
    list: fc.constant([1, 2]),
  },
  { requiredKeys: ['tag'] },
);
const odd: fc.Arbitrary<JsonObject> = fc.constantFrom<JsonObject>(JSON.parse('{"__proto__":{"tag":"a"}}'), {
  tag: 'a',
  'x/y~': { z: 1 },
});

/** The members of a record, without its key. Not all of them fit the schema. */
export function membersOf(collection: string): fc.Arbitrary<JsonObject> {
  return collection === 'users'
    ? userMembers
    : fc.oneof({ weight: 6, arbitrary: thingMembers }, { weight: 1, arbitrary: odd });
}

/** The key of an id, in the type that the collection's records have, or rarely in another. */
export function keyOf(collection: string, id: string): fc.Arbitrary<Json> {
  const right: Json = collection === 'users' ? id : Number(id);
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(right) },
    { weight: 1, arbitrary: fc.constant(typeof right === 'number' ? id : 7) },
  );
}

const rule: fc.Arbitrary<ReferenceRule> = fc.constantFrom<ReferenceRule>(
  { when: {}, then: { kind: 'user-status', userId: '1', status: 'inactive' } },
  { when: {}, then: { kind: 'user-status', userId: '2', status: 'active' } },
  { when: { method: 'DELETE' }, then: { kind: 'answer', status: 503 } },
  { when: { method: 'GET', path: '/api/things/{id}' }, then: { kind: 'answer', status: 418 } },
  { when: { path: '/api/things' }, then: { kind: 'answer', status: 502 } },
  { when: { method: 'PATCH' }, then: { kind: 'ghost-write', patch: { tag: 'ghost' } } },
  { when: { method: 'PUT', path: '/api/things/{id}' }, then: { kind: 'ghost-write', patch: {} } },
);

export const scenarioName = fc.constantFrom('Slow', 'Odd');
export const rules = fc.uniqueArray(rule, { maxLength: 2, selector: ({ then }) => JSON.stringify(then) });
