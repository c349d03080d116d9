import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../../server/domain/json/json.ts';
import { parsePointer, valueAt } from '../../../../server/domain/json/pointer.ts';
import { noListQuirks } from '../../../../server/domain/list/list-quirks.ts';
import { planCacheOf } from '../../../../server/domain/list/plan-cache.ts';
import { describeApi, describeInPieces } from '../../../../server/domain/openapi/document.ts';
import type { Collection } from '../../../../server/domain/records/collection.ts';
import { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import type { MockContext } from '../../../../server/domain/session/context.ts';
import { decodeWorkspace } from '../../../../server/store/formats/workspace-format.ts';
import { rounds } from '../../../support/rounds.ts';
import { arbitraryContext, contextOf } from './arbitrary-context.ts';

const validator = new Validator();

/** The faults by a public validator, and those that it does not find: dangling references and duplicate names. */
async function faultsOf(document: JsonObject): Promise<readonly unknown[]> {
  // The validator removes references from its input.
  const result = await validator.validate(JSON.parse(JSON.stringify(document)));
  const operations = everyObject(document).filter((object) => typeof object.operationId === 'string');
  const ids = operations.map((operation) => operation.operationId);
  return [
    ...(result.valid ? [] : [result.errors]),
    ...danglingReferences(document),
    ...operations.flatMap(({ parameters }) => duplicates(parametersIn(document, parameters))),
    ...duplicates(ids.map(String)),
  ];
}

function everyObject(value: Json): readonly JsonObject[] {
  if (isJsonArray(value)) return value.flatMap(everyObject);
  return isJsonObject(value) ? [value, ...Object.values(value).flatMap(everyObject)] : [];
}

/** Only references to components: `$ref` may also be a member of an example or the name of a property. */
function danglingReferences(document: JsonObject): readonly string[] {
  return everyObject(document)
    .map(({ $ref }) => $ref)
    .filter((reference) => typeof reference === 'string' && reference.startsWith('#/components/'))
    .map(String)
    .filter((reference) => resolved(document, reference) === undefined);
}

function resolved(document: JsonObject, reference: string): Json | undefined {
  const pointer = parsePointer(reference.slice(1));
  return pointer.ok ? valueAt(document, pointer.value) : undefined;
}

function parametersIn(document: JsonObject, parameters: Json | undefined): readonly string[] {
  if (!isJsonArray(parameters)) return [];
  return parameters.flatMap((parameter) => {
    if (!isJsonObject(parameter)) return [];
    const found = typeof parameter.$ref === 'string' ? resolved(document, parameter.$ref) : parameter;
    return isJsonObject(found) ? [`${found.in} ${found.name}`] : [];
  });
}

function duplicates(texts: readonly string[]): readonly string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}

test('the document of the sample workspace is valid', async () => {
  const sample = decodeWorkspace(
    readFileSync(new URL('../../../../assets/sample.workspace.json', import.meta.url), 'utf8'),
  );
  if (!sample.ok) throw new Error(sample.problem.detail);
  const collections = sample.value.collections.map(
    ({ definition, records }) => new SharedCollection(definition, records),
  );
  const document = describeApi({ ...contextOf(collections, sample.value.settings), title: sample.value.name });
  expect(await faultsOf(document)).toEqual([]);
  expect(Object.keys(document.paths ?? {}).slice(0, 3)).toEqual(['/users/{userId}', '/api/users', '/api/users/{id}']);
});

test('the document of any workspace is valid', async () => {
  const property = fc.asyncProperty(arbitraryContext, async (context) => {
    expect(await faultsOf(describeApi(context))).toEqual([]);
  });
  await fc.assert(property, { numRuns: rounds(40) });
});

/** The names of a collection's filter parameters, which are not shared by all lists. */
function filterNames(context: MockContext, collection: Collection): readonly string[] {
  const operation = valueAt(describeApi(context), ['paths', `/api/${collection.definition.name}`, 'get', 'parameters']);
  if (!isJsonArray(operation)) throw new Error('There are no parameters');
  return operation.flatMap((parameter) =>
    isJsonObject(parameter) && typeof parameter.name === 'string' ? [parameter.name] : [],
  );
}

