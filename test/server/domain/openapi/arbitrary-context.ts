import fc from 'fast-check';
import { isJsonObject, type JsonObject } from '../../../../server/domain/json/json.ts';
import { defaultSettings, type Envelope, type Settings } from '../../../../server/domain/model/settings.ts';
import type { Collection } from '../../../../server/domain/records/collection.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import type { MockContext } from '../../../../server/domain/session/context.ts';
import { IdempotencyKeys } from '../../../../server/domain/session/idempotency-keys.ts';
import { noOwnPaths } from '../../../support/own-paths.ts';
import { arbitraryRecord } from '../json/arbitrary-json.ts';
import { scenariosOf } from '../scenario/scenarios-of.ts';

/** A mock context with collections and settings. */
export function contextOf(collections: readonly Collection[], settings: Partial<Settings> = {}): MockContext {
  return {
    title: 'Test',
    settings: { ...defaultSettings, ...settings },
    collections: new Map(collections.map((collection) => [collection.definition.name, collection])),
    ...noOwnPaths,
    ...scenariosOf(),
    run: 'run',
    newId: () => 'new',
    wallTime: () => 0,
    idempotencyKeys: new IdempotencyKeys(),
    checkSchema: () => [],
    fixturesOnly: false,
  };
}

/** Names that could collide as names of components, operations or paths. */
const names = fc.constantFrom('users', 'order_items', 'a~b', 'a_b', 'a_b_', 'a.b', 'A-1', 'users.list', 'constructor');

/** Members named like parameters, suffixes, or members of Object.prototype. */
const members = fc.dictionary(
  fc.constantFrom('limit', 'filter', 'order', 'name', 'name_lt', 'name_in', 'a.b', 'a', '__proto__', 'x y'),
  fc.oneof(
    fc.constantFrom('text', 7, true, null, '2024-02-01'),
    fc.constant([{ b: 1 }, 'x']),
    fc.constant({ b: { c: 1 }, 'b.c': 'flat' }),
  ),
);

const schemas = fc.constantFrom<JsonObject | null>(
  null,
  null,
  { type: 'object', required: ['id'], properties: { id: { type: 'string' }, self: { $ref: '#' } } },
  {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://example.com/thing',
    type: 'object',
    properties: {
      const: { $ref: '#/$defs/name' },
      enum: { enum: ['a', 7] },
      list: { prefixItems: [{ $ref: '#/$defs/name' }], items: false },
    },
    $defs: { name: { type: ['string', 'null'] } },
  },
);

const collection = fc
  .record({ name: names, schema: schemas, records: fc.array(fc.oneof(arbitraryRecord, members), { maxLength: 4 }) })
  .map(({ name, schema, records }) => {
    const fixtures = records.filter(isJsonObject).map((record, index): JsonObject => ({ ...record, id: index }));
    return new SharedCollection({ name, key: 'id', sort: null, time: null, schema }, fixtures);
  });

const envelopes = fc.constantFrom<Envelope>('object', 'array', { items: 'data', total: null, next_cursor: 'cursor' });

/** Mock contexts with awkward names everywhere. */
export const arbitraryContext: fc.Arbitrary<MockContext> = fc
  .tuple(
    fc.uniqueArray(collection, { maxLength: 5, selector: ({ definition }) => definition.name }),
    fc.record({ envelope: envelopes, maxPageSize: fc.integer({ min: 1, max: 1000 }) }),
  )
  .map(([collections, settings]) => contextOf(collections, settings));
