/**
 * An exported file is imported as the same records, in every format of records and with any strings as values and as
 * names of members.
 */
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../../server/domain/basics/work.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import type { CollectionFixtures } from '../../../../server/domain/model/collection-definition.ts';
import { defaultSettings } from '../../../../server/domain/model/settings.ts';
import { defaultScenario } from '../../../../server/domain/scenario/scenario.ts';
import type { Workspace } from '../../../../server/domain/workspace/workspace.ts';
import { readImport } from '../../../../server/store/formats/import-text.ts';
import { decodeWorkspace, encodeWorkspace, toBeWritten } from '../../../../server/store/formats/workspace-format.ts';
import { SchemaChecker } from '../../../../server/workspace/schema-checker.ts';
import { rounds } from '../../../support/rounds.ts';
import { arbitraryRecord } from '../../domain/json/arbitrary-json.ts';

/** The big list of naughty strings without those that UTF-8 cannot encode. */
const all: readonly string[] = createRequire(import.meta.url)('big-list-of-naughty-strings/blns.json');
const naughty = all.filter((text) => !/\p{Surrogate}/u.test(text));

const naughtyRecords: readonly JsonObject[] = [
  ...naughty.map((text, index): JsonObject => ({ id: `v${index}`, text, list: [text], nested: { [text]: text } })),
  ...naughty.filter((text) => text !== 'id').map((text, index): JsonObject => ({ id: `n${index}`, [text]: index })),
];

function fixturesOf(records: readonly JsonObject[]): CollectionFixtures {
  return { definition: { name: 'things', key: 'id', sort: null, time: null, schema: null }, records };
}

function workspaceOf(records: readonly JsonObject[]): Workspace {
  return {
    name: 'Round trip',
    settings: defaultSettings,
    collections: [fixturesOf(records)],
    scenarios: [defaultScenario],
    requests: [],
    scenario: defaultScenario.name,
  };
}

/** For each file name, writes records as text and reads them back by import. */
const formats = {
  'workspace.json': (records: readonly JsonObject[]) =>
    [...encodeWorkspace(toBeWritten(workspaceOf(records)))].join(''),
  'json-server.json': (records: readonly JsonObject[]) =>
    JSON.stringify({ things: records, profile: { name: 'unused' } }),
  'array.json': (records: readonly JsonObject[]) => JSON.stringify(records),
  'openapi.json': (records: readonly JsonObject[]) => JSON.stringify(openApiOf(records)),
} as const;

function openApiOf(records: readonly JsonObject[]): JsonObject {
  const list = { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } };
  const content = { 'application/json': { schema: list, examples: { all: { value: [...records] } } } };
  return {
    openapi: '3.1.0',
    info: { title: 'Round trip', version: '1' },
    paths: {
      '/things': { get: { responses: { 200: { description: 'All', content } } } },
      '/things/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: { 200: { description: 'One', content: { 'application/json': { schema: list.items } } } } },
      },
    },
  };
}

const schemas = new SchemaChecker();

function imported(text: string, fileName: string): readonly JsonObject[] {
  const options = {
    schemas,
    collection: 'things',
    known: () => undefined,
    progress: () => undefined,
  };
  const read = finish(readImport(text, fileName, options));
  if (!read.ok) throw new Error(read.problem.detail);
  const [things] = read.value.collections;
  expect(things?.refused).toEqual([]);
  return things?.values.map(({ value }) => value) ?? [];
}

test.each(Object.entries(formats))('naughty strings as values and as names survive %s', (fileName, write) => {
  expect(naughty.length).toBeGreaterThan(400);
  expect(imported(write(naughtyRecords), fileName)).toEqual(naughtyRecords);
});

const records = fc
  .array(arbitraryRecord, { minLength: 1, maxLength: 8 })
  .map((list) => list.map((record, index): JsonObject => ({ ...(record as JsonObject), id: `r${index}` })));

test.each(Object.entries(formats))('any records survive %s', (fileName, write) => {
  fc.assert(
    fc.property(records, (given) => {
      expect(imported(write(given), fileName)).toEqual(given);
    }),
    { numRuns: rounds(40) },
  );
});

test('a workspace survives a round trip', () => {
  const workspace = workspaceOf(naughtyRecords);
  expect(decodeWorkspace(formats['workspace.json'](naughtyRecords))).toEqual({ ok: true, value: workspace });
});