test('every described filter is accepted', () => {
  const property = fc.property(arbitraryContext, (context) => {
    for (const collection of context.collections.values()) {
      for (const name of filterNames(context, collection)) {
        const query = new URLSearchParams([[name, 'null']]);
        const options = { ...context.settings, lenient: false, quirks: noListQuirks };
        const plan = planCacheOf(collection.fields).plan(String(query), options);
        // The value may not fit, but the name must be known and its suffix must fit the field.
        expect(plan.ok ? '' : plan.problem.type).not.toBe('/problems/unknown-field');
        expect(plan.ok ? '' : plan.problem.detail).not.toContain('does not fit what');
      }
    }
  });
  fc.assert(property, { numRuns: rounds(40) });
});

test('describes only the filters that fit the values of a field', () => {
  const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null };
  const things = new SharedCollection(definition, [{ id: 1, on: true, limit: 5, on_ne: 'x' }]);
  expect(filterNames(contextOf([things]), things)).toEqual([
    ...['id', 'id_less_than', 'id_greater_than', 'id_lt', 'id_lte', 'id_gt', 'id_gte', 'id_ne', 'id_in'],
    ...['on', 'on_in'],
    ...[
      'limit_less_than',
      'limit_greater_than',
      'limit_lt',
      'limit_lte',
      'limit_gt',
      'limit_gte',
      'limit_ne',
      'limit_in',
    ],
    ...['on_ne', 'on_ne_after', 'on_ne_before', 'on_ne_lt', 'on_ne_lte', 'on_ne_gt', 'on_ne_gte', 'on_ne_contains'],
    ...['on_ne_starts_with', 'on_ne_ends_with', 'on_ne_ne', 'on_ne_in'],
  ]);
});

test('every record fits the schema inferred from all records', () => {
  const property = fc.property(arbitraryContext, (context) => {
    const document = describeApi(context);
    const ajv = new Ajv2020({ strict: false, validateSchema: false, ownProperties: true });
    for (const { definition, ...collection } of withoutSchemas(context)) {
      const list = valueAt(document, ['paths', `/api/${definition.name}/{id}`, 'get', 'responses', '200', 'content']);
      const [reference] = everyObject(list ?? null).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
      const schema = resolved(document, reference ?? '');
      if (!isJsonObject(schema)) throw new Error(`There is no schema of ${definition.name}`);
      const validate = ajv.compile(schema);
      for (const record of collection.records) expect(validate(record), JSON.stringify([schema, record])).toBe(true);
    }
  });
  fc.assert(property, { numRuns: rounds(40) });
});

function withoutSchemas({ collections }: MockContext) {
  return Array.from(collections.values())
    .filter(({ definition }) => definition.schema === null)
    .map((collection) => ({
      definition: collection.definition,
      records: Array.from(collection.fixtures(), ({ value }) => value),
    }));
}

test('keeps the references and data of a schema, and does not require the key in requests', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://example.com/node',
    type: 'object',
    required: ['id', 'name'],
    properties: {
      name: { $ref: '#/$defs/name' },
      $id: { type: 'string' },
      children: { type: 'array', items: { $ref: '#' } },
      kind: { const: { $ref: '#/$defs/name' } },
    },
    $defs: { name: { type: 'string' } },
  };
  const nodes = new SharedCollection({ name: 'nodes', key: 'id', sort: null, time: null, schema }, []);
  const base = '#/components/schemas/record.nodes';
  const schemas = valueAt(describeApi(contextOf([nodes])), ['components', 'schemas']);
  expect(valueAt(schemas ?? null, ['record.nodes'])).toEqual({
    type: 'object',
    required: ['id', 'name'],
    properties: {
      name: { $ref: `${base}/$defs/name` },
      $id: { type: 'string' },
      children: { type: 'array', items: { $ref: base } },
      kind: { const: { $ref: '#/$defs/name' } },
    },
    $defs: { name: { type: 'string' } },
  });
  expect(valueAt(schemas ?? null, ['new.nodes', 'required'])).toEqual(['name']);
});

test('describes many records, paths and fields in pieces, and the filters of 200 fields', () => {
  const paths = Array.from({ length: 50 }, (_, index) => ({ path: `/shop/${index}`, record: null }));
  const definition = { name: 'things', key: 'id', sort: null, time: null, schema: null, paths };
  const records = Array.from({ length: 5000 }, (_, id) => ({ id, [`n${id % 999}`]: id }));
  const context = contextOf([new SharedCollection(definition, records)]);
  expect([...describeInPieces(context)].length).toBeGreaterThan(55);
  const names = new Set(filterNames(context, [...context.collections.values()][0] as Collection));
  expect(['id', 'n198', 'n199', 'n998'].map((name) => names.has(name))).toEqual([true, true, false, false]);
});
